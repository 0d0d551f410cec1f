import type { Ground, Json, Share } from '@dossier/core/testing';
import type { Ids } from './operations.ts';
import { shares } from './shares.ts';

/** A ground as it is before the shares add theirs. */
export interface Bare extends Omit<Ground, 'id' | 'made' | 'ask'> {
  /** Identifiers of what is there already, by kind. */
  readonly ids: Ids;
  /** Plugins that are installed. */
  readonly plugins: ReadonlySet<string>;
  send(method: string, url: string, body: unknown): Promise<{ readonly status: number; readonly body: Json }>;
}

type Scope = keyof NonNullable<Share['makes']>;

/** A ground, and all that the shares of its plugins make there. */
export interface Furnishing {
  readonly at: Ground;
  /**
   * Makes one of everything that belongs to these.
   * @throws Error with the answer, when the product refuses any of it
   */
  furnish(...scopes: readonly Scope[]): Promise<Ids>;
}

const allScopes = ['organization', 'workspace', 'person'] as const;

/** Shares of what is installed, in an organization of their type. */
const sharesAt = ({ plugins, type }: Pick<Bare, 'plugins' | 'type'>): readonly Share[] =>
  [...plugins].flatMap((plugin) => shares.get(plugin) ?? []).filter(({ of = type }) => of === type);

/** A ground on which shares make what they have; what is in `ids` is not made, unless it is asked for anew. */
export function grounds(bare: Bare): Furnishing {
  const made = new Map<string, Promise<string>>(
    Object.entries(bare.ids).map(([kind, id]) => [kind, Promise.resolve(id)]),
  );
  const makers = new Map(
    sharesAt(bare).flatMap(({ makes = {} }) => allScopes.flatMap((scope) => Object.entries(makes[scope] ?? {}))),
  );
  const at: Ground = {
    ...bare,
    id(kind) {
      const maker = makers.get(kind);
      const id = made.get(kind) ?? maker?.(at) ?? Promise.reject(new Error(`Nobody makes one of ${kind}.`));
      made.set(kind, id);
      return id;
    },
    async ask(method, url, body) {
      const answer = await bare.send(method, url, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    made: async (url, body) => (await at.ask('POST', url, body)).id,
  };
  return {
    at,
    async furnish(...scopes) {
      const kinds = sharesAt(bare).flatMap(({ makes = {} }) =>
        scopes.flatMap((scope) => Object.keys(makes[scope] ?? {})),
      );
      // Those that are there already are of somebody else, or of another workspace.
      for (const kind of kinds) made.delete(kind);
      const ids: Record<string, string> = {};
      for (const kind of kinds) ids[kind] = await at.id(kind);
      return ids;
    },
  };
}
