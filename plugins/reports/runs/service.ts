import {
  advisoryLock,
  canonicalTimeZone,
  conflict,
  invalid,
  newId,
  NO_TIME_ZONE,
  notFound,
  Problem,
  storedTimeZone,
} from '@dossier/sdk';
import type { Database, Fault, OrganizationAccess, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import { inDefinition } from '../check-definition.ts';
import type { Beside, Places } from '../check-definition.ts';
import type { Compute } from '../compute.ts';
import type { Format, TemplateReport } from '../computed.ts';
import { adjusted } from '../definition/contract.ts';
import type { Definition, Parameters } from '../definition/contract.ts';
import { demandAll, demandNone } from '../faults.ts';
import type { Readers } from '../readers.ts';
import type { SavedTemplates } from '../saved/saved.ts';
import type { Selected } from './reply.ts';
import type { ResultStore } from './result-store.ts';
import type { NewRun, RunsAsked, RunTable } from './run-table.ts';

/** A template by its id, or a draft that was never saved; with what is set for this run alone. */
export interface Ordered {
  readonly template?: string;
  readonly definition?: Definition;
  readonly parameters?: Parameters;
}

/** A run before it has an id. */
export type Prepared = Omit<NewRun, 'id' | 'format' | 'scheduleId' | 'occurrence' | 'late' | 'repeats'>;

export interface RunService {
  /**
   * What an order comes to, when this reader may have it. Throws `invalid` (422) with every fault, also for a template
   * and workspaces that are not there for them; 404 and 403 for what is switched off or not theirs to read. What `kept`
   * names, parameters that were ordered before, and a saved report, is not asked for again.
   */
  prepare(access: WorkspaceAccess, order: Ordered, kept?: Parameters): Promise<Prepared>;
  request(access: WorkspaceAccess, order: Ordered & { readonly format: Format }): Promise<Selected>;
  /** Computes at once and draws nothing: for the screen. */
  preview(access: WorkspaceAccess, order: Ordered, signal: AbortSignal): Promise<TemplateReport>;
  /** Throws 404 also for private runs of others. */
  get(access: WorkspaceAccess, id: string): Promise<Selected>;
  list(access: WorkspaceAccess, page: RunsAsked): Promise<readonly Selected[]>;
  /** The same report once more, as of now. */
  repeat(access: WorkspaceAccess, id: string): Promise<Selected>;
  /** Throws `already-ended` (409). */
  cancel(access: WorkspaceAccess, id: string): Promise<Selected>;
  /** Throws `not-ready` (409) while there is no result, and `result-deleted` (410) when there is none any more. */
  content(
    access: WorkspaceAccess,
    id: string,
  ): Promise<{ readonly run: Selected; readonly bytes: AsyncIterable<Uint8Array> }>;
}

interface Deps {
  readonly database: Database;
  readonly table: RunTable;
  readonly store: ResultStore;
  readonly readers: Readers;
  readonly templates: SavedTemplates;
  readonly compute: Compute;
  now(): Date;
  check(access: WorkspaceAccess, definition: Definition, beside: Beside): Promise<void>;
  /** What the organization has set, for those who choose none. */
  timeZone(organization: OrganizationId): Promise<string | undefined>;
  enqueue(access: OrganizationAccess, run: { runId: string; workspaceId: string }): Promise<void>;
  /** Stops the run on this node. */
  stop(id: string): void;
}

/** Reports that wait or run in one workspace: more would only wait longer. */
const MOST_OPEN = 50;

export function createRunService(deps: Deps): RunService {
  const { database, table, store, readers, templates, compute, now } = deps;

  const prepare: RunService['prepare'] = async (
    access,
    { template: id, definition: draft, parameters: given = {} },
    kept,
  ) => {
    if ((id === undefined) === (draft === undefined))
      throw invalid([
        {
          pointer: id === undefined ? '/template' : '/definition',
          code: 'one-of-two',
          detail: 'Name a template, or send a definition: one of the two.',
        },
      ]);
    const timeZone =
      given.timeZone === undefined ? await deps.timeZone(access.organization) : canonicalTimeZone(given.timeZone);
    const { timeZone: _, ...others } = given;
    const parameters = timeZone === undefined ? others : { ...others, timeZone };
    const [template, entered] = await Promise.all([
      id === undefined ? undefined : templates.get(access, id),
      readers.entered(access, given.workspaceIds ?? []),
    ]);
    const found = template?.definition ?? draft;
    const faults: Fault[] = [
      ...(given.timeZone !== undefined && timeZone === undefined
        ? [{ pointer: '/parameters/timeZone', code: 'unknown-time-zone', detail: NO_TIME_ZONE }]
        : []),
      ...(found
        ? []
        : [
            {
              pointer: '/template',
              code: 'unknown-template',
              detail: 'There is no report under this id, or it is somebody else’s own. Choose another one.',
            },
          ]),
      ...entered.flatMap((there, at) =>
        there
          ? []
          : [
              {
                pointer: `/parameters/workspaceIds/${at}`,
                code: 'unknown-workspace',
                detail: 'There is no such workspace, or you do not work in it. Leave it out.',
              },
            ],
      ),
    ];
    await demandAll(
      async () => demandNone(faults),
      async () => {
        if (!found) return;
        const known = template ? [template.definition, ...(kept ? [adjusted(template.definition, kept)] : [])] : [];
        await deps.check(access, adjusted(found, parameters), {
          at: placesIn(given),
          others: entered.filter((there) => there !== undefined),
          kept: known,
        });
      },
    );
    const definition = adjusted(found!, parameters);
    const there = await readers.demand(access, parameters.workspaceIds ?? [], definition);
    return {
      workspaceId: access.workspace,
      workspaceIds: there.map(({ workspace }) => workspace),
      template: template?.id ?? null,
      templateName: template?.name ?? definition.title,
      templateVersion: template?.version ?? null,
      definition,
      parameters,
      requestedBy: access.actor.id,
      requestedByName: access.actor.name,
      personal: template?.visibility === 'private',
    };
  };

  const add = (access: WorkspaceAccess, run: NewRun): Promise<void> =>
    database.write(access, async (tx) => {
      // Counts and takes in one go: of two at once the second counts the first.
      await advisoryLock(tx, `reports/room ${access.organization} ${access.workspace}`);
      if ((await table.open(tx, access.organization, access.workspace)) >= MOST_OPEN)
        throw conflict(
          'too-many-runs',
          `${MOST_OPEN} reports of this workspace are waiting already. Let them end, or cancel some.`,
        );
      await table.add(tx, access, run);
      await deps.enqueue(access, { runId: run.id, workspaceId: run.workspaceId });
    });

  const service: RunService = {
    prepare,

    async request(access, { format, ...order }) {
      const run: NewRun = {
        ...(await prepare(access, order)),
        id: newId(),
        format,
        scheduleId: null,
        occurrence: null,
        late: false,
        repeats: null,
      };
      await add(access, run);
      return service.get(access, run.id);
    },

    async preview(access, order, signal) {
      const { definition, workspaceIds, templateName, parameters } = await prepare(access, order);
      return compute({
        access,
        workspaces: workspaceIds,
        template: templateName,
        definition,
        timeZone: storedTimeZone(parameters.timeZone ?? 'UTC'),
        language: parameters.language ?? 'en',
        asOf: now(),
        createdAt: now(),
        createdBy: access.actor.name,
        late: false,
        whole: false,
        signal,
      });
    },

    async get(access, id) {
      const run = await table.find(access.organization, id);
      if (!run || run.workspaceId !== access.workspace || (run.personal && run.requestedBy !== access.actor.id))
        throw notFound();
      return run;
    },

    list: (access, page) =>
      table.page(access.organization, { ...page, workspace: access.workspace, reader: access.actor.id }),

    async repeat(access, id) {
      const { definition, workspaceIds, template, templateName, templateVersion, parameters, format, personal } =
        await service.get(access, id);
      await readers.demand(access, workspaceIds, definition);
      const run: NewRun = {
        id: newId(),
        workspaceId: access.workspace,
        workspaceIds,
        template,
        templateName,
        templateVersion,
        definition,
        parameters,
        format,
        personal,
        requestedBy: access.actor.id,
        requestedByName: access.actor.name,
        scheduleId: null,
        occurrence: null,
        late: false,
        repeats: id,
      };
      await add(access, run);
      return service.get(access, run.id);
    },

    async cancel(access, id) {
      await service.get(access, id);
      if (!(await table.end(access, id, 'cancelled', { reason: `Cancelled by ${access.actor.name}.` })))
        throw conflict('already-ended', 'This run has ended already.');
      deps.stop(id);
      return service.get(access, id);
    },

    async content(access, id) {
      const run = await service.get(access, id);
      await readers.demand(access, run.workspaceIds, run.definition);
      if (run.resultDeletedAt !== null)
        throw new Problem(410, 'result-deleted', 'Deleted', {
          detail: `The file of this run was deleted on ${run.resultDeletedAt.slice(0, 10)}, because it was old. Run the report again.`,
        });
      if (run.state !== 'done' || run.fileId === null)
        throw conflict('not-ready', run.reason ?? 'This report is not finished yet. Try again when it is.');
      return { run, bytes: await store.read(access, run.fileId, run.fileName ?? 'The report') };
    },
  };
  return service;
}

/** What is set for the run stands among its parameters. */
const placesIn = ({ period, filters = {} }: Parameters): Places => ({
  ...inDefinition,
  ...(period === undefined ? {} : { period: '/parameters/period' }),
  filter: (name) => (Object.hasOwn(filters, name) ? `/parameters/filters/${name}` : inDefinition.filter(name)),
});
