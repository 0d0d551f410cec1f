import type { MyApplication, MyStep } from './my-application.query.ts';

/** One of the plain steps in which a client sees their application. */
export interface Stage {
  readonly text: string;
  readonly state: 'done' | 'now' | 'open';
}

/** At most so many are shown: more is a workflow, and not where one stands. */
const most = 4;

const ends: Readonly<Record<string, string>> = {
  Approved: 'It is approved',
  Rejected: 'It is not approved',
  Withdrawn: 'You took it back',
};

/** Where in the flow it is: with an officer, else where something runs or waits, else what has not begun. */
const standing = (steps: readonly MyStep[]): number => {
  const at = (holds: (step: MyStep) => boolean): number | undefined => {
    const found = steps.findIndex(holds);
    return found === -1 ? undefined : found;
  };
  return (
    at(({ kind, state }) => kind === 'MANUAL' && (state === 'running' || state === 'waiting')) ??
    at(({ state }) => state === 'waiting') ??
    at(({ state }) => state === 'running' || state === 'pending') ??
    steps.length - 1
  );
};

/**
 * Where it stands in four plain steps at most: that it was sent, what is done with it in the template's own words, and
 * how it ends. Of more words than have room, those before the last share a step, which says what is done now.
 */
export function progressOf({
  status,
  steps,
  template,
}: Pick<MyApplication, 'status' | 'steps'> & {
  readonly template: { readonly inLanguage: Pick<MyApplication['template']['inLanguage'], 'stepsForClients'> };
}): readonly Stage[] {
  const said = template.inLanguage.stepsForClients;
  const told = said.length > 0 ? said : usual(steps);
  const places = told.map(({ key }) => steps.findIndex((step) => step.key === key));
  const at = standing(steps);
  // A step without words belongs to the next one that has some.
  const next = places.findIndex((place) => place >= at);
  const now = next === -1 ? told.length - 1 : next;
  const last = told.length - 1;
  const shared = told.length > most - 2 ? last : 0;
  const middle =
    shared > 0
      ? [
          { text: now < last ? (told[now]?.text ?? '') : 'We checked it', isNow: now < last, isDone: now >= last },
          { text: told[last]?.text ?? '', isNow: now === last, isDone: false },
        ]
      : told.map(({ text }, i) => ({ text, isNow: i === now, isDone: i < now }));
  const end = ends[status];
  const stages = middle.map(({ text, isNow, isDone }): Stage => ({
    text,
    state: end !== undefined || isDone ? 'done' : isNow ? 'now' : 'open',
  }));
  return [
    { text: 'You sent it', state: 'done' },
    // Taken back, nothing more is done with it.
    ...(status === 'Withdrawn' ? [] : stages),
    end === undefined ? { text: 'You hear from us', state: 'open' } : { text: end, state: 'done' },
  ];
}

/** For a template that says nothing to clients. */
function usual(steps: readonly MyStep[]): readonly { readonly key: string; readonly text: string }[] {
  const checks = steps.findLast(({ kind }) => kind === 'SYSTEM');
  const decides = steps.findLast(({ kind }) => kind === 'MANUAL');
  return [
    ...(checks ? [{ key: checks.key, text: 'We check it' }] : []),
    ...(decides ? [{ key: decides.key, text: 'We decide' }] : []),
  ];
}
