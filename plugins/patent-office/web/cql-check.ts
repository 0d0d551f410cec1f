import type { PluginHost } from '@dossier/sdk/web';
import type { Completion, Token } from '../cql/index.ts';
import { check } from './asking.ts';
import type { Checked as Reply } from './asking.ts';
import type { Checked } from './cql-pieces.ts';

const kinds: readonly Token['kind'][] = [
  'index',
  'relation',
  'boolean',
  'modifier',
  'term',
  'string',
  'bracket',
  'comma',
  'fault',
];

/** What a completion is, by its text: the field puts a blank behind some of them. */
const kindOf = (text: string): Completion['kind'] => {
  if (/^(?:and|or|not|prox\b.*)$/.test(text)) return 'boolean';
  if (/^(?:[<>=].*|any|all|within)$/.test(text)) return 'relation';
  return /^(?:distance|ordered|unit|low|high|same)\b/.test(text) ? 'modifier' : 'index';
};

/** What the server says of a query, as the field reads it. */
export const asInField = (reply: Reply): Checked => ({
  valid: reply.valid,
  tokens: reply.tokens.flatMap(({ from, to, kind }) => {
    const known = kinds.find((one) => one === kind);
    return known === undefined ? [] : [{ from, to, kind: known }];
  }),
  completions: reply.completions.map(({ from, to, text, title, example }) => ({
    ...{ from, to, text, title },
    kind: kindOf(text),
    example: example ?? '',
  })),
  ...(reply.message === null ? {} : { message: reply.message }),
  ...(reply.position === null ? {} : { position: reply.position }),
  ...(reply.length === null ? {} : { length: reply.length }),
  ...(reply.repair === null ? {} : { repair: reply.repair }),
});

/**
 * Checks for a field: each question takes the place of the one before, whose answer nobody waits for any more
 * (undefined). `said` hears each answer as it came.
 */
export function checkerOf(o: {
  readonly host: () => PluginHost;
  readonly workspaceId: () => string;
  readonly said: (text: string, reply: Reply) => void;
}): (text: string, caret: number) => Promise<Checked | undefined> {
  let asking: AbortController | null = null;
  return async (cql, caret) => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      const reply = await check(o.host(), o.workspaceId(), { by: 'cql', q: cql, caret }, { signal });
      if (signal.aborted) return undefined;
      o.said(cql, reply);
      return asInField(reply);
    } catch {
      // Before the search it is checked again, and then it is said.
      return undefined;
    }
  };
}
