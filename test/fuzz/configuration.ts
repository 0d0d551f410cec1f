import { readFileSync } from 'node:fs';
import type { Json } from '../../core/testing/index.ts';
import type { Ids } from './furnish.ts';
import { kindsIn, named } from './names.ts';

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
export function configuration(document: Json, ids: Ids, { bearer, apiKey, headers }: Credentials): string {
  const binding = (kind: string): string => `{ dictionary = ${text(kind)}, probability = 0.8 }`;
  const parameters = (of: Texts, ...places: readonly string[]): Texts =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, kind]) => places.map((place) => [`${place}.${name}`, binding(kind)])),
    );
  const auth = [
    table('auth.openapi.bearer', strings({ bearer })),
    table('auth.openapi.apiKey', strings({ api_key: apiKey })),
  ];
  return [
    readFileSync(new URL('schemathesis.toml', import.meta.url), 'utf8'),
    ...(Object.keys(headers).length > 0 ? [table('headers', strings(headers))] : auth),
    ...Object.entries(ids).map(([kind, values]) => table(`dictionaries.${text(kind)}`, { values: text(values) })),
    table('parameters', parameters(named, 'body', 'query')),
    ...Object.keys(document.paths)
      .filter((path) => path.includes('{'))
      .map((path) => {
        const names = table('operations.parameters', parameters(kindsIn(path, ids), 'path'));
        return `[[operations]]\ninclude-path = ${text(path)}\n${names}`;
      }),
  ].join('\n\n');
}
