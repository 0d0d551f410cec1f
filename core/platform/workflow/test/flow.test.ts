import { t } from '@dossier/core/testing/t';
import fc from 'fast-check';
import { seed } from '../../../testing/seed.ts';
import { activeManual, decided, due, isBehind, record, reached, statusOf } from '../flow.ts';
import type { FlowStep, Result } from '../flow.ts';

const steps = (...kinds: ('S' | 'M')[]): FlowStep[] =>
  kinds.map((kind) => ({ kind: kind === 'S' ? 'SYSTEM' : 'MANUAL', state: 'pending' }));
const after = (flow: readonly FlowStep[], states: readonly FlowStep['state'][]): FlowStep[] =>
  flow.map(({ kind }, i) => ({ kind, state: states[i]! }));
const states = (flow: readonly FlowStep[]): string => flow.map((step) => step.state).join(' ');

/** Plays results in the order in which steps become due, until nothing is due or the results run out. */
function play(flow: readonly FlowStep[], results: readonly Result[]): FlowStep[] {
  let now = [...flow];
  for (const result of results) {
    const position = due(now);
    if (position === null) break;
    now = after(now, record(now, position, result, { claimed: false }));
  }
  return now;
}

t.test('a flow whose SYSTEM steps all pass is approved and skips its MANUAL step', async (t) => {
  const end = play(steps('S', 'S', 'M'), ['passed', 'passed']);
  t.equal(states(end), 'passed passed skipped');
  t.equal(statusOf(end), 'Approved');
});

t.test('a failed step halts at the next MANUAL step and leaves later steps pending', async (t) => {
  const end = play(steps('S', 'M', 'S', 'M'), ['failed']);
  t.equal(states(end), 'failed running pending pending');
  t.equal(statusOf(end), 'InReview');
  t.equal(due(end), null);
});

t.test('without a later MANUAL step the last earlier one becomes active', async (t) => {
  t.equal(states(play(steps('M', 'M', 'S'), ['failed'])), 'pending running failed');
});

t.test('a waiting step neither halts nor goes on', async (t) => {
  const end = play(steps('S', 'S', 'M'), ['waiting', 'passed']);
  t.equal(states(end), 'waiting pending pending');
  t.equal(statusOf(end), 'Submitted');
  t.same(reached(end), [0]);
});

t.test('a check that passes later lets the flow go on by itself, unless an officer claimed it', async (t) => {
  const halted = play(steps('S', 'S', 'M'), ['failed']);
  t.equal(states(after(halted, record(halted, 0, 'passed', { claimed: false }))), 'passed pending pending');
  const claimed = after(halted, record(halted, 0, 'passed', { claimed: true }));
  t.equal(states(claimed), 'passed pending running', 'the result is recorded, the officer keeps the step');
  t.equal(due(claimed), null);
});

t.test(
  'a step that passed and fails when it is asked again takes back what was open behind it, and leaves what had passed',
  async (t) => {
    const waits = play(steps('S', 'S', 'S', 'M'), ['passed', 'passed', 'waiting']);
    for (const result of ['failed', 'waiting', 'started'] as const) {
      t.match(record(waits, 0, result, { claimed: false }).slice(1, 3), ['passed', 'pending'], result);
    }
    t.same(record(waits, 0, 'passed', { claimed: false }), ['passed', 'passed', 'waiting', 'pending']);
  },
);

t.test('a step that is asked again after all had passed, in the same look, makes no officer needless', async (t) => {
  const passed = after(steps('S', 'S', 'M'), ['passed', 'passed', 'skipped']);
  t.same(record(passed, 1, 'waiting', { claimed: false }), ['passed', 'waiting', 'pending']);
  t.same(record(passed, 0, 'failed', { claimed: false }), ['failed', 'passed', 'running']);
});

t.test('a check that is running again leaves the officer their step, so that they may decide meanwhile', async (t) => {
  const halted = play(steps('S', 'M'), ['failed']);
  const again = after(halted, record(halted, 0, 'started', { claimed: false }));
  t.equal(statusOf(again), 'InReview');
  t.equal(states(after(again, decided(again, 'approve')!)), 'skipped passed');
});

t.test('a decision needs an active MANUAL step and ends everything that is open', async (t) => {
  t.equal(decided(steps('S', 'M'), 'approve'), null);
  const halted = play(steps('S', 'M', 'S', 'M'), ['failed']);
  const approved = after(halted, decided(halted, 'approve')!);
  t.equal(states(approved), 'failed passed skipped skipped');
  t.equal(statusOf(approved), 'Approved');
  t.equal(statusOf(after(halted, decided(halted, 'reject')!)), 'Rejected');
});

t.test('whatever happens, in any order', async (t) => {
  const shape = fc
    .tuple(fc.array(fc.constantFrom<'S' | 'M'>('S', 'M'), { maxLength: 6 }), fc.nat(), fc.nat())
    .map(([kinds, s, m]) => {
      const all = [...kinds];
      all.splice(s % (all.length + 1), 0, 'S');
      all.splice(m % (all.length + 1), 0, 'M');
      return steps(...all);
    });
  const act = fc.record({
    which: fc.nat(),
    result: fc.constantFrom<Result>('passed', 'failed', 'waiting', 'started'),
    claimed: fc.boolean(),
    decide: fc.constantFrom('approve', 'reject', null, null, null),
  });

  fc.assert(
    fc.property(shape, fc.array(act, { maxLength: 30 }), (start, acts) => {
      let now: FlowStep[] = start;
      let byOfficer = false;
      for (const { which, result, claimed, decide } of acts) {
        const verdict = decide === null ? null : decided(now, decide as 'approve' | 'reject');
        // What is due, or anything that was reached, checked again.
        const again = reached(now).filter((position) => !isBehind(now, position));
        const position = due(now) ?? again[which % again.length] ?? null;
        if (verdict) {
          now = after(now, verdict);
          byOfficer = true;
        } else if (position !== null && !byOfficer) now = after(now, record(now, position, result, { claimed }));

        const status = statusOf(now);
        const system = now.filter((step) => step.kind === 'SYSTEM').map((step) => step.state);
        if (status === 'Approved' && !byOfficer && system.some((state) => state !== 'passed')) return false;
        if (now.filter((step) => step.kind === 'MANUAL' && step.state === 'running').length > 1) return false;
        if ((status === 'InReview') !== (activeManual(now) !== null)) return false;
        // What was open has ended, or has not begun, wherever a step before it did not pass.
        if (
          now.some(
            (step, i) =>
              step.kind === 'SYSTEM' && (step.state === 'running' || step.state === 'waiting') && isBehind(now, i),
          )
        )
          return false;
        if (byOfficer && now.some((step) => ['pending', 'running', 'waiting'].includes(step.state))) return false;
        const begins = due(now);
        if (status === 'Submitted' && !system.includes('running') && !system.includes('waiting') && begins === null)
          return false;
        if (begins !== null && now.some((step, i) => step.kind === 'SYSTEM' && i < begins && step.state !== 'passed'))
          return false;
        if (!byOfficer && system.includes('failed') && status !== 'InReview') return false;
        if ((status === 'Approved' || status === 'Rejected') && begins !== null) return false;
      }
      return true;
    }),
    { seed, numRuns: 500 },
  );
});
