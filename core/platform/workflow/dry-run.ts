/** Cases run against a template without any effect. Many at once: what is read is read for all of them together. */
import { isDeepStrictEqual } from 'node:util';
import { shapeOf, slices } from '@dossier/sdk';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { TemplateVersion, WorkflowStepDefinition } from '../templates/contract.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Reason, StepHandler, WorkflowCase } from './contract.ts';
import { faultReasons, understand } from './outcome.ts';
import type { Verdict } from './outcome.ts';
import type { OutsideAnswer } from './outside-answers.ts';
import type { OpenParts } from './reopen.ts';
import { badSettings, handlerOf, judged, runInside } from './run-handler.ts';
import { freshSteps } from './steps.ts';
import type { StepRow } from './entities.ts';
import { manualAfter } from './flow.ts';
import type { DryRun, Ending, Trial } from './trial/contract.ts';

/** Milliseconds after which others have a turn: a request needs some in a row. */
const SLICE = 3;

/** A case on its way. */
interface Trying {
  readonly subject: WorkflowCase;
  readonly then: Ending | null;
  readonly faults: readonly Reason[];
  readonly answers: readonly OutsideAnswer[];
  end?: Omit<Trial, 'then'>;
}

export function dryRun(parts: OpenParts): DryRun {
  const { database, clock, handlers, log } = parts;
  // Its own: a check that is slow to thousands of trials may still be asked by who submits.
  const silent = circuitBreaker(() => clock.time());

  return {
    async tryOut(access, template, cases, signal) {
      const pause = slices(SLICE);
      await parts.templates.prepare(template);
      const system = await parts.system(access.organization, access.workspace);
      const ids = cases.map(({ id }) => id);
      const rows = await parts.steps.of(system.organization, ids);
      const answers = await parts.outsideAnswers.of(system.organization, ids);
      const today = await parts.templates.today(system.organization);
      const tries: Trying[] = [];
      for (const one of cases) {
        await pause();
        const checked = parts.templates.check(template, one.answers, today);
        tries.push({
          subject: {
            ...one,
            answers: checked.answers,
            template: { ...template, requiredDocuments: checked.documents },
          },
          then: endingOf(rows.get(one.id) ?? [], template),
          faults: faultReasons(checked.faults),
          answers: answers.get(one.id) ?? [],
        });
      }
      const first = template.workflow.find(({ kind }) => kind === 'SYSTEM');
      for (const [position, step] of template.workflow.entries()) {
        if (step.kind !== 'SYSTEM') continue;
        signal.throwIfAborted();
        if (step === first)
          for (const one of open(tries))
            if (one.faults.length > 0) end(one, position, { result: 'failed', reasons: one.faults });
        const left = open(tries);
        const at = { step, left, system, signal, database, clock, silent, pause, handlers, log };
        const verdicts = await verdictsOf(at);
        left.forEach((one, i) => end(one, position, verdicts[i]!));
      }
      return new Map(
        tries.map(({ subject, then, end: now = approved }) => [
          subject.id,
          { then, ...now, ...(then === null ? unfinished : {}) },
        ]),
      );
    },
  };
}

const approved: Omit<Trial, 'then'> = { now: { end: 'approved', step: null }, notTried: null, reasons: [] };
const unfinished: Omit<Trial, 'then'> = {
  now: null,
  notTried: 'The system has not come to an end with it yet.',
  reasons: [],
};

const open = (tries: readonly Trying[]): Trying[] => tries.filter((one) => one.end === undefined);

/** Where the SYSTEM steps of a case have led. A step that the template still has is called as it is called there. */
function endingOf(rows: readonly StepRow[], { workflow }: TemplateVersion): Ending | null {
  const manual = rows.find(({ kind, state }) => kind === 'MANUAL' && state !== 'pending' && state !== 'skipped');
  if (manual) {
    const { key, name } = workflow.find((step) => step.key === manual.key) ?? manual;
    return { end: 'halted', step: { key, name } };
  }
  return rows.length > 0 && rows.every(({ kind, state }) => kind === 'MANUAL' || state === 'passed')
    ? { end: 'approved', step: null }
    : null;
}

