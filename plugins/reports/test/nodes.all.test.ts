/** Two nodes on one PostgreSQL: each occurrence makes one run, also when one of them dies in the middle of it. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, testClock, testPlatform } from '@dossier/core/testing';
import type { Json, TestClient, TestPlatform } from '@dossier/core/testing';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { sectionKinds } from '../contract.ts';
import reports from '../plugin.ts';
import { definePlugin, Type } from '@dossier/sdk';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

t.test('two nodes and a schedule', { skip: postgres === null }, async (t) => {
  const clock = testClock();
  const database = await postgres!.createDatabase('reports');
  /** A kind of section that can be made to stand still on a node, as a process does that has died or sleeps. */
  const still = { on: new Set<string>(), over: Promise.withResolvers<void>() };
  const standing = (node: string) =>
    definePlugin({
      id: 'standing',
      version: '1.0.0',
      kernel: '^1.0.0',
      extends: [sectionKinds],
      setup: (_needs, plugin) =>
        plugin.contribute(
          sectionKinds,
          'standing',
          { open: 'to members' },
          {
            title: 'Standing',
            schema: Type.Object({ kind: Type.Literal('standing') }, { additionalProperties: false }),
            uses: () => [],
            async compute() {
              if (still.on.has(node)) await still.over.promise;
              return {
                kind: 'table',
                title: 'Maker',
                columns: [{ key: 'by', title: 'Made by', type: 'text' }],
                rows: [[[`Made by ${node}.`]]],
                empty: '',
              };
            },
          },
        ),
    });
  const node = (name: string, env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> =>
    testPlatform({ plugins: [reports, standing(name)], clock, env: { ...database.env, ...env } });
  const first = await node('first');
  const second = await node('second', { DATA_DIR: first.dataDir });
  t.teardown(async () => {
    await second.stop();
    await first.stop();
  });
  const acme = await bank(first);
  const base = `/api/v1/workspaces/${acme.staffWorkspace}`;
  const definition = {
    title: 'Words',
    period: { kind: 'lastWeek' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [{ kind: 'standing' }],
  };
  const template = (
    await acme.admin.post(`${base}/report-templates`, { name: 'Words', visibility: 'workspace', definition })
  ).body.id;
  const both = (): Promise<unknown> => Promise.all([first.settle(), second.settle()]);
  await both();
  const plan = (
    await acme.admin.post(`${base}/report-schedules`, {
      name: 'Hourly',
      template,
      format: 'csv',
      timeZone: 'UTC',
      recipients: [],
      recurrence: { every: 'cron', cron: '30 * * * *' },
    })
  ).body;
  const runs = async (): Promise<readonly Json[]> =>
    (await acme.admin.get(`${base}/report-runs?scheduleId=${plan.id}`)).body;
  /** What one node has taken is not the other's to wait for. */
  const dueAt = async (moment: string): Promise<void> => {
    clock.advance(Date.parse(moment) - clock.time() + 5_000);
    const latest = async (): Promise<Json> => {
      await both();
      const [run] = await runs();
      return { occurrence: run?.occurrence, state: run?.state };
    };
    await eventually('the occurrence has its run', latest, { occurrence: moment, state: 'done' });
  };

  await t.test('of two people who save the same version at once, the second gets a conflict', async (t) => {
    const there = second.as({ authorization: `Bearer ${acme.admin.token}` });
    for (let version = 1; version <= 3; version++) {
      const templates = await Promise.all(
        [acme.admin, there].map((who) => who.put(`${base}/report-templates/${template}`, { name: 'Words', version })),
      );
      t.strictSame(templates.map(({ status }) => status).toSorted(), [200, 412]);
      const { name, format, timeZone, recipients, recurrence } = plan;
      const plans = await Promise.all(
        [acme.admin, there].map((who) =>
          who.put(`${base}/report-schedules/${plan.id}`, {
            name,
            template,
            format,
            timeZone,
            recipients,
            recurrence,
            version,
          }),
        ),
      );
      t.strictSame(plans.map(({ status }) => status).toSorted(), [200, 412]);
    }
  });

  await t.test('each occurrence makes one run', async (t) => {
    for (const moment of plan.next.slice(0, 4)) await dueAt(moment);
    const made = await runs();
    t.strictSame(made.map(({ occurrence }) => occurrence).toReversed(), plan.next.slice(0, 4));
    t.strictSame(new Set(made.map(({ state, late }) => `${state} ${late}`)), new Set(['done false']));
    for (const { id } of made)
      t.match(
        (await second.as({ authorization: `Bearer ${acme.admin.token}` }).get(`/api/v1/report-runs/${id}/content`))
          .text,
        /Made by (first|second)/,
        'every node gives it out',
      );
  });

  await t.test('a node that dies in the middle of a run leaves it to the other', async (t) => {
    still.on.add('first');
    clock.advance(Date.parse(plan.next[4]) - clock.time() + 5_000);
    // The first node takes the run and stands still.
    const dead = first.settle();
    await eventually('the first node has taken it', async () => (await runs())[0].state, 'running');
    t.match((await runs())[0], { state: 'running', occurrence: plan.next[4] });
    // As a dead process leaves it: taken, and silent since then. What watches over the queue takes it back, also when
    // the sleeper takes it once more.
    const takenBack = async (): Promise<string> => {
      await first.kernel.database.asOwner((owner) =>
        owner.run(
          `update pgboss.job_common set state = 'retry', start_after = now() - interval '1 minute' where name = 'reports/make' and state = 'active'`,
        ),
      );
      await second.settle();
      return (await runs())[0].state;
    };
    await eventually('the other has made it', takenBack, 'done');
    const made = await runs();
    t.equal(made.length, 5, 'one run for the occurrence');
    t.match(made[0], { state: 'done', occurrence: plan.next[4], late: false });
    const result = async (): Promise<string> =>
      (await acme.admin.get(`/api/v1/report-runs/${made[0].id}/content`)).text;
    t.match(await result(), 'Made by second');
    // It was not dead, only slow: when it goes on, it changes nothing.
    still.over.resolve();
    await dead;
    t.match(await result(), 'Made by second');
    t.equal((await runs()).length, 5);
  });

  await t.test('a run that is being made is cancelled, on its own node and from the other', async (t) => {
    const there = second.as({ authorization: `Bearer ${acme.admin.token}` });
    for (const who of [acme.admin, there]) {
      still.on.add('first').add('second');
      still.over = Promise.withResolvers();
      const { id } = (await acme.admin.post(`${base}/report-runs`, { template, format: 'csv' })).body;
      const run = async (): Promise<Json> => (await acme.admin.get(`/api/v1/report-runs/${id}`)).body;
      const working = first.settle();
      await eventually('it is being made', async () => (await run()).state, 'running');
      t.match(await who.post(`/api/v1/report-runs/${id}/cancel`), {
        status: 200,
        body: { state: 'cancelled', reason: 'Cancelled by Ada Admin.' },
      });
      still.over.resolve();
      await working;
      await second.settle();
      t.match(await run(), { state: 'cancelled', size: null }, 'and stays so');
      t.match(await acme.admin.get(`/api/v1/report-runs/${id}/content`), { status: 409, body: { code: 'not-ready' } });
    }
  });

  await t.test('of two orders for the last place of a workspace one is taken', async (t) => {
    const order = (who: TestClient): Promise<Json> => who.post(`${base}/report-runs`, { template, format: 'csv' });
    const there = second.as({ authorization: `Bearer ${acme.admin.token}` });
    // None ends meanwhile.
    still.over = Promise.withResolvers();
    for (let i = 0; i < 49; i++) t.equal((await order(acme.admin)).status, 201);
    for (let round = 0; round < 8; round++) {
      const both = await Promise.all([acme.admin, there].map(order));
      t.strictSame(both.map(({ status }) => status).toSorted(), [201, 409]);
      t.match(
        both.find(({ status }) => status === 409),
        { body: { code: 'too-many-runs', detail: /cancel some/ } },
      );
      t.equal(
        (await acme.admin.post(`/api/v1/report-runs/${both.find(({ status }) => status === 201)?.body.id}/cancel`))
          .status,
        200,
      );
    }
    still.over.resolve();
  });
});
