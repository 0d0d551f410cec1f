import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { newId } from '@dossier/sdk';
import { seed } from '../../testing/seed.ts';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { eventually } from '../../testing/waiting.ts';
import { connect } from '../realtime/support.ts';
import type { Listener } from '../realtime/support.ts';
import { rowsOf, stage } from './stage.ts';
import type { Furnished, Stage } from './stage.ts';
import { marksOf, moves, play, wandererOf } from './traffic.ts';

const listener = ({ platform: { kernel } }: Stage, at: Furnished): Promise<Listener> =>
  connect(
    { tickets: kernel.realtime.tickets, url: `${kernel.publicUrl().replace('http', 'ws')}/rt` },
    {
      actor: { kind: 'user', id: at.admin.id, name: 'Ada Admin' },
      organization: at.organization,
      scopes: null,
      credential: newId(),
      via: 'session',
    },
  );

async function proves(t: Test, env: Readonly<Record<string, string>>, numRuns: number): Promise<void> {
  const lines: string[] = [];
  const s = await stage({
    listen: true,
    logTo: { write: (line) => void lines.push(line) },
    env: { LOG_LEVEL: 'debug', ...env },
  });
  const { a, b, platform, multi, browser } = s;
  const heard = await Promise.all(
    [a, b].map(async (at) => {
      const one = await listener(s, at);
      const codes = await one.subscribe(
        `dossier/1/o/${at.organization}/w/${at.staffWorkspace}/s/application`,
        `dossier/1/o/${at.organization}/cfg`,
        `dossier/1/o/${at.organization}/w/${at.staffWorkspace}/cfg`,
      );
      t.strictSame(codes, [0, 0, 0]);
      return one;
    }),
  );
  t.teardown(async () => {
    await Promise.all(heard.map((one) => one.end()));
    await platform.stop();
  });

  await t.test('no answer to either is ever of the other', async (t) => {
    t.comment(`DOSSIER_SEED=${seed}`);
    const wanderer = await wandererOf(s);
    // Not shrunk: what has happened stays.
    const run = await fc.check(
      fc.asyncProperty(moves, async (all) => {
        const faults = (await Promise.all(all.map((move) => play(s, wanderer, move)))).filter(
          (fault) => fault !== null,
        );
        if (faults.length > 0) throw new Error(faults.join('\n'));
      }),
      { seed, numRuns, endOnFailure: true },
    );
    t.notOk(run.failed, `${String(run.errorInstance)} ${JSON.stringify(run.counterexample)}`);
  });

  await t.test('400 requests at once of both and of nobody find each their own', async (t) => {
    const nowhere = await browser(multi.id, null);
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, i) =>
        (i % 3 === 2 ? nowhere : i % 3 === 1 ? b.admin : a.admin).get('/api/v1/applications?limit=100'),
      ),
    );
    const expected = [
      [200, true, false],
      [200, false, true],
      [404, false, false],
    ];
    t.strictSame(
      answers.map(({ status, text }) => [status, text.includes(a.slug), text.includes(b.slug)]),
      answers.map((_, i) => expected[i % 3]),
    );
  });

  await t.test('no row, event or message of either bears the canary of the other', async (t) => {
    for (const at of [a, b])
      t.equal(
        (
          await at.key.post('/api/v1/applications', {
            ...at.record(at.ids['templates']!),
            applicants: [{ type: 'PRIMARY', firstName: at.slug, lastName: 'Last', email: 'last@else.example' }],
          })
        ).status,
        201,
      );
    await platform.settle();
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const [table, rows] of await rowsOf(s, own))
        t.notOk(
          rows.split('\n').find((row) => marksOf(other).some((mark) => row.includes(mark))),
          `${own.slug} ${table}`,
        );
    }
    for (const [i, [own, other]] of (
      [
        [a, b],
        [b, a],
      ] as const
    ).entries()) {
      await eventually('its own is heard', () => heard[i]!.got.some(({ text }) => text.includes(own.slug)));
      t.notOk(
        heard[i]!.got.find(({ address, text }) => marksOf(other).some((mark) => `${address} ${text}`.includes(mark))),
        `messages of ${own.slug}`,
      );
    }
  });

  // A line of the log is of one request: nothing of two tenants stands in one, and what was written by people stands in
  // none.
  await t.test('no line of the log bears the canaries of both', async (t) => {
    t.ok(lines.length > 0, `${lines.length} lines`);
    t.notOk(
      lines.find(
        (line) => marksOf(a).some((mark) => line.includes(mark)) && marksOf(b).some((mark) => line.includes(mark)),
      ),
    );
    t.notOk(
      lines.find((line) => new RegExp(`@(${a.slug}|${b.slug})\\.example`).test(line)),
      'nor the address of anybody',
    );
  });
}

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());
// The embedded database has one connection, so that little is at once there: it is looked at where nothing else runs.
if (postgres)
  t.test('two tenants at once, on PostgreSQL with five connections', async (t) => {
    const { overseen } = await postgres.createDatabase('isolation');
    // The migrating login looks through the rows: the policies hide most of them from the owner.
    await proves(t, { ...overseen, POOL_SIZE: '5', SECRET_KEY: randomBytes(32).toString('base64') }, 12);
  });
else t.test('two tenants at once, embedded', (t) => proves(t, {}, 8));
