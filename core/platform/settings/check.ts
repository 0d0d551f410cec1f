import { reasonOf as wordsOf, storable } from '@dossier/sdk';
import type { Log, OrganizationAccess, SettingValues } from '@dossier/sdk';
import { StepFailed } from './contract.ts';
import type { CheckStep, SettingsCheck, StepPassed, TestResult } from './contract.ts';

const DEFAULT_LIMIT = 10_000;
const LARGEST_LIMIT = 25_000;
/** Characters of base64 by which a secret is recognised. */
const SHORTEST_FORM = 6;

/** Ends when the work ends or the signal is aborted, whichever comes first; work that goes on unheard does no harm. */
export async function until<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  work().then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

/** Runs a plugin's check to its deadline. Never throws: what goes wrong is a step that failed. */
export async function runCheck(
  check: SettingsCheck,
  o: {
    access: OrganizationAccess;
    values: SettingValues;
    secrets: readonly string[];
    signal: AbortSignal;
    log: Log;
    plugin: string;
  },
): Promise<TestResult> {
  const limit = Math.min(check.limit ?? DEFAULT_LIMIT, LARGEST_LIMIT);
  const deadline = AbortSignal.timeout(limit);
  const signal = AbortSignal.any([o.signal, deadline]);
  const without = withoutSecrets(o.secrets.map((field) => o.values[field]));
  const shown = (text: string): string => storable(without(text), 500);
  const steps: CheckStep[] = [];
  const began = performance.now();
  const under: { way: { readonly title: string; readonly since: number } | null } = { way: null };
  let ended = false;
  const add = (
    title: string,
    { since, ...step }: Omit<CheckStep, 'title' | 'milliseconds'> & { since: number },
  ): void => {
    // A check that goes on after its deadline is heard no more.
    if (!ended) steps.push({ ...step, title: without(title), milliseconds: Math.round(performance.now() - since) });
  };
  const reasonOf = (error: unknown): string =>
    deadline.aborted ? `There was no answer within ${limit / 1000} seconds.` : wordsOf(error);
  const fail = (title: string, since: number, error: unknown): void => {
    const { title: other, remedy } =
      error instanceof StepFailed && !deadline.aborted ? error : { title: null, remedy: null };
    add(other ?? title, { since, state: 'failed', detail: shown(reasonOf(error)), remedy: remedy && shown(remedy) });
  };
  const step = async (title: string, work: () => Promise<StepPassed>): Promise<void> => {
    const { since } = (under.way = { title, since: performance.now() });
    try {
      const passed = await until(signal, work);
      const said = typeof passed === 'string' ? { title, detail: passed } : passed;
      add(said.title, { since, state: 'passed', detail: shown(said.detail), remedy: null });
    } catch (error) {
      fail(title, since, error);
      throw error;
    } finally {
      under.way = null;
    }
  };
  try {
    await until(signal, () => check.run({ access: o.access, values: o.values, signal, step }));
    if (steps.length === 0) fail('Test', began, 'The plugin has tested nothing.');
  } catch (error) {
    // At the deadline the step that hangs is still open.
    const { title, since } = under.way ?? { title: 'Test', since: began };
    if (under.way !== null || steps.every(({ state }) => state === 'passed')) fail(title, since, error);
    o.log.info({ plugin: o.plugin, reason: without(reasonOf(error)) }, 'A test of settings failed.');
  }
  ended = true;
  const ok = steps.every(({ state }) => state === 'passed');
  const left = (check.steps ?? []).slice(steps.length);
  return {
    ok,
    milliseconds: Math.round(performance.now() - began),
    steps: ok ? steps : [...steps, ...left.map(notTried)],
  };
}

const notTried = (title: string): CheckStep => ({
  title,
  state: 'not-tried',
  detail: '',
  remedy: null,
  milliseconds: null,
});

/**
 * In base64 the same text looks different at each of three places in a group, and its ends are mixed with what stands
 * next to it.
 */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const inside = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
  );
  // So few characters would be found in words that have nothing to do with it.
  return inside
    .filter((form) => form.length >= SHORTEST_FORM)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/**
 * Takes secrets out of a text, also as a URL, a form, JSON or a Basic credential next to the name of a user would carry
 * them.
 */
function withoutSecrets(secrets: readonly unknown[]): (text: string) => string {
  const texts = secrets
    .filter((secret) => secret !== undefined)
    .map((secret) => (typeof secret === 'string' ? secret : JSON.stringify(secret)));
  const forms = new Set(
    texts.flatMap((text) => [
      text,
      encodeURIComponent(text),
      new URLSearchParams({ '': text }).toString().slice(1),
      JSON.stringify(text).slice(1, -1),
      Buffer.from(text).toString('base64'),
      ...inBase64(text),
    ]),
  );
  forms.delete('');
  if (forms.size === 0) return (text) => text;
  // The longest first, and all at once: what stands in the place of one holds no other.
  const any = new RegExp(
    [...forms]
      .sort((a, b) => b.length - a.length)
      .map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('|'),
    'g',
  );
  return (text) => text.replace(any, '(secret)');
}
