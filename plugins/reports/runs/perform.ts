import { Problem, storedTimeZone } from '@dossier/sdk';
import type { Clock, JobRun, Log, OrganizationAccess, WorkspaceAccess } from '@dossier/sdk';
import type { Compute } from '../compute.ts';
import type { OrderedFont, RenderReport } from '../computed.ts';
import type { Definition } from '../definition/contract.ts';
import type { Readers } from '../readers.ts';
import type { Drafts } from './drafts.ts';
import type { RunEmails } from './emails.ts';
import type { Selected } from './reply.ts';
import type { ResultStore } from './result-store.ts';
import type { RunTable } from './run-table.ts';

interface Deps {
  readonly table: RunTable;
  readonly store: ResultStore;
  readonly readers: Readers;
  /** Does the report name something that nothing in these workspaces has any more? */
  nowhere(places: readonly WorkspaceAccess[], definition: Definition): Promise<boolean>;
  readonly compute: Compute;
  readonly render: RenderReport;
  /** Those in addition to the font of reports. */
  fonts(access: WorkspaceAccess): readonly OrderedFont[];
  readonly clock: Clock;
  readonly log: Log;
  readonly drafts: Drafts;
  readonly emails: RunEmails;
}

/** Makes reports, as often as it is asked to: a run that has ended is left alone. */
export interface Performer {
  perform(
    access: OrganizationAccess,
    id: string,
    job: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'last'>,
  ): Promise<void>;
  /** Stops a run on this node. */
  stop(id: string): void;
}

const LOST =
  'A filter or condition of this report names something that was removed, or of which nothing is here any more: nothing was found for it. Choose another one, or leave it out.';

/** Progress is reported in these steps: an event each is enough for a bar and no burden for the log. */
const STEP = 0.2;

export function performer({
  table,
  store,
  readers,
  nowhere,
  compute,
  render,
  fonts,
  clock,
  log,
  drafts,
  emails,
}: Deps): Performer {
  const running = new Map<string, AbortController>();

  const made = async (access: OrganizationAccess, run: Selected, signal: AbortSignal, path: string): Promise<void> => {
    const { definition, parameters, workspaceIds, templateName } = run;
    const person = { kind: 'user' as const, id: run.requestedBy, name: run.requestedByName };
    const places = await readers.demandFor(person, access.organization, workspaceIds, definition);
    const [reader] = places;
    if (!reader) return;
    const report = await compute({
      access: reader,
      workspaces: workspaceIds,
      template: templateName,
      definition,
      timeZone: storedTimeZone(parameters.timeZone ?? 'UTC'),
      language: parameters.language ?? 'en',
      asOf: new Date(run.occurrence ?? run.createdAt),
      createdAt: clock.now(),
      createdBy: run.requestedByName,
      late: run.late,
      whole: run.format !== 'pdf',
      signal,
    });
    await told(access, run.id, 0);
    const drawn = await render(report, run.format, {
      path,
      signal,
      fonts: run.format === 'pdf' ? fonts(reader) : [],
      progress: (done) => void told(access, run.id, done),
    });
    const notice =
      [drawn.notice, (await nowhere(places, definition)) ? LOST : null].filter((one) => one !== null).join(' ') || null;
    const write = await emails.ready(access, run, drawn.size);
    // Cancelled at the last moment, or made by another node: then nothing keeps the file.
    await store.during(access, run.id, drawn.path, (result) =>
      table.end(
        access,
        run.id,
        'done',
        {
          periodLabel: report.period.label,
          fileId: result.id,
          fileName: `${report.title} ${report.period.label}.${run.format}`.replaceAll(/[\\/:*?"<>|]/g, '-'),
          contentType: drawn.contentType,
          size: drawn.size,
          pages: drawn.pages,
          notice,
        },
        async (tx) => {
          await store.keep(access, result, drawn.contentType);
          await write(tx);
        },
      ),
    );
  };

  /**
   * The last reported progress of each run, so that a step is reported once. A run that is no longer running is
   * stopped.
   */
  const steps = new Map<string, number>();
  const told = async (access: OrganizationAccess, id: string, done: number): Promise<void> => {
    const step = Math.floor((0.1 + 0.8 * done) / STEP);
    if ((steps.get(id) ?? -1) >= step) return;
    steps.set(id, step);
    try {
      if (!(await table.progress(access, id, step * STEP))) running.get(id)?.abort(new Cancelled());
    } catch (error) {
      log.warn({ run: id, err: error }, 'The progress of a report could not be noted.');
    }
  };

  return {
    stop: (id) => running.get(id)?.abort(new Cancelled()),

    async perform(access, id, job) {
      const run = await table.begin(access, id, { first: job.attempt === 1 });
      if (!run) return;
      const own = new AbortController();
      running.set(id, own);
      try {
        await drafts.with(`${id}.${run.format}`, (path) =>
          made(access, run, AbortSignal.any([job.signal, own.signal]), path),
        );
      } catch (error) {
        if (own.signal.aborted) return;
        const tookTooLong =
          job.signal.aborted && job.signal.reason instanceof Error && job.signal.reason.name === 'TimeoutError';
        // What the reader may not do, what does not exist or takes too long will not be otherwise in a minute. What the
        // service could not do may be.
        if (!(Problem.is(error) && error.status < 500) && !tookTooLong && !job.last) throw error;
        log.warn({ run: id, err: error }, 'A report could not be made.');
        const reason = tookTooLong
          ? 'The report took too long and was stopped. Choose a shorter period or narrower filters, or leave out tables, and run it again.'
          : inWords(error);
        await table.end(access, id, 'failed', { reason }, await emails.failed(access, run, reason));
      } finally {
        // Whatever would still read for it does not begin.
        own.abort();
        running.delete(id);
        steps.delete(id);
      }
    },
  };
}

class Cancelled extends Error {}

/** Problems are written for people; so are the sentences of the renderer. Anything else stays in the log. */
const inWords = (error: unknown): string => {
  if (Problem.is(error))
    return error.errors.length > 0
      ? error.errors
          .map(({ detail }) => detail)
          .join(' ')
          .slice(0, 1000)
      : error.message;
  const text = error instanceof Error ? error.message : '';
  return /^[A-Z][^\n]{10,300}[.]$/.test(text) && text.startsWith('The report')
    ? text
    : 'The report could not be made. Run it again; if it fails again, tell the operator of this installation.';
};
