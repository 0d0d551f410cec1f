import type { Test } from 'tap';
import type { Json } from '@dossier/core/testing';
import { sample } from '../enumeration/sample.ts';

/**
 * Not identifiers of ours alone: names that somebody chose, those of an identity provider, and parts of the system that
 * act and are acted on.
 */
const chosen: ReadonlySet<string> = new Set(['userProfileSchemaId', 'authProviderUserId', 'actorId', 'subjectId']);
const fitted = (schema: Json): Json => ({ ...schema, ...schema?.['x-documented'] });

/**
 * A value with nothing wrong but that each identifier in it is mistyped, and where; a member that is called one and has
 * not its form is a fault of the schema.
 */
export function mistyped(
  t: Test,
  schema: Json,
  at: string,
): { readonly value: Json; readonly pointers: readonly string[] } {
  const { type, format, anyOf = [], properties = {}, required = [], items } = fitted(schema);
  if (format === 'uuid') return { value: 'mistyped', pointers: [at] };
  const name = at.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (
    type === 'string' &&
    /([a-z]I|^i)ds?$/.test(name) &&
    !chosen.has(name) &&
    !/^\/(features|schema)\b/.test(at) &&
    at !== '/id'
  )
    t.fail(`${at} is called an identifier and has not the form of one: idText() of the SDK`);
  if (type === 'array') {
    const one = mistyped(t, items, `${at}/0`);
    return one.pointers.length > 0
      ? { value: [one.value], pointers: one.pointers }
      : { value: sample(schema), pointers: [] };
  }
  if (type !== 'object')
    return (
      anyOf
        .map((branch: Json) => mistyped(t, branch, at))
        .find(({ pointers }: { pointers: readonly string[] }) => pointers.length > 0) ?? {
        value: sample(schema),
        pointers: [],
      }
    );
  const inner = Object.entries(properties)
    .map(([key, one]) => [key, mistyped(t, one, `${at}/${key}`)] as const)
    .filter(([key, { pointers }]) => required.includes(key) || pointers.length > 0);
  return {
    value: Object.fromEntries(inner.map(([key, { value }]) => [key, value])),
    pointers: inner.flatMap(([, { pointers }]) => pointers),
  };
}
