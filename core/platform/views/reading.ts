/** What of a kept view still holds, and what of it is no more, in words. */
import type { OrganizationId, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { readApplications } from '../applications/contract.ts';
import { answerColumnOf } from '../applications/queue/contract.ts';
import type { AnswerColumn, Queue } from '../applications/queue/contract.ts';
import type { People } from '../people/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { groupings, ownColumns } from './contract.ts';
import type { Grouping, SavedView, ShownColumn, ViewQuery } from './contract.ts';

/** A view as it is kept. */
export interface StoredView {
  readonly id: string;
  readonly workspaceId: string;
  readonly ownerId: string;
  readonly shared: boolean;
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
  readonly grouping: string | null;
  readonly roles: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly position: number;
  readonly version: number;
}

export interface ReadingDeps {
  readonly queue: Queue;
  readonly templates: Pick<Templates, 'get'>;
  readonly people: Pick<People, 'users'>;
  readonly grants: Pick<AccessAdministration, 'holders' | 'roleNames' | 'holdersInRole'>;
}

/** What the views of a workspace name, as it is now. */
export interface Surroundings {
  /** Templates that are there, by id. */
  readonly templates: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, AnswerColumn>;
  /** Names of people, also of those who left. */
  readonly people: ReadonlyMap<string, string>;
  /** Those who read applications in the workspace. */
  readonly officers: ReadonlySet<string>;
  /** Names of the roles of the workspace. */
  readonly roles: readonly string[];
}

/** What each application has, in words. */
export const ownTitles: Readonly<Record<(typeof ownColumns)[number], string>> = {
  number: 'Number',
  template: 'Template',
  amount: 'Amount',
  status: 'Status',
  waiting: 'Waiting',
  due: 'Due',
  assignee: 'Assignee',
};
const isOwn = (id: string): id is keyof typeof ownTitles => ownColumns.some((one) => one === id);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Looks up at once what several views name. */
export async function surroundings(
  { queue, templates, people, grants }: ReadingDeps,
  { organization, workspace }: WorkspaceAccess,
  views: readonly Pick<StoredView, 'ownerId' | 'query' | 'columns'>[],
): Promise<Surroundings> {
  const answers = views.flatMap(({ columns }) => columns.filter((id) => !isOwn(id)));
  const named = [
    ...views.flatMap(({ query }) => textOf(query['templateId']) ?? []),
    ...answers.flatMap((id) => answerColumnOf(id)?.templateId ?? []),
  ];
  const persons = views.flatMap(({ ownerId, query }) => [ownerId, textOf(query['assignee']) ?? []].flat());
  const [found, columns, users, officers, roles] = await Promise.all([
    Promise.all([...new Set(named)].map((id) => templates.get(organization, id))),
    queue.columns(organization, answers),
    people.users([...new Set(persons)] as UserId[]),
    grants.holders(organization, workspace, readApplications),
    rolesOf(grants, organization, workspace),
  ]);
  return {
    templates: new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one.name]]))),
    columns: new Map(columns.map((column) => [column.id, column])),
    people: new Map([...users].map(([id, { name }]) => [id, name])),
    officers: new Set(officers),
    roles,
  };
}

/** Names of the roles of those who read applications of the workspace. */
const rolesOf = async (
  grants: ReadingDeps['grants'],
  organization: OrganizationId,
  workspace: WorkspaceAccess['workspace'],
): Promise<readonly string[]> =>
  (await grants.roleNames(organization, [workspace], readApplications)).get(workspace) ?? [];

/** Parameters in words, where one is no longer understood. */
const parameters: Readonly<Record<keyof ViewQuery, string>> = {
  view: 'view',
  status: 'status',
  flag: 'mark',
  search: 'search',
  templateId: 'template',
  assignee: 'assignee',
  source: 'source',
  createdFrom: 'begin of receiving',
  createdTo: 'end of receiving',
  decidedFrom: 'begin of deciding',
  decidedTo: 'end of deciding',
  dueFrom: 'begin of the due time',
  dueTo: 'end of the due time',
  amountFrom: 'least amount',
  amountTo: 'largest amount',
  sort: 'order',
};
const isParameter = (name: string): name is keyof ViewQuery => Object.hasOwn(parameters, name);

