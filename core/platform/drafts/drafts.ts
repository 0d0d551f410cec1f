import { demandMatch, invalid, newId, notFound, regionalDefaults } from '@dossier/sdk';
import type {
  Access,
  Clock,
  Database,
  IfMatch,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
  Transaction,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { FileRecords } from '../files/contract.ts';
import type { People } from '../people/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { Difference, Templates, TemplateVersion } from '../templates/contract.ts';
import { defaultsOf } from '../templates/form/index.ts';
import type { DraftRow, NewerReply, OfferedTemplate } from './contract.ts';
import type { DraftTables, StoredDraft } from './entities.ts';
import { asApplicant } from './names.ts';
import { carry, changesFor } from './newer.ts';
import { offeredTemplates } from './offered.ts';
import { draftsIn, filesOf, findOwn, lockOwn, ownDrafts, removeDraft, renameFiles, whereIsOwn } from './rows.ts';
import { shownDraft, shownRow } from './shown.ts';
import type { ShownDraft, Showing } from './shown.ts';
import type { Tell } from './telling.ts';

/** What is saved of a draft; the language stays when it is left out. */
export type Saving = Pick<StoredDraft, 'answers' | 'typed' | 'step' | 'done' | 'applicants'> & {
  readonly language?: string;
};

/** Drafts of applications, each of its owner alone. Methods with an id throw `not-found` (404) for everybody else. */
export interface Drafts {
  /** `wanted`: language ranges, the most wanted first. */
  offered(access: WorkspaceAccess, wanted?: readonly string[]): Promise<readonly OfferedTemplate[]>;
  /** Throws `invalid` (422) for a template that is not offered here, and past {@link MOST_DRAFTS}. */
  create(access: WorkspaceAccess, o: { templateId: string; language?: string }): Promise<ShownDraft>;
  list(access: OrganizationAccess): Promise<readonly DraftRow[]>;
  get(access: WorkspaceAccess, id: string): Promise<ShownDraft>;
  /** With `ifMatch` it throws `stale` (412) when another tab or device has saved since. */
  save(access: WorkspaceAccess, id: string, saving: Saving, ifMatch?: IfMatch): Promise<ShownDraft>;
  remove(access: WorkspaceAccess, id: string, ifMatch?: IfMatch): Promise<void>;
  /** What is different in the newest version, in the language of the draft. */
  newer(access: WorkspaceAccess, id: string): Promise<NewerReply>;
  /** Moves a draft to the newest version; one that is on it stays as it is. Throws `stale` (412). */
  renew(access: WorkspaceAccess, id: string, ifMatch?: IfMatch): Promise<ShownDraft>;
  /** Deletes what was begun in a workspace that is closed for good: nobody could open it. */
  archived(access: OrganizationAccess, workspace: WorkspaceId): Promise<void>;
  /** The workspace of one's own draft, null for everybody else. */
  whereIs(organization: OrganizationId, id: string, actor: Access['actor']): Promise<string | null>;
}

/** Drafts that one person has at once in an organization. */
const MOST_DRAFTS = 100;

interface Deps extends Showing {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly tenancy: Tenancy;
  readonly people: People;
  readonly records: FileRecords;
  readonly tell: Tell;
  readonly system: SystemAccess;
}

export function createDrafts(deps: Deps): Drafts {
  const { database, clock, templates, tenancy, people, records, tell, system } = deps;

  /** Writes a draft that was locked, as saved now. */
  const keep = async (tx: Transaction, access: WorkspaceAccess, changed: StoredDraft): Promise<ShownDraft> => {
    const savedAt = clock.now().toISOString();
    const row: StoredDraft = { ...changed, revision: changed.revision + 1, savedAt, remindedAt: null };
    const { organizationId, id, ...rest } = stored(row);
    await tx
      .sql<DraftTables>()
      .updateTable('application_draft')
      .set(rest)
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
    tell(access, { id, what: 'saved', savedAt });
    return shownDraft(deps, row, await filesOf(tx, access.organization, id), access.workspaceType);
  };

  /** The version of a draft and the newest one, which is the same where there is no other. */
  const versionsOf = async (row: StoredDraft): Promise<readonly [TemplateVersion, TemplateVersion]> => {
    const { organizationId, templateId, templateVersion } = row;
    const version = await templates.version(organizationId, templateId, templateVersion);
    const newest = await templates.published(organizationId, templateId);
    return [version, newest === null || newest === 'unpublished' ? version : newest];
  };

  return {
    offered: (access, wanted) => offeredTemplates(templates, access, wanted),

    async create(access, { templateId, language }) {
      const { organization, workspace, workspaceType, actor } = access;
      const offered = (await offeredTemplates(templates, access)).find((one) => one.templateId === templateId);
      if (!offered)
        throw invalid([
          {
            pointer: '/templateId',
            code: 'not-offered',
            detail: 'Nobody can apply for this here. Choose one of the templates that this workspace offers.',
          },
        ]);
      const { schema } = await templates.version(organization, templateId, offered.version);
      return database.write(access, async (tx) => {
        const person = await people.user(actor.id, tx);
        if ((await ownDrafts(tx, access)).length >= MOST_DRAFTS)
          throw invalid([
            {
              pointer: '/templateId',
              code: 'too-many-drafts',
              detail: `You have ${MOST_DRAFTS} drafts already. Send or delete one of them first.`,
            },
          ]);
        const now = clock.now().toISOString();
        const row: StoredDraft = {
          organizationId: organization,
          id: newId(),
          workspaceId: workspace,
          ownerId: actor.id,
          templateId,
          templateVersion: offered.version,
          language:
            language ??
            (await people.chosen([actor.id], tx)).get(actor.id)?.language ??
            (await tenancy.organization(organization, tx))?.language ??
            regionalDefaults().language,
          answers: defaultsOf(schema),
          typed: {},
          step: null,
          done: [],
          applicants: person && workspaceType === 'CLIENT' ? [asApplicant(person)] : [],
          revision: 1,
          createdAt: now,
          savedAt: now,
          remindedAt: null,
          sent: null,
          sentAt: null,
        };
        await tx.sql<DraftTables>().insertInto('application_draft').values(stored(row)).execute();
        tell(access, { id: row.id, what: 'saved', savedAt: row.savedAt });
        return shownDraft(deps, row, [], workspaceType);
      });
    },

    list: (access) =>
      database.read(access, async (tx) => Promise.all((await ownDrafts(tx, access)).map((row) => shownRow(deps, row)))),

    get: (access, id) =>
      database.read(access, async (tx) => {
        const row = await findOwn(tx, access.organization, access.actor, id);
        if (!row) throw notFound();
        return shownDraft(deps, row, await filesOf(tx, access.organization, id), access.workspaceType);
      }),

    save: (access, id, { language, ...content }, ifMatch) =>
      database.write(access, async (tx) => {
        const old = await lockOwn(tx, access, id);
        demandMatch(ifMatch, old.revision);
        return keep(tx, access, { ...old, ...content, language: language ?? old.language });
      }),

    newer: (access, id) =>
      database.read(access, async (tx) => {
        const row = await findOwn(tx, access.organization, access.actor, id);
        if (!row) throw notFound();
        const said = (version: TemplateVersion) =>
          templates.inLanguage(access.organization, version, [row.language]).then((found) => found.version);
        const [before, after] = await versionsOf(row);
        const changes =
          before.version === after.version ? [] : changesFor(templates, await said(before), await said(after));
        return { version: after.version, changes: changes.flatMap(shownChange) };
      }),

    renew: (access, id, ifMatch) =>
      database.write(access, async (tx) => {
        const old = await lockOwn(tx, access, id);
        demandMatch(ifMatch, old.revision);
        const versions = await versionsOf(old);
        const [before, after] = versions;
        if (before.version === after.version)
          return shownDraft(deps, old, await filesOf(tx, access.organization, id), access.workspaceType);
        const { files, ...content } = carry(templates, old, versions, await templates.today(access.organization));
        await renameFiles(tx, access.organization, id, files);
        return keep(tx, access, { ...old, ...content, templateVersion: after.version });
      }),

    remove: (access, id, ifMatch) =>
      database.write(access, async (tx) => {
        demandMatch(ifMatch, (await lockOwn(tx, access, id)).revision);
        for (const file of await removeDraft(tx, access.organization, id)) await records.discard(access, file);
        tell(access, { id, what: 'deleted' });
      }),

    archived: (access, workspace) =>
      database.write(access, async (tx) => {
        const { organization } = access;
        // Who closes a workspace may have no rights in drafts, and says nothing to their owners.
        const platform = await system(organization);
        for (const { id, ownerId, sentAt } of await draftsIn(tx, organization, workspace)) {
          for (const file of await removeDraft(tx, organization, id)) await records.discard(access, file);
          if (sentAt === null) tell(platform, { id, what: 'deleted' }, ownerId);
        }
      }),

    whereIs: (organization, id, actor) => database.read(organization, (tx) => whereIsOwn(tx, organization, actor, id)),
  };
}

/** What a client may know of a change. */
const shownChange = ({ what, members, ...row }: Difference): NewerReply['changes'] =>
  what === 'field' || what === 'step' || what === 'document' ? [{ ...row, what, members }] : [];

/** The columns of a draft; what is JSON is given as its text. */
const stored = ({ answers, typed, done, applicants, sent: _, ...row }: StoredDraft) => ({
  ...row,
  answers: JSON.stringify(answers),
  typed: JSON.stringify(typed),
  done: JSON.stringify(done),
  applicants: JSON.stringify(applicants),
});
