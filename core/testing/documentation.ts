import { sdlOf } from '../facilities/graphql/fields.ts';
import { demandDocumented, operationAt } from './documented.ts';
import type { Installed, Schema } from './documented.ts';
import { example } from './example.ts';
import { installedPlan } from './plan.ts';

/** What an installation documents of itself, for something that stands in for its server. */
export interface Documentation {
  /** The schema of GraphQL. */
  readonly sdl: string;
  /** Is there such an operation? */
  has(method: string, url: string): boolean;
  /** Throws, with what is wrong, when the server would never answer this so. */
  demand(method: string, url: string, status: number, answer: { readonly type: string; readonly body: unknown }): void;
  /** An answer that the server could give, and the schema documented for it; both undefined where it has none. */
  example(
    method: string,
    url: string,
  ): { readonly status: number; readonly body: unknown; readonly schema: Schema | undefined };
}

/** Documentation of a plan. */
export function documentationOf(plan: Installed): Documentation {
  const named = (method: string, url: string) => {
    const operation = operationAt(plan, method, url);
    if (!operation) throw new Error(`${method} ${url} is no operation of the server.`);
    return operation;
  };
  return {
    sdl: sdlOf([...plan.specs.values()]),
    has: (method, url) => operationAt(plan, method, url) !== undefined,
    demand(method, url, status, answer) {
      named(method, url);
      demandDocumented(plan, method, url, status, answer);
    },
    example(method, url) {
      const [status, answer] = Object.entries(named(method, url).responses).find(([code]) => code.startsWith('2')) ?? [
        '204',
      ];
      const schema = answer?.content?.['application/json']?.schema;
      return { status: Number(status), body: schema ? example(schema) : undefined, schema };
    },
  };
}

let made: Promise<Documentation> | undefined;

/** Of everything that is installed here; made once for a process, without starting anything. */
export const documentation = (): Promise<Documentation> => (made ??= installedPlan().then(documentationOf));
