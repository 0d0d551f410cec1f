import { Readable } from 'node:stream';
import { badCursor, compareNames, isId, notFound, respond } from '@dossier/sdk';
import type { Contributions, OrganizationId, RouteHandlers, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { SectionKind } from './contract.ts';
import { unitOf } from './figures/shown.ts';
import { onScreen } from './on-screen.ts';
import type { routes } from './routes.ts';
import type { RunService } from './runs/service.ts';
import { runReply } from './runs/reply.ts';
import type { Selected } from './runs/reply.ts';
import type { SavedTemplates } from './saved/saved.ts';
import type { Schedules } from './schedules/schedules.ts';
import type { Catalogue } from './sources/catalogue.ts';
import { narrows } from './sources/values.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ColumnValue } from './sources/values.ts';
import { readersOf } from './audience.ts';

interface Parts {
  readonly templates: SavedTemplates;
  readonly runs: RunService;
  readonly schedules: Schedules;
  readonly sources: Catalogue;
  readonly kinds: Contributions<SectionKind>;
  values(
    access: WorkspaceAccess,
    of: { readonly source: string; readonly column: string },
    signal: AbortSignal,
  ): Promise<readonly ColumnValue[]>;
  readonly grants: AccessAdministration;
  readonly people: People;
  /** What the organization has set. */
  timeZone(organization: OrganizationId): Promise<string | undefined>;
  /** For what is computed while somebody waits. */
  readonly atOnce: ConcurrencyLimit;
}

const USUAL = 50;

export const handlers = ({
  templates,
  runs,
  schedules,
  sources,
  kinds,
  values,
  grants,
  people,
  timeZone,
  atOnce,
}: Parts): RouteHandlers<typeof routes> => ({
  templates: ({ access }) => templates.list(access),
  template: async ({ access, params }) => (await templates.get(access, params.id)) ?? missing(),
  saveTemplate: async ({ access, body }) => {
    const made = await templates.create(access, body);
    return respond(made, {
      status: 201,
      headers: { location: `/api/v1/workspaces/${access.workspace}/report-templates/${made.id}` },
    });
  },
  changeTemplate: ({ access, params, body }) => templates.change(access, params.id, body),
  deleteTemplate: ({ access, params }) => templates.remove(access, params.id),
  sources: async ({ access }) => ({
    sources: sources.list(access).map(({ id, value }) => shownSource(id, value)),
    kinds: kinds.list(access).map(({ id, value: { title, schema } }) => ({ id, title, schema })),
    timeZone: (await timeZone(access.organization)) ?? null,
  }),
  values: ({ access, query, signal }) => atOnce(access.actor.id, () => values(access, query, signal)),
  async recipients({ access }) {
    const found = await people.users(await readersOf(grants, access.organization, access.workspace));
    return [...found.values()].map(({ id, name }) => ({ id, name })).toSorted((a, b) => compareNames(a.name, b.name));
  },
  preview: ({ access, body, signal }) =>
    atOnce(access.actor.id, async () => onScreen(await runs.preview(access, body, signal))),
  run: async ({ access, body }) => made(await runs.request(access, body)),
  async runs({ access, query, url }) {
    const limit = query.limit ?? USUAL;
    const { cursor, scheduleId, state, mine = false } = query;
    if (cursor !== undefined && !isId(cursor)) throw badCursor();
    const found = await runs.list(access, {
      limit: limit + 1,
      mine,
      ...(cursor === undefined ? {} : { after: cursor }),
      ...(scheduleId === undefined ? {} : { schedule: scheduleId }),
      ...(state === undefined ? {} : { states: state === 'open' ? ['queued', 'running'] : [state] }),
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return found.length > limit && last
      ? respond(page.map(runReply), { headers: { link: `<${nextPage(url, last.id)}>; rel="next"` } })
      : page.map(runReply);
  },
  oneRun: async ({ access, params }) => whole(await runs.get(access, params.id)),
  content: async ({ access, params }) => download(await runs.content(access, params.id)),
  repeat: async ({ access, params }) => made(await runs.repeat(access, params.id)),
  cancel: async ({ access, params }) => whole(await runs.cancel(access, params.id)),
  schedules: ({ access }) => schedules.list(access),
  schedule: ({ access, params }) => schedules.get(access, params.id),
  plan: async ({ access, body }) => planned(access, await schedules.create(access, body)),
  replan: ({ access, params, body }) => schedules.change(access, params.id, body),
  unplan: ({ access, params }) => schedules.remove(access, params.id),
  occurrences: ({ body }) => ({ next: schedules.preview(body) }),
});

function missing(): never {
  throw notFound();
}

const whole = (run: Selected) => ({ ...runReply(run), definition: run.definition });
const made = (run: Selected) =>
  respond(whole(run), { status: 201, headers: { location: `/api/v1/report-runs/${run.id}` } });
const planned = <S extends { readonly id: string }>(access: WorkspaceAccess, schedule: S) =>
  respond(schedule, {
    status: 201,
    headers: { location: `/api/v1/workspaces/${access.workspace}/report-schedules/${schedule.id}` },
  });

const shownSource = (id: string, { title, columns, measures }: ReportSource) => ({
  id,
  title,
  columns: Object.entries(columns)
    .filter(([, { hidden }]) => !hidden)
    .map(([key, column]) => ({ key, title: column.title, type: column.type, narrows: narrows(column) })),
  measures: Object.entries(measures).map(([key, { title: heading, how, at, better }]) => ({
    key,
    title: heading,
    unit: unitOf(how),
    at,
    better,
  })),
});

/** A file to keep, never to run: a browser neither guesses its type nor shows it in the place of the application. */
function download({ run, bytes }: { run: Selected; bytes: AsyncIterable<Uint8Array> }) {
  const name = run.fileName ?? `report.${run.format}`;
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return respond(Readable.from(bytes), {
    headers: {
      'content-type': run.contentType ?? 'application/octet-stream',
      ...(run.size === null ? {} : { 'content-length': String(run.size) }),
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    },
  });
}

function nextPage(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
