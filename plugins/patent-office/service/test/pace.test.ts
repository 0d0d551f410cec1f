/** How quickly the office is asked. The clock is moved by waiting. */
import { t } from '@dossier/core/testing/t';
import { systemClock } from '@dossier/sdk';
import { createPace } from '../pace.ts';

const START = Date.parse('2026-03-02T10:00:00Z');

function paced() {
  let now = START;
  const pace = createPace({
    clock: { ...systemClock, now: () => new Date(now), time: () => now },
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  });
  return { pace, passed: () => now - START, later: (milliseconds: number) => (now += milliseconds) };
}
const suspended = { name: 'OfficeError', reason: 'suspended' };

t.test('a service that is closed keeps no other waiting', async (t) => {
  const { pace, passed, later } = paced();
  pace.closed(new Date(START + 60_000), 'search');
  await pace.turn('retrieval');
  t.equal(passed(), 0);
  await t.rejects(pace.turn('search'), { ...suspended, until: new Date(START + 60_000) });
  later(40_000);
  await pace.turn('search');
  t.equal(passed(), 60_000, 'nor is anybody sent away for the last seconds');
});

t.test('an office that has closed the account is asked nothing at all', async (t) => {
  const { pace } = paced();
  pace.closed(new Date(START + 300_000));
  for (const service of ['search', 'images', 'other'] as const) await t.rejects(pace.turn(service), suspended);
});

t.test('it is believed for an hour at most', async (t) => {
  const { pace, later } = paced();
  pace.closed(new Date(START + 10 * 3_600_000), 'images');
  later(3_600_000);
  await pace.turn('images');
  t.pass('and asked again then');
});

t.test('half of what is allowed is used, and nobody waits for long', async (t) => {
  const { pace, passed, later } = paced();
  pace.heard('idle (images=green:200, search=green:4)');
  await pace.turn('search');
  await pace.turn('search');
  t.equal(passed(), 0);
  await t.rejects(pace.turn('search'), suspended, 'its turn is in a minute');
  later(35_000);
  await pace.turn('search');
  t.equal(passed(), 60_000);
});

t.test('at red it stops until the minute is over', async (t) => {
  const { pace, later } = paced();
  pace.heard('busy (search=red:15)');
  await t.rejects(pace.turn('search'), suspended);
  later(31_000);
  await pace.turn('search');
  t.pass('then it may be asked');
});
