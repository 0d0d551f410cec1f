/** The process dies before each statement of recording a payment, and after the last: it is taken once, or not yet. */
import { join } from 'node:path';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { asking } from './asking.ts';
import { killPoint } from './kill-point.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('wherever it dies, what was taken is what is counted', { skip: postgres === null }, async (t) => {
  const { env, superUrl } = await postgres!.createDatabase('payment');
  const dossier = await startDossier(
    { ...env, KILL_POINT: 'none' },
    { main: join(import.meta.dirname, 'kill-point-main.ts') },
  );
  t.teardown(() => dossier.remove());
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  t.teardown(() => database.end());
  const { arm, disarm, noted, settings } = killPoint(dossier.dataDir);
  const { answered } = asking(dossier);
  const [admin, officer] = [tokenOf(dossier.demo, 'admin'), tokenOf(dossier.demo, 'officer')];
  const { samples } = dossier.demo;
  const { draft } = await answered(admin, 'GET', `/templates/${samples.clean.templateId}`);
  const template = await answered(admin, 'POST', '/templates', {
    ...draft,
    name: 'With a fee',
    requiredDocuments: [],
    workflow: [
      {
        ...{ key: 'fee', name: 'Fee', kind: 'SYSTEM', handler: 'PaymentCheckHandler' },
        settings: { fee: 19.99, currency: 'EUR', purpose: 'Application fee' },
      },
      { key: 'decision', name: 'Decision', kind: 'MANUAL' },
    ],
  });
  await answered(admin, 'POST', `/templates/${template.id}/publish`, {});
  const { workspaceId, ...record } = samples.clean;
  let submitted = 0;
  /** Submits one; when it returns the client has mail about it, so that no other work writes meanwhile. */
  const submit = async (): Promise<string> => {
    const made = { ...record, templateId: template.id };
    const { id } = await answered(officer, 'POST', `/workspaces/${workspaceId}/applications`, made);
    submitted += 1;
    const mails = `select count(*) filter (where kind = 'notice-payment-due' and state = 'sent') >= $1
      and count(*) filter (where "settledAt" is null) = 0 as sent from mail_message`;
    await eventually('all have mail', async () => (await database.query(mails, [submitted])).rows[0].sent === true);
    return id;
  };
  const received = { reference: 'Statement 12/3', date: new Date().toISOString().slice(0, 10) };
  const take = (id: string): Promise<Json> =>
    answered(officer, 'POST', `/applications/${id}/payment/record`, received, { 'idempotency-key': id });
  const counted = async (): Promise<{ readonly taken: string; readonly told: string; readonly approved: number }> =>
    (
      await database.query(
        `select
          (select coalesce(sum(minor), 0)::text from payment where state = 'paid') as taken,
          (select coalesce(sum((payload->>'amount')::numeric * 100), 0)::bigint::text from event
            where type = 'payments/recorded@1') as told,
          (select count(*)::int from application where "templateId" = $1 and status = 'Approved') as approved`,
        [template.id],
      )
    ).rows[0];
  const fee = 1999;
  const sums = (payments: number) => ({
    taken: String(payments * fee),
    told: String(payments * fee),
    approved: payments,
  });

  await dossier.stop();
  await dossier.restart(settings);
  let payments = 0;
  // The statements of the second one are those that come each time: what a process remembers it does not ask again.
  for (const armed of [false, true]) {
    const id = await submit();
    if (armed) arm(0, false);
    await take(id);
    disarm();
    payments += 1;
  }
  const statements = noted();
  const end = statements.indexOf(
    'commit',
    statements.findLastIndex((text) => text.startsWith('update "idempotency_key"')),
  );
  t.ok(end > 6, `${end + 1} statements`);
  for (const text of statements.slice(0, end + 1)) t.comment(text);
  t.strictSame(await counted(), sums(payments));
  // A life counts from its first armed statement.
  await dossier.kill9();
  await dossier.restart();

  const outcomes = new Set<number>();
  for (let index = 0; index <= end + 1; index += 1) {
    const id = await submit();
    arm(Math.min(index, end) + 1, index > end);
    const torn = await take(id).catch(() => null);
    await eventually('the process dies', () => dossier.child.process.signalCode !== null);
    disarm();
    await dossier.restart();
    const where = index > end ? 'after its end' : `before ${statements[index]}`;
    const found = await counted();
    const isTaken = found.taken === String((payments + 1) * fee);
    outcomes.add(isTaken ? 1 : 0);
    t.strictSame(found, sums(isTaken ? payments + 1 : payments), `whole or not at all: ${where}`);
    if (torn) t.ok(isTaken, 'what was acknowledged is kept');
    const again = await eventually('it is recorded', () => take(id).catch(() => null));
    t.match(again, { payment: { state: 'paid', received } });
    payments += 1;
    t.strictSame(await counted(), sums(payments), 'and sent again it is taken once');
  }
  t.same(outcomes, new Set([0, 1]), 'it died before the end, and after it');
  await dossier.stop();
  t.equal((await dossier.command('audit', 'verify')).code, 0, 'the sealed log is intact');
});
