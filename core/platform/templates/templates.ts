import { sql } from 'kysely';
import { conflict, demandMatch, inNameOrder, invalid, isDuplicate, isId, newId, notFound } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationId, Transaction } from '@dossier/sdk';
import { answerChecks } from './answers.ts';
import { demandPublishable, demandSavable } from './check-content.ts';
import type { InstalledHandlers } from './check-publish.ts';
import { contentOf } from './content.ts';
import { templateChanged, templateCreated, templatePublished } from './contract.ts';
import type { Template, TemplateContent, Templates, TemplateVersion } from './contract.ts';
import { documentsAsked, documentsOf } from './documents.ts';
import type { TemplateTables } from './entities.ts';
import type { Kinds } from './kinds.ts';
import { versionCache } from './version-cache.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Emits<typeof templateCreated | typeof templateChanged | typeof templatePublished>;
  readonly handlers: InstalledHandlers;
  readonly kinds: Kinds;
}

const find = (tx: Transaction, organization: OrganizationId, id: string) =>
  tx
    .sql<TemplateTables>()
    .selectFrom('template')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', '=', id);

/** The template, which nobody else changes until the transaction ends; throws `not-found` (404). */
export const locked = async (tx: Transaction, organization: OrganizationId, id: string): Promise<Template> => {
  const row = isId(id) ? await find(tx, organization, id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw notFound();
  return asTemplate(row);
};

/** Templates: a draft that is edited, and versions that never change once published. */
export function createTemplates({
  database,
  clock,
  events,
  handlers,
  kinds,
}: Deps): Omit<Templates, 'offers' | 'inLanguage' | 'today' | 'differences'> {
  const cache = versionCache();
  const answers = answerChecks(kinds);

  const isNewest = async (
    tx: Transaction,
    organization: OrganizationId,
    { id, version, name, draft }: Template,
  ): Promise<boolean> =>
    (await tx
      .sql<TemplateTables>()
      .selectFrom('template_version')
      .select('version')
      .where('organizationId', '=', organization)
      .where('templateId', '=', id)
      .where('version', '=', version ?? 0)
      .where('name', '=', name)
      .where(sql<boolean>`"content" = ${JSON.stringify(draft)}::jsonb`)
      .executeTakeFirst()) !== undefined;

  const load = (organization: OrganizationId, id: string, version: number): Promise<TemplateVersion | undefined> =>
    cache.version(`${organization} ${id} ${version}`, async () => {
      const row = await database.read(organization, async (tx) =>
        tx
          .sql<TemplateTables>()
          .selectFrom('template_version')
          .selectAll()
          .where('organizationId', '=', organization)
          .where('templateId', '=', id)
          .where('version', '=', version)
          .executeTakeFirst(),
      );
      if (!row) return undefined;
      const found = versionOf(id, version, row.name, row.content);
      await answers.prepare(found);
      return found;
    });

  return {
    prepare: (version) => answers.prepare(version),
    check(version, given, today) {
      const { faults, unknown, asked } = answers.check(version, given, today);
      const { notAsked, differing, answers: counted } = asked;
      return {
        faults,
        unknown,
        notAsked,
        differing,
        answers: counted,
        documents: documentsAsked(version.requiredDocuments, answers.form(version), asked),
      };
    },

    async create(access, { name, description = '', content: given }) {
      demandName(name);
      await demandSavable(given, kinds);
      const content = contentOf(given, { kinds });
      const now = clock.now().toISOString();
      const template: Template = {
        id: newId(),
        name: name.trim(),
        description,
        version: null,
        draft: content,
        createdAt: now,
        revision: 1,
      };
      await refusingDuplicates(template.name, () =>
        database.write(access, async (tx) => {
          await tx
            .sql<TemplateTables>()
            .insertInto('template')
            .values({
              ...template,
              organizationId: access.organization,
              draft: JSON.stringify(content),
              updatedAt: now,
            })
            .execute();
          events.emit(
            templateCreated,
            access,
            { subject: { type: 'template', id: template.id }, after: { name: template.name } },
            { name: template.name },
          );
        }),
      );
      return template;
    },

    async update(access, id, change, ifMatch) {
      if (change.name !== undefined) demandName(change.name);
      if (change.content !== undefined) await demandSavable(change.content, kinds);
      return refusingDuplicates(change.name ?? '', () =>
        database.write(access, async (tx) => {
          const old = await locked(tx, access.organization, id);
          demandMatch(ifMatch, old.revision);
          const template: Template = {
            ...old,
            revision: old.revision + 1,
            name: change.name?.trim() ?? old.name,
            description: change.description ?? old.description,
            draft: change.content ? contentOf(change.content, { kinds, before: old.draft }) : old.draft,
          };
          await tx
            .sql<TemplateTables>()
            .updateTable('template')
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .set({
              name: template.name,
              description: template.description,
              draft: JSON.stringify(template.draft),
              revision: template.revision,
              updatedAt: clock.now().toISOString(),
            })
            .execute();
          events.emit(
            templateChanged,
            access,
            { subject: { type: 'template', id }, before: members(old), after: members(template) },
            { name: template.name },
          );
          return template;
        }),
      );
    },

    publish: (access, id, ifMatch, note = '') =>
      database.write(access, async (tx) => {
        const template = await locked(tx, access.organization, id);
        demandMatch(ifMatch, template.revision);
        await demandPublishable(template.draft, { handlers, kinds });
        // Clicked twice, or by two at once: what is published already is no new version.
        if (template.version !== null && (await isNewest(tx, access.organization, template)))
          return versionOf(id, template.version, template.name, template.draft);
        const version = (template.version ?? 0) + 1;
        const now = clock.now().toISOString();
        await tx
          .sql<TemplateTables>()
          .insertInto('template_version')
          .values({
            organizationId: access.organization,
            templateId: id,
            version,
            name: template.name,
            content: JSON.stringify(template.draft),
            publishedAt: now,
            note,
            byKind: access.actor.kind,
            byId: access.actor.id,
            byName: access.actor.name,
          })
          .execute();
        await tx
          .sql<TemplateTables>()
          .updateTable('template')
          .set({ version, revision: template.revision + 1, updatedAt: now })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        events.emit(
          templatePublished,
          access,
          { subject: { type: 'template', id }, before: { version: template.version }, after: { version } },
          { version },
        );
        database.afterCommit(() => cache.moved(`${access.organization} ${id}`));
        return versionOf(id, version, template.name, template.draft);
      }),

    get: async (organization, id) =>
      isId(id)
        ? database.read(organization, async (tx) => {
            const row = await find(tx, organization, id).executeTakeFirst();
            return row ? asTemplate(row) : null;
          })
        : null,

    list: (organization) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<TemplateTables>()
            .selectFrom('template')
            .selectAll()
            .where('organizationId', '=', organization)
            .orderBy('name', inNameOrder)
            .orderBy('id')
            .execute()
        ).map(asTemplate),
      ),

    async published(organization, id) {
      if (!isId(id)) return null;
      const newest = await cache.newest(`${organization} ${id}`, clock.now(), () =>
        database.read(
          organization,
          async (tx) =>
            (
              await tx
                .sql<TemplateTables>()
                .selectFrom('template')
                .select('version')
                .where('organizationId', '=', organization)
                .where('id', '=', id)
                .executeTakeFirst()
            )?.version,
        ),
      );
      if (newest === undefined) return null;
      return newest === null ? 'unpublished' : ((await load(organization, id, newest)) ?? null);
    },

    async drafted(organization, id) {
      const row = isId(id)
        ? await database.read(organization, async (tx) => find(tx, organization, id).executeTakeFirst())
        : undefined;
      if (!row) throw notFound();
      await demandPublishable(row.draft, { handlers, kinds });
      const drafted = versionOf(id, (row.version ?? 0) + 1, row.name, row.draft);
      await answers.prepare(drafted);
      return drafted;
    },

    async version(organization, id, version) {
      const found = isId(id) ? await load(organization, id, version) : undefined;
      if (!found) throw notFound();
      return found;
    },
  };
}

const versionOf = (templateId: string, version: number, name: string, content: TemplateContent): TemplateVersion => ({
  ...content,
  templateId,
  version,
  name,
  requiredDocuments: documentsOf(content),
});

const asTemplate = ({ id, name, description, version, draft, createdAt, revision }: Template): Template => ({
  id,
  name,
  description,
  version,
  draft,
  createdAt,
  revision,
});

/** What the trail says of a template: its name and what it is made of, not the whole content twice. */
const members = ({ name, description, draft }: Template): object => ({
  name,
  description,
  fields: Object.keys('properties' in draft.schema ? (draft.schema.properties ?? {}) : {}),
  workflow: draft.workflow,
});

function demandName(name: string): void {
  if (name.trim() === '' || name.length > 200)
    throw invalid([{ pointer: '/name', code: 'bad-name', detail: 'A template has a name of at most 200 characters.' }]);
}

async function refusingDuplicates<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw conflict('name-taken', `This organization has a template called "${name}" already.`);
    throw error;
  }
}
