/** What people say of a saved search, and what can be wrong with it. */
import { idText, invalid, isVisible, Type } from '@dossier/sdk';
import type { Fault, Static } from '@dossier/sdk';
import { mostOfPatents } from '../contract.ts';
import { cqlFaults } from './query.ts';

export const WatchContent = Type.Object(
  {
    name: Type.String({ maxLength: 120, description: 'By which you know it again.' }),
    cql: Type.String({ maxLength: mostOfPatents.query }),
    every: Type.Union([Type.Literal('day'), Type.Literal('week')]),
  },
  { additionalProperties: false },
);
export type WatchContent = Static<typeof WatchContent>;
export const NewWatch = Type.Object(
  {
    ...WatchContent.properties,
    applicationId: Type.Optional(idText('In whose Patent Search it is found again, from what tells of it.')),
  },
  { additionalProperties: false },
);
export type NewWatch = Static<typeof NewWatch>;

export function watchFaults({
  name,
  cql,
}: {
  readonly name?: string | undefined;
  readonly cql?: string | undefined;
}): readonly Fault[] {
  return [
    ...(name === undefined || isVisible(name)
      ? []
      : [{ pointer: '/name', code: 'missing', detail: 'Name the search, so that you know it again.' }]),
    ...(cql === undefined ? [] : cqlFaults('/cql', cql)),
  ];
}

/** Unknown, of another organization, or not theirs to read: alike. */
export const notRead: Fault = {
  pointer: '/applicationId',
  code: 'unknown',
  detail: 'There is no such application here, or you do not read it.',
};

/** Set straight. Throws 422 with all faults. */
export function contentOf(given: WatchContent, others: readonly Fault[] = []): WatchContent {
  const faults = [...watchFaults(given), ...others];
  if (faults.length > 0) throw invalid(faults);
  return { name: given.name.replace(/\s+/g, ' ').trim(), cql: given.cql.trim(), every: given.every };
}
