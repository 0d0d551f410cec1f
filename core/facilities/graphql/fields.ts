import type { GraphQLResolveInfo } from 'graphql';
import type { Access, ErasedSpec, FieldResolver, FieldResolvers, Identity, Locator } from '@dossier/sdk';
import { inOneShape } from '../../kernel/access/authorizer.ts';
import type { Authorizer } from '../../kernel/access/authorizer.ts';
import { allStorable, unstorable } from '../database/index.ts';
import type { Denials } from '../events/index.ts';
import { validationProblem } from '../http/index.ts';
import type { Undo } from '../../kernel/facility.ts';
import { withSpan } from '../../kernel/spans.ts';
import { base } from './kinds.ts';
import { pluginNotReady } from '../../kernel/not-ready.ts';

/** What one GraphQL operation knows: who asks, and the Access that each root field's gate made. */
export interface OperationContext {
  readonly identity: Identity | undefined;
  readonly accessOf: Map<string | number, Access | undefined>;
  readonly budget: Budget;
  /** Whose field threw what, for the log. */
  readonly thrownBy: WeakMap<object, { readonly plugin: string; readonly field: string }>;
}

/** Far more than any page shows. */
export const valuesPerOperation = 20_000;

/**
 * Bounds what an operation may give: lists in lists multiply, whatever the text of the query costs. When it is spent,
 * `spent` resolves and the operation is given up: its fields wait for ever, which costs nothing, where each error would
 * be built, placed and collected.
 */
export interface Budget {
  readonly spent: Promise<void>;
  /** Counts a value, each item of a list for itself. False when there was not enough left. */
  take(value: unknown): boolean;
  readonly never: Promise<never>;
}

export function createBudget(): Budget {
  const { promise: spent, resolve } = Promise.withResolvers<void>();
  let left = valuesPerOperation;
  return {
    spent,
    never: new Promise(() => undefined),
    take(value) {
      left -= Array.isArray(value) ? 1 + value.length : 1;
      if (left < 0) resolve();
      return left >= 0;
    },
  };
}

export type Resolvers = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        (
          parent: unknown,
          args: Readonly<Record<string, unknown>>,
          context: OperationContext,
          info: GraphQLResolveInfo,
        ) => unknown
      >
    >
  >
>;

/**
 * GraphQL fields of all plugins behind their gates, through cells as routes are, so that a plugin can be set up again.
 */
export interface FieldTable {
  readonly sdl: string;
  readonly resolvers: Resolvers;
  bind(plugin: ErasedSpec, resolvers: FieldResolvers): Undo;
}

/** The schema that all plugins make together. */
export const sdlOf = (plugins: readonly ErasedSpec[]): string =>
  [
    base,
    ...plugins.flatMap((plugin) => (plugin.graphql ? [plugin.graphql.sdl.replace(/^\s*scalar JSON\s*$/m, '')] : [])),
  ].join('\n');

export function createFieldTable(
  plugins: readonly ErasedSpec[],
  o: { authorizer: Authorizer; denials: Denials; isReady: (plugin: string) => boolean; version: string },
): FieldTable {
  const cells = new Map<string, { resolver: FieldResolver<never, never> | null }>();
  const resolvers: Record<string, Record<string, Resolvers[string][string]>> = { Query: { version: () => o.version } };
  for (const plugin of plugins) {
    for (const [path, gate] of Object.entries(plugin.graphql?.fields ?? {})) {
      const [type, field] = path.split('.') as [string, string];
      const cell: { resolver: FieldResolver<never, never> | null } = { resolver: null };
      cells.set(`${plugin.id} ${path}`, cell);
      (resolvers[type] ??= {})[field] = async (parent, args, context, info) => {
        const { budget } = context;
        if (!budget.take(null)) return budget.never;
        if (!allStorable(args)) throw validationProblem(unstorable(args), 'body');
        const root = rootOf(info);
        let access = context.accessOf.get(root);
        if (gate !== 'inherit') {
          const named = (locator: Locator): unknown => args[locator.name];
          try {
            access = await o.authorizer.authorize(inOneShape(gate), context.identity, named);
          } catch (error) {
            await o.denials.note({
              identity: context.identity,
              operation: path,
              gate,
              writes: type === 'Mutation',
              error,
              access: undefined,
              named,
            });
            throw error;
          }
          if (type === 'Query') context.accessOf.set(root, access);
        }
        if (!cell.resolver || !o.isReady(plugin.id)) throw pluginNotReady(plugin.id);
        const resolve = cell.resolver;
        const value = await withSpan(
          `graphql ${path}`,
          { plugin: plugin.id, workspace: access?.workspace ?? undefined },
          async () => resolve(parent as never, args as never, access as never),
        ).catch((error: unknown) => {
          const thrown =
            error instanceof Error
              ? error
              : new Error('A resolver threw something that is no error.', { cause: error });
          context.thrownBy.set(thrown, { plugin: plugin.id, field: path });
          throw thrown;
        });
        return budget.take(value) ? value : budget.never;
      };
    }
  }
  return {
    sdl: sdlOf(plugins),
    resolvers,
    bind(plugin, given) {
      for (const [path, resolver] of Object.entries(given)) cells.get(`${plugin.id} ${path}`)!.resolver = resolver;
      return () => {
        for (const [path, resolver] of Object.entries(given)) {
          const cell = cells.get(`${plugin.id} ${path}`)!;
          if (cell.resolver === resolver) cell.resolver = null;
        }
      };
    },
  };
}

/** Key of the root field above this one in the answer. */
function rootOf(info: GraphQLResolveInfo): string | number {
  let path: { readonly key: string | number; readonly prev: GraphQLResolveInfo['path'] | undefined } = info.path;
  while (path.prev) path = path.prev;
  return path.key;
}
