/** The process dies in the middle of a report: after the restart it is made once, and its recipients get one e-mail. */
import { t } from '@dossier/core/testing/t';
import pg from 'pg';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('no kill -9 loses or doubles a report', { skip: postgres === null }, async (t) => {
  const { env, superUrl } = await postgres!.createDatabase('report');
  const dossier = await startDossier(env);
  t.teardown(() => dossier.remove());
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  t.teardown(() => database.end());

  const ask = async (path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${dossier.demo.baseUrl}${path}`, {
      headers: {
        authorization: `Bearer ${tokenOf(dossier.demo, 'admin')}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const base = `/api/v1/workspaces/${dossier.demo.staffWorkspaceId}`;
  const runs = async (): Promise<readonly Json[]> => ask(`${base}/report-runs`);
  const is = (id: string, state: string) => async (): Promise<boolean> =>
    (await runs()).some((run) => run.id === id && run.state === state);
  const log = async (id: string): Promise<readonly string[]> =>
    (
      await database.query<{ type: string; state: string | null }>(
        `select type, payload ->> 'state' as state from event where "subjectId" = $1 order by seq`,
        [id],
      )
    ).rows.map(({ type, state }) => `${type} ${state}`);
  const dieIn = async (id: string): Promise<void> => {
    await eventually('the report is being made', is(id, 'running'));
    await dossier.kill9();
    await dossier.restart();
    await eventually('the report is made', is(id, 'done'));
  };

  await t.test('one that somebody ordered', async (t) => {
    const { id } = await ask(`${base}/report-runs`, {
      template: 'monthly-operations',
      format: 'pdf',
      parameters: { period: { kind: 'thisYear' } },
    });
    await dieIn(id);
    t.equal((await runs()).length, 1);
    const story = await log(id);
    t.equal(story.filter((one) => one === 'reports/run-requested@1 queued').length, 1);
    t.equal(story.filter((one) => one === 'reports/run-changed@1 done').length, 1, 'it ended once');
    const file = await fetch(`${dossier.demo.baseUrl}/api/v1/report-runs/${id}/content`, {
      headers: { authorization: `Bearer ${tokenOf(dossier.demo, 'admin')}` },
    });
    t.equal(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
      'and its file is whole',
    );
  });

  await t.test('one that a schedule ordered', async (t) => {
    const recipient = dossier.demo.users.find(({ role }) => role === 'admin')!;
    const schedule = await ask(`${base}/report-schedules`, {
      name: 'Daily',
      template: 'monthly-operations',
      format: 'pdf',
      timeZone: 'UTC',
      recipients: [recipient.id],
      recurrence: { every: 'day', at: '06:00' },
    });
    // Its time comes now. Schedules are looked at each minute.
    await database.query(`update report_schedule set "nextAt" = now() - interval '1 second' where id = $1`, [
      schedule.id,
    ]);
    const due = await eventually('the schedule is due', async () =>
      (await runs()).find(({ scheduleId }) => scheduleId === schedule.id),
    );
    await dieIn(due.id);
    t.equal(
      (await runs()).filter(({ scheduleId }) => scheduleId === schedule.id).length,
      1,
      'one run of its occurrence',
    );
    // Letters are written in the transaction that ends the run: after it none can be added.
    const written = async (state: string): Promise<number> =>
      Number(
        (
          await database.query(`select count(*) from mail_message where kind = 'report-ready' and state like $1`, [
            state,
          ])
        ).rows[0].count,
      );
    t.equal(await written('%'), 1, 'one letter is written');
    await eventually('it is sent', async () => (await written('sent')) === 1);
    t.equal((await ask('/api/v1/dev/mail')).filter(({ text }: Json) => text.includes(due.id)).length, 1, 'and arrives');
    t.equal((await ask(`${base}/report-schedules/${schedule.id}`)).next.length, 5, 'and it goes on');
  });
});
