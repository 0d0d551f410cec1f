/** Undecided applications that go on with a newer version of their template, and how many each version has. */
import { sql } from 'kysely';
import { conflict, forbidden, idArray, invalid, isId, notFound, Problem } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Emits, OrganizationAccess, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { AnswerFault, CheckedAnswers, Templates, TemplateVersion } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import type { CaseStatus, StepChange, Workflow } from '../workflow/contract.ts';
import { amountOf } from './amount.ts';
import { insertRevision } from './answer-revisions.ts';
import { applicationMoved, readApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { textsOf } from './found-by.ts';
import { clientsOf, listRow, selectFull } from './rows.ts';
import type { FullRow } from './rows.ts';
import { replaceTerms } from './terms.ts';

/** What would become of an application. `to` is null where that is known only when its steps have run. */
interface Preview {
  readonly applicationId: string;
  readonly number: string;
  readonly changes: readonly { readonly kind: StepChange['kind']; readonly text: string }[];
  /** Answers that do not fit the version, and what stands against moving it. */
  readonly faults: readonly AnswerFault[];
  readonly from: CaseStatus;
  readonly to: CaseStatus | null;
}
interface Moved {
  readonly applicationId: string;
  readonly moved: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** Who asks may manage templates; they are shown, and move, what they may read where it is handled. */
export interface Moving {
  /** How many undecided applications each version has, the newest first. Throws `not-found` (404). */
  running(
    access: OrganizationAccess,
    templateId: string,
  ): Promise<readonly { readonly version: number; readonly count: number }[]>;
  /** Of those that they may read, in the order of the ids. */
  preview(access: OrganizationAccess, wanted: Wanted): Promise<readonly Preview[]>;
  /**
   * Each by itself: one that cannot be moved keeps none of the others back. One that has the version already counts as
   * moved.
   */
  move(access: OrganizationAccess, wanted: Wanted): Promise<readonly Moved[]>;
}
interface Wanted {
  readonly templateId: string;
  readonly applicationIds: readonly string[];
  readonly version: number;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: Pick<AccessControl, 'atWorkspace'>;
  readonly grants: Pick<AccessAdministration, 'workspacesOf'>;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly spelling: Spelling;
  readonly events: Emits<typeof applicationMoved>;
}

export function createMoving({
  database,
  clock,
  control,
  grants,
  templates,
  workflow,
  spelling,
  events,
}: Deps): Moving {
  const demandTemplate = async ({ organization }: OrganizationAccess, id: string): Promise<void> => {
    if ((await templates.get(organization, id)) === null) throw notFound();
  };
  const versionOf = async (
    access: OrganizationAccess,
    { templateId, version }: Omit<Wanted, 'applicationIds'>,
  ): Promise<TemplateVersion> => {
    await demandTemplate(access, templateId);
    return templates.version(access.organization, templateId, version).catch((error: unknown) => {
      throw Problem.is(error) && error.status === 404
        ? invalid([{ pointer: '/version', code: 'unknown-version', detail: 'The template has no such version.' }])
        : error;
    });
  };

  /** An application of the template with the place where its reader may read it; undefined for any other. */
  const found = async (
    access: OrganizationAccess,
    templateId: string,
    id: string,
  ): Promise<{ readonly row: FullRow; readonly there: WorkspaceAccess } | undefined> => {
    const row = isId(id)
      ? await database.read(access, async (tx) =>
          selectFull(tx, access.organization)
            .where('application.id', '=', id)
            .where('application.templateId', '=', templateId)
            .executeTakeFirst(),
        )
      : undefined;
    const there = row && (await control.atWorkspace(access, row.workspaceId));
    return row && there?.can(readApplications) ? { row, there } : undefined;
  };

  /** Throws what stands against moving it. */
  const demandMovable = (access: OrganizationAccess, row: FullRow, version: number): void => {
    if (isDecided(row.status)) throw conflict('already-decided', `This application is ${row.status} already.`);
    if (clientsOf(row.applicants).includes(access.actor.id))
      throw forbidden('You are an applicant of this application: somebody else moves it.');
    if (version < row.templateVersion)
      throw conflict('not-newer', `This application has version ${row.templateVersion}, which is newer.`);
  };

  const moveOne = async (access: OrganizationAccess, to: TemplateVersion, id: string): Promise<void> => {
    const first = await found(access, to.templateId, id);
    if (!first) throw notFound();
    const { there } = first;
    await database.write(there, () =>
      database.attempt(async (tx) => {
        const { organization, actor } = there;
        const applications = tx.sql<ApplicationTables>();
        await applications
          .selectFrom('application')
          .select('id')
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .forUpdate()
          .execute();
        // As it is now that nobody else changes it.
        const row = await selectFull(tx, organization).where('application.id', '=', id).executeTakeFirstOrThrow();
        demandMovable(there, row, to.version);
        if (row.templateVersion === to.version) return;
        const from = await templates.version(organization, to.templateId, row.templateVersion);
        const at = clock.now().toISOString();
        const amount = await amountOf(to, row.answers, { templates, organization });
        const { revision } = await applications
          .selectFrom('answer_revision')
          .select(({ fn }) => fn.max('revision').as('revision'))
          .where('organizationId', '=', organization)
          .where('applicationId', '=', id)
          .executeTakeFirstOrThrow();
        await applications
          .updateTable('application')
          .set(({ eb }) => ({
            ...amount,
            templateVersion: to.version,
            templateName: to.name,
            version: eb('version', '+', 1),
            updatedAt: at,
          }))
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
        await insertRevision(tx, organization, {
          applicationId: id,
          revision: Number(revision) + 1,
          templateVersion: to.version,
          answers: row.answers,
          by: actor,
          at,
        });
        const now = await selectFull(tx, organization).where('application.id', '=', id).executeTakeFirstOrThrow();
        const terms = await replaceTerms(tx, organization, now, textsOf(to, row.answers));
        await spelling.learn(tx, organization, { terms, audience: 'external' });
        events.emit(
          applicationMoved,
          there,
          {
            subject: { type: 'application', id },
            workspace: row.workspaceId,
            before: { templateVersion: row.templateVersion },
            after: { templateVersion: to.version },
          },
          { row: listRow(now), clients: clientsOf(row.applicants) },
        );
        await workflow.goOn(there, id, from);
      }),
    );
  };

  return {
    async running(access, templateId) {
      await demandTemplate(access, templateId);
      const { organization, actor } = access;
      const entered = await Promise.all(
        (await grants.workspacesOf(organization, actor.id)).map((id) => control.atWorkspace(access, id)),
      );
      const open = entered.flatMap((there) => (there?.can(readApplications) ? [there.workspace] : []));
      const rows = await database.read(access, async (tx) =>
        tx
          .sql<ApplicationTables>()
          .selectFrom('application')
          .where('organizationId', '=', organization)
          .where('workspaceId', '=', sql<string>`any(${idArray(open)}::uuid[])`)
          .where('status', 'in', ['Submitted', 'InReview'])
          .where('templateId', '=', templateId)
          .groupBy('templateVersion')
          .select(({ fn }) => ['templateVersion', fn.countAll<string>().as('count')])
          .orderBy('templateVersion', 'desc')
          .execute(),
      );
      return rows.map(({ templateVersion, count }) => ({ version: templateVersion, count: Number(count) }));
    },

    async preview(access, wanted) {
      const to = await versionOf(access, wanted);
      const today = await templates.today(access.organization);
      const previews: Preview[] = [];
      for (const id of new Set(wanted.applicationIds)) {
        const one = await found(access, to.templateId, id);
        if (!one) continue;
        const { row, there } = one;
        const now = templates.check(to, row.answers, today);
        const before = templates.check(
          await templates.version(access.organization, to.templateId, row.templateVersion),
          row.answers,
          today,
        );
        const ahead = row.templateVersion === to.version ? null : await workflow.foresee(there, id, to);
        const refused = refusal(() => demandMovable(there, row, to.version));
        previews.push({
          applicationId: id,
          number: row.number,
          changes: ahead ? [...ahead.steps.map(stepText), ...answerTexts(before, now)] : [],
          faults: refused ? [{ pointer: '', code: refused.code, detail: refused.message }] : ahead ? now.faults : [],
          from: row.status,
          to: ahead ? ahead.status : row.status,
        });
      }
      return previews;
    },

    async move(access, wanted) {
      const to = await versionOf(access, wanted);
      const results = new Map<string, Moved>();
      // Always in the same order, so that two who move the same do not wait for each other for ever.
      for (const applicationId of [...new Set(wanted.applicationIds)].toSorted()) {
        const problem = await moveOne(access, to, applicationId).then(
          () => null,
          (error: unknown) => {
            if (!Problem.is(error) || error.status >= 500) throw error;
            return { code: error.code, detail: error.message };
          },
        );
        results.set(applicationId, { applicationId, moved: problem === null, problem });
      }
      return wanted.applicationIds.flatMap((id) => results.get(id) ?? []);
    },
  };
}

const stepText = ({ kind, name }: StepChange): Preview['changes'][number] => ({
  kind,
  text:
    kind === 'added'
      ? `The step "${name}" is new and is run.`
      : kind === 'changed'
        ? `The step "${name}" is run again.`
        : `The step "${name}" is gone.`,
});

/** What changes for what the applicant has given. */
function answerTexts(before: CheckedAnswers, now: CheckedAnswers): readonly Preview['changes'][number][] {
  const key = (one: { readonly key: string }): string => one.key;
  const [were, are] = [before.documents.map(key), now.documents.map(key)];
  const uncounted = [...now.unknown, ...now.notAsked.map((pointer) => pointer.slice(1))];
  const known = new Set([...before.unknown, ...before.notAsked.map((pointer) => pointer.slice(1))]);
  return [
    ...now.documents
      .filter((one) => !were.includes(one.key))
      .map(({ title }) => ({ kind: 'added' as const, text: `"${title}" is required now.` })),
    ...before.documents
      .filter((one) => !are.includes(one.key))
      .map(({ title }) => ({ kind: 'removed' as const, text: `"${title}" is not required any more.` })),
    ...uncounted
      .filter((name) => !known.has(name))
      .map((name) => ({ kind: 'removed' as const, text: `The answer "${name}" is kept and counts no more.` })),
  ];
}

function refusal(demand: () => void): Problem | null {
  try {
    demand();
    return null;
  } catch (error) {
    if (Problem.is(error)) return error;
    throw error;
  }
}
