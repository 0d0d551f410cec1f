import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject } from 'ajv';
import type { SettingValues, TSchema } from '@dossier/sdk';
import { secretsOf } from './values.ts';

type Property = Readonly<Record<string, unknown>>;

/** An address anywhere in a member: a secret may be sent there. */
const ADDRESS = /"format":"(?:uri|iri|uri-reference|hostname|idn-hostname|ipv4|ipv6)"/;

/**
 * Members that say where a secret goes and as whom: those that it names itself (`x-sent-by`), else all with an address.
 */
function destinationsOf(properties: Readonly<Record<string, Property>>, secret: string): readonly string[] {
  const named = properties[secret]?.['x-sent-by'];
  return Array.isArray(named)
    ? named.map(String)
    : Object.keys(properties).filter((name) => name !== secret && ADDRESS.test(JSON.stringify(properties[name])));
}

/**
 * Stored secrets that would go to another place than the one they were entered for: a person who may change an address,
 * but never sees the secret, could have it sent to themselves. They have to be entered again, with a change and with a
 * test of unsaved values alike.
 */
export function sentElsewhere(
  schema: TSchema,
  { before, patch, after }: { before: SettingValues; patch: SettingValues; after: SettingValues },
): readonly ErrorObject[] {
  const properties = 'properties' in schema ? (schema.properties as Readonly<Record<string, Property>>) : {};
  return secretsOf(schema)
    .filter((secret) => before[secret] !== undefined && patch[secret] === undefined)
    .flatMap((secret) => {
      const moved = destinationsOf(properties, secret).filter((name) => !isDeepStrictEqual(before[name], after[name]));
      return moved.length === 0
        ? []
        : [
            {
              keyword: 'secret-again',
              instancePath: `/${secret}`,
              schemaPath: '#',
              params: {},
              message: `must be entered again, because ${moved.join(' and ')} changed: it is not sent where it was not entered for`,
            },
          ];
    });
}
