import 'reflect-metadata';
import { container } from 'tsyringe';
import type { InjectionToken } from 'tsyringe';
import { HostError } from './errors.ts';

interface Cell {
  readonly key: InjectionToken<unknown>;
  readonly owner: string;
  held: { readonly value: unknown } | undefined;
}

/**
 * The services of the process, held by tsyringe under the plan: one factory for each token, over a cell that is filled
 * when its provider is set up and filled anew when it is restarted. tsyringe itself would let a second registration win
 * silently, forget values on disposal and cannot unregister, so duplicates, order and disposal are decided here.
 */
export interface Services {
  /** For setting up: through the container. Throws `K_NOT_GIVEN` while the cell is empty. */
  resolve(id: string): unknown;
  /** For requests: the cell itself, undefined while it is empty. */
  read(id: string): { readonly value: unknown } | undefined;
  ownerOf(id: string): string | undefined;
  /** Fills the cells of `plugin`. The returned function empties those that still hold these values. */
  fill(plugin: string, values: ReadonlyMap<string, unknown>): () => void;
  /** Empties the container for good. */
  dispose(): Promise<void>;
}

/**
 * `providers`: plugin by token id; `given`: values of the kernel by token id. Throws `K_TWO_PROVIDERS` when a token is
 * in both.
 */
export function createServices(providers: ReadonlyMap<string, string>, given: ReadonlyMap<string, unknown>): Services {
  const scope = container.createChildContainer();
  const cells = new Map<string, Cell>();
  const declare = (id: string, owner: string, held: Cell['held']): void => {
    const other = cells.get(id);
    if (other)
      throw new HostError(
        'K_TWO_PROVIDERS',
        owner,
        `The service ${id} is provided by ${other.owner} and by ${owner}; a service has one provider.`,
      );
    const cell: Cell = { key: Symbol(id), owner, held };
    cells.set(id, cell);
    scope.register(cell.key, {
      useFactory: () => {
        if (!cell.held)
          throw new HostError(
            'K_NOT_GIVEN',
            owner,
            `The service ${id} is not there: plugin ${owner} has not provided it yet.`,
          );
        return cell.held.value;
      },
    });
  };
  for (const [id, value] of given) declare(id, 'kernel', { value });
  for (const [id, plugin] of providers) declare(id, plugin, undefined);

  const cellOf = (id: string): Cell => {
    const cell = cells.get(id);
    if (!cell) throw new HostError('K_MISSING_NEED', 'kernel', `The service ${id} is not part of the plan.`);
    return cell;
  };
  return {
    resolve: (id) => scope.resolve(cellOf(id).key),
    read: (id) => cells.get(id)?.held,
    ownerOf: (id) => cells.get(id)?.owner,
    fill(plugin, values) {
      const filled = [...values].map(([id, value]) => {
        const cell = cellOf(id);
        if (cell.owner !== plugin)
          throw new HostError('K_TWO_PROVIDERS', plugin, `Plugin ${plugin} gives the service ${id} of ${cell.owner}.`);
        const held = { value };
        cell.held = held;
        return { cell, held };
      });
      return () => {
        for (const { cell, held } of filled) if (cell.held === held) cell.held = undefined;
      };
    },
    dispose: async () => scope.dispose(),
  };
}

/**
 * Closes a value that says how it is closed (`Symbol.asyncDispose` or `Symbol.dispose`); others are left to the
 * collector.
 */
export async function disposeOf(value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) return;
  for (const way of [Symbol.asyncDispose, Symbol.dispose]) {
    const close: unknown = Reflect.get(value, way);
    if (typeof close === 'function') return void (await Reflect.apply(close, value, []));
  }
}