/** What a step came to; one that passed leaves the case open for the next. */
function end(one: Trying, position: number, verdict: Verdict): void {
  if (verdict.result === 'passed') return;
  const { workflow } = one.subject.template;
  const { key, name } = workflow[verdict.result === 'failed' ? manualAfter(workflow, position) : position]!;
  one.end =
    verdict.result === 'again'
      ? { now: null, notTried: verdict.why, reasons: [] }
      : {
          now: { end: verdict.result === 'failed' ? 'halted' : 'waiting', step: { key, name } },
          notTried: null,
          reasons: verdict.reasons,
        };
}

interface AtStep extends Pick<OpenParts, 'clock' | 'handlers' | 'log'> {
  readonly step: WorkflowStepDefinition;
  readonly left: readonly Trying[];
  readonly system: WorkspaceAccess;
  readonly signal: AbortSignal;
  readonly database: Database;
  readonly silent: CircuitBreaker;
  pause(): Promise<void>;
}

/** What the handler of a step says of each case; `again` means that nobody can say, and why. */
async function verdictsOf(at: AtStep): Promise<readonly Verdict[]> {
  const { step, left, system, signal, pause } = at;
  const { settings = {} } = step;
  const row = { name: step.name, handler: step.handler ?? null };
  const all = (verdict: Verdict): readonly Verdict[] => left.map(() => verdict);
  const handler = handlerOf(at.handlers, system, row.handler);
  if ('result' in handler)
    return all(handler.result === 'again' ? { ...handler, why: `"${step.name}" cannot be asked now.` } : handler);
  if (handler.settings && !shapeOf(handler.settings).fits(settings)) return all(understand(badSettings(row)));
  const silence: Verdict = { result: 'again', why: `"${step.name}" did not say what it would come to.` };
  if (handler.outside) return left.map((one) => replayed(handler, one, step));
  if (handler.judge) {
    const found = await judged(
      handler,
      left.map(({ subject }) => ({ case: subject, settings })),
      {
        access: system,
        signal,
        log: at.log,
      },
    );
    return left.map((_, i) => (found?.[i]?.result === 'again' ? silence : (found?.[i] ?? silence)));
  }
  const verdicts: Verdict[] = [];
  for (const { subject } of left) {
    signal.throwIfAborted();
    await pause();
    const verdict = await undone(at.database, system, () =>
      runInside(at, {
        handler,
        row: freshSteps(subject).find(({ key }) => key === step.key)!,
        subject,
        access: system,
        log: at.log,
        signal,
      }),
    );
    verdicts.push(verdict.result === 'again' ? silence : verdict);
  }
  return verdicts;
}

/** What an outside handler said at this step when it was asked. Asked otherwise, it might have said something else. */
function replayed(handler: StepHandler, { subject, answers }: Trying, step: WorkflowStepDefinition): Verdict {
  const kept = answers.find(({ key, handler: id }) => key === step.key && id === step.handler);
  if (!kept) return { result: 'again', why: `What "${step.name}" was answered outside has not been kept.` };
  const { settings = {} } = step;
  if (handler.replay && kept.evidence !== null) {
    const verdict = said(handler, { case: subject, settings, evidence: kept.evidence });
    if (verdict.result !== 'again') return verdict;
  }
  return isDeepStrictEqual(kept.settings, settings)
    ? { result: kept.outcome, reasons: kept.reasons }
    : { result: 'again', why: `"${step.name}" was asked outside with other settings.` };
}

function said(handler: StepHandler, step: Parameters<NonNullable<StepHandler['replay']>>[0]): Verdict {
  try {
    return understand(handler.replay?.(step));
  } catch {
    return { result: 'again', why: 'The handler threw.' };
  }
}

class Undone extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super('What was tried is undone.');
    this.verdict = verdict;
  }
}

/** Runs in a transaction that is always rolled back: rows, events and jobs of it never were. */
async function undone(database: Database, system: WorkspaceAccess, run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await database.write(system, () =>
      database.attempt(async () => {
        throw new Undone(await run());
      }),
    );
  } catch (error) {
    if (error instanceof Undone) return error.verdict;
    throw error;
  }
}
