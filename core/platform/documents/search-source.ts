/** Documents by the words of their names, for staff: a client has them on the page of their application. */
import { sql } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { Contributions, Database, Subject } from '@dossier/sdk';
import type { SearchSource } from '../search/contract.ts';
import type { ReviewStatus } from './contract.ts';
import type { DocumentTables } from './entities.ts';
import { hasTerm } from './terms.ts';

const states: Readonly<Record<ReviewStatus, string>> = {
  pending: 'To review',
  approved: 'Accepted',
  rejected: 'Rejected',
};

/** Newest first, those that were replaced, too. */
export const documentsFound = (database: Database, records: Contributions<Subject>): SearchSource => ({
  title: 'Documents',
  icon: 'file',
  async find(access, places, { words, limit }, signal) {
    const { organization } = access;
    const ids = places.map(({ workspace }) => workspace);
    const rows = await database.read(
      { organization, audience: 'staff' },
      async (tx) => {
        const db = tx.sql<DocumentTables>();
        const at = sql.ref<string>('place.id');
        let inPlace = db
          .selectFrom('document')
          .select(['document.id', 'fileName', 'document.workspaceId', 'applicationId', 'reviewStatus'])
          .where('document.organizationId', '=', organization)
          .where('document.workspaceId', '=', at);
        for (const spellings of words) inPlace = inPlace.where(hasTerm(spellings, at));
        const found = inPlace.orderBy('document.id', 'desc').limit(limit);
        return db
          .selectFrom(sql<{ id: string }>`unnest(${idArray(ids)}::uuid[])`.as<'place'>(sql`"place"("id")`))
          .innerJoinLateral(found.as('found'), (join) => join.onTrue())
          .select(['found.id', 'fileName', 'found.workspaceId', 'applicationId', 'reviewStatus'])
          .orderBy('found.id', 'desc')
          .limit(limit)
          .execute();
      },
      signal,
    );
    if (rows.length === 0) return [];
    const applications = [...new Set(rows.map(({ applicationId }) => applicationId))];
    const named = new Map(
      ((await records.get(access, 'application')?.describe?.(organization, applications)) ?? []).map(
        ({ id, title }) => [id, title],
      ),
    );
    return rows.map(({ id, fileName, workspaceId, applicationId, reviewStatus }) => ({
      id,
      title: fileName,
      about: named.has(applicationId) ? `in ${named.get(applicationId)}` : '',
      state: states[reviewStatus],
      money: null,
      workspaceId,
      path: `applications/${applicationId}`,
    }));
  },
});
