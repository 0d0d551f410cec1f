/** What handlers that call outside came to, kept so that nobody has to be asked again. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, idArray, insertOf, isId, newId } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { OutsideAnswerRow, WorkflowTables } from './entities.ts';
import type { Verdict } from './outcome.ts';

/** The newest answer at a step. */
export type OutsideAnswer = Pick<
  OutsideAnswerRow,
  'applicationId' | 'key' | 'handler' | 'settings' | 'outcome' | 'reasons' | 'evidence'
>;

const newestOf = builtOnce((db: Kysely<WorkflowTables>) =>
  db
    .selectFrom('workflow_outside_answer')
    .distinctOn(['applicationId', 'key'])
    .select(['applicationId', 'key', 'handler', 'settings', 'outcome', 'reasons', 'evidence'])
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('applicationId')
    .orderBy('key')
    .orderBy('id', 'desc'),
);

export const outsideAnswers = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Keeps what was answered at a step, in the open transaction; without a usable answer nothing. */
  keep: (
    access: OrganizationAccess,
    at: {
      readonly applicationId: string;
      readonly key: string;
      readonly handler: string | null;
      readonly settings: Readonly<Record<string, unknown>>;
    },
    verdict: Verdict,
  ): Promise<void> =>
    database.write(access, async (tx) => {
      if (verdict.result === 'again') return;
      await tx.later(
        insertOf<WorkflowTables>('workflow_outside_answer', [
          {
            organizationId: access.organization,
            id: newId(),
            applicationId: at.applicationId,
            key: at.key,
            handler: at.handler ?? '',
            settings: JSON.stringify(at.settings),
            outcome: verdict.result,
            reasons: JSON.stringify(verdict.reasons),
            evidence: verdict.evidence ?? null,
            at: clock.now().toISOString(),
          },
        ]),
      );
    }),

  /** The newest of each step of these cases, by the case, in one statement. For who shows them to nobody. */
  of: (organization: OrganizationId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly OutsideAnswer[]>> =>
    database.read({ organization, audience: 'staff' }, async (tx) => {
      const known = ids.filter(isId);
      const rows = known.length === 0 ? [] : await newestOf(tx, [organization, idArray(known)]);
      return Map.groupBy(rows, ({ applicationId }) => applicationId);
    }),
});
export type OutsideAnswers = ReturnType<typeof outsideAnswers>;