export interface Held {
  readonly query: ViewQuery;
  readonly columns: readonly string[];
  readonly shown: readonly ShownColumn[];
  readonly group: Grouping | null;
  readonly roles: readonly string[];
  readonly missing: readonly string[];
}

/** What of the view holds in these surroundings. */
export function held(queue: Pick<Queue, 'faults'>, view: StoredView, now: Surroundings): Held {
  const missing: string[] = [];
  let query: ViewQuery = {};
  for (const [name, value] of Object.entries(view.query)) {
    const gone = isParameter(name)
      ? goneOf(queue, { name, value }, { view, now })
      : 'A filter that is not known any more was left out.';
    if (gone !== null) missing.push(gone);
    // Of several marks those that are known go on.
    const kept: unknown =
      gone !== null && Array.isArray(value)
        ? value.filter((one: unknown) => hasForm({ [name]: [one] }) && queue.faults({ [name]: [one] }).length === 0)
        : value;
    const part = { [name]: kept };
    if ((gone === null || (Array.isArray(kept) && kept.length > 0)) && hasForm(part)) query = { ...query, ...part };
  }
  const shown = view.columns.flatMap((id): ShownColumn[] => {
    if (isOwn(id)) return [{ id, title: ownTitles[id], template: null, schema: null }];
    const column = now.columns.get(id);
    if (column) return [{ id, title: column.title, template: column.template, schema: column.schema }];
    const parts = answerColumnOf(id);
    const template = parts && (now.templates.get(parts.templateId) ?? view.names[parts.templateId]);
    missing.push(
      parts
        ? `The column ${view.names[id] ?? parts.key} of ${template ?? 'a template'} is no more.`
        : 'A column that is not known any more was left out.',
    );
    return [];
  });
  const group = groupings.find((one) => one === view.grouping) ?? null;
  if (group === null && view.grouping !== null) missing.push('Its grouping is not known any more.');
  const roles = view.roles.filter((role) => now.roles.includes(role));
  for (const role of view.roles)
    if (!now.roles.includes(role)) missing.push(`The role ${role}, which begins with this view, is no more here.`);
  return { query, columns: shown.map(({ id }) => id), shown, group, roles, missing };
}

/** Why a filter holds no more, as a sentence; null when it does. */
function goneOf(
  queue: Pick<Queue, 'faults'>,
  { name, value }: { readonly name: keyof ViewQuery; readonly value: unknown },
  { view, now }: { readonly view: StoredView; readonly now: Surroundings },
): string | null {
  const part = { [name]: value };
  if (!hasForm(part) || queue.faults(part).length > 0)
    return `The ${parameters[name]} of this view is not known any more.`;
  if (name === 'templateId' && !now.templates.has(String(value)))
    return `The template ${view.names[String(value)] ?? ''} is no more.`.replace('  ', ' ');
  if (name === 'assignee' && !now.officers.has(String(value)))
    return `${now.people.get(String(value)) ?? 'A person'} works here no more: it is not narrowed to them.`;
  return null;
}

/** What is kept may have been written by another version. */
const hasForm = (part: Readonly<Record<string, unknown>>): part is ViewQuery & Record<string, unknown> =>
  Object.entries(part).every(([name, value]) =>
    name === 'status' || name === 'flag'
      ? Array.isArray(value) && value.every((one) => typeof one === 'string')
      : name === 'amountFrom' || name === 'amountTo'
        ? typeof value === 'number'
        : isParameter(name) && typeof value === 'string',
  );

/** The view as its reader meets it. */
export const seen = (
  view: StoredView,
  what: Held,
  o: {
    readonly access: WorkspaceAccess;
    readonly now: Surroundings;
    readonly manages: boolean;
    readonly begins: boolean;
  },
): SavedView => {
  const own = view.ownerId === o.access.actor.id;
  const author = o.now.people.get(view.ownerId);
  return {
    id: view.id,
    workspaceId: view.workspaceId,
    name: view.name,
    shared: view.shared,
    query: what.query,
    columns: [...what.columns],
    group: what.group,
    shown: [...what.shown],
    roles: [...what.roles],
    missing: [...what.missing],
    author: author === undefined ? null : { id: view.ownerId, name: author },
    begins: o.begins,
    own,
    mayChange: own || (view.shared && o.manages),
    position: view.position,
    version: view.version,
  };
};
