import { readFileSync } from 'node:fs';
import type { Json } from '../../core/testing/index.ts';
import { nameOf, operationsIn } from './document.ts';
import type { Furnished } from './furnish.ts';

export interface Credentials {
  readonly bearer: string;
  readonly apiKey: string;
  /** Sent with every request, in place of both. */
  readonly headers: Texts;
}

type Texts = Readonly<Record<string, string>>;

const text = JSON.stringify;
const table = (name: string, of: Texts): string =>
  `[${name}]\n${Object.entries(of)
    .map(([key, value]) => `${text(key)} = ${value}`)
    .join('\n')}`;
const strings = (of: Texts): Texts => Object.fromEntries(Object.entries(of).map(([key, value]) => [key, text(value)]));

/**
 * The text of the configuration: schemathesis.toml, the credentials, and for every parameter that names something
 * what is there, four times of five.
 */
export function configuration(
  document: Json,
  { ids, named }: Pick<Furnished, 'ids' | 'named'>,
  { bearer, apiKey, headers }: Credentials,
): string {
  const binding = (kind: string): string => `{ dictionary = ${text(kind)}, probability = 0.8 }`;
  const auth = [
    table('auth.openapi.bearer', strings({ bearer })),
    table('auth.openapi.apiKey', strings({ api_key: apiKey })),
  ];
  return [
    readFileSync(new URL('schemathesis.toml', import.meta.url), 'utf8'),
    ...(Object.keys(headers).length > 0 ? [table('headers', strings(headers))] : auth),
    ...Object.entries(ids).map(([kind, values]) => table(`dictionaries.${text(kind)}`, { values: text(values) })),
    ...operationsIn(document).flatMap(({ operationId }) => {
      const kinds = Object.entries(named.get(nameOf(operationId)) ?? {});
      if (kinds.length === 0) return [];
      const names = Object.fromEntries(kinds.map(([place, kind]) => [place, binding(kind)]));
      return [`[[operations]]\ninclude-operation-id = ${text(operationId)}\n${table('operations.parameters', names)}`];
    }),
  ].join('\n\n');
}
