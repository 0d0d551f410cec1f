/** Answers that are given again: a revision more, and everything that follows from them. */
import { isDeepStrictEqual } from 'node:util';
import { conflict, isId, notFound } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationId, Transaction } from '@dossier/sdk';
import type { Spelling } from '../search/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import type { Workflow } from '../workflow/contract.ts';
import { amountOf } from './amount.ts';
import { insertRevision } from './answer-revisions.ts';
import { applicationAnswersChanged } from './contract.ts';
import type { Answers } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { textsOf } from './found-by.ts';
import { clientsOf, listRow, selectFull } from './rows.ts';
import { replaceTerms } from './terms.ts';
import { actorOf, viewerOf } from './viewer.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly spelling: Spelling;
  readonly events: Emits<typeof applicationAnswersChanged>;
}

export function createRevising({ database, clock, templates, workflow, spelling, events }: Deps): Answers {
  const one = (tx: Transaction, organization: OrganizationId, id: string) =>
    selectFull(tx, organization).where('application.id', '=', id).executeTakeFirst();

  return {
    hold: (access, id) =>
      database.write(access, async (tx) => {
        if (!isId(id)) return null;
        await tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .execute();
        const row = await one(tx, access.organization, id);
        const viewer = row ? viewerOf(access, row) : null;
        if (!row || viewer === null) return null;
        const { number, status, workspaceId, templateId, templateVersion, answers, assignees, version } = row;
        return {
          id,
          number,
          status,
          workspaceId,
          templateId,
          templateVersion,
          answers,
          assignees,
          version,
          viewer,
          clients: clientsOf(row.applicants),
          applicants: row.applicants,
        };
      }),

    revise: (access, id, answers) =>
      database.write(access, async (tx) => {
        const { organization, actor } = access;
        const before = await one(tx, organization, id);
        if (!before) throw notFound();
        if (isDecided(before.status))
          throw conflict('already-decided', `This application is ${before.status} already.`);
        const template = await templates.version(organization, before.templateId, before.templateVersion);
        const at = clock.now().toISOString();
        const amount = await amountOf(template, answers, { templates, organization });
        const applications = tx.sql<ApplicationTables>();
        const { newest } = await applications
          .selectFrom('answer_revision')
          .select(({ fn }) => fn.max('revision').as('newest'))
          .where('organizationId', '=', organization)
          .where('applicationId', '=', id)
          .executeTakeFirstOrThrow();
        const revision = Number(newest) + 1;
        await applications
          .updateTable('application')
          .set(({ eb }) => ({ ...amount, version: eb('version', '+', 1), updatedAt: at }))
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
        const { templateVersion } = before;
        await insertRevision(tx, organization, {
          applicationId: id,
          revision,
          templateVersion,
          answers,
          by: actor,
          at,
        });
        const now = (await one(tx, organization, id))!;
        const terms = await replaceTerms(tx, organization, now, textsOf(template, answers));
        await spelling.learn(tx, organization, { terms, audience: 'external' });
        const fields = [...new Set([...Object.keys(before.answers), ...Object.keys(answers)])].filter(
          (key) => !isDeepStrictEqual(before.answers[key], answers[key]),
        );
        events.emit(
          applicationAnswersChanged,
          access,
          {
            subject: { type: 'application', id },
            workspace: now.workspaceId,
            before: { revision: revision - 1 },
            after: { revision },
          },
          { row: listRow({ ...now, ...amount }), clients: clientsOf(now.applicants), revision, fields },
        );
        await workflow.recheck(access, id, 'answers');
        return { revision };
      }),

    revisions: (access, id) =>
      database.read(access, async (tx) => {
        const row = isId(id) ? await one(tx, access.organization, id) : undefined;
        if (!row || viewerOf(access, row) === null) return [];
        const found = await tx
          .sql<ApplicationTables>()
          .selectFrom('answer_revision')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', id)
          .orderBy('revision')
          .execute();
        return found.map(({ revision, templateVersion, answers, byKind, byId, byName, at }) => ({
          revision,
          templateVersion,
          answers,
          by: actorOf(byKind, byId, byName),
          at,
        }));
      }),
  };
}
