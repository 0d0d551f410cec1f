import { sql } from 'kysely';
import { idArray, isId } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import type { Confirmations } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

/** Who confirmed applications, the first to do so first. */
export function confirmations(database: Database): Confirmations {
  const ofCases: Confirmations['ofCases'] = (organization, ids) =>
    database.read(organization, async (tx) => {
      const known = ids.filter(isId);
      if (known.length === 0) return new Map();
      const rows = await tx
        .sql<ApplicationTables>()
        .selectFrom('confirmation')
        .select(['applicationId', 'userId', 'at'])
        .where('organizationId', '=', organization)
        .where('applicationId', '=', sql<string>`any(${idArray(known)}::uuid[])`)
        .orderBy('at')
        .orderBy('userId')
        .execute();
      return Map.groupBy(
        rows.map(({ applicationId, userId, at }) => ({ applicationId, userId, at })),
        ({ applicationId }) => applicationId,
      );
    });
  return {
    ofCases,
    of: async (organization, id) =>
      ((await ofCases(organization, [id])).get(id) ?? []).map(({ userId, at }) => ({ userId, at })),
  };
}
