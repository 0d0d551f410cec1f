/** The process dies while it buys a part of a patent: what was used is what the office was asked, wherever it dies. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { chance } from './support.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
/** `DOSSIER_KILL_POINTS=all` dies at each statement. */
const every = process.env['DOSSIER_KILL_POINTS'] === 'all';
const number = 'EP4021789B1';

t.test('wherever it dies, what was used is what the office was asked', { skip: postgres === null }, async (t) => {
  const luck = chance();
  t.comment(`seed ${luck.seed} (DOSSIER_SEED repeats it)`);
  const ops = await startOps({ limits: unhurried });
  t.teardown(() => ops.close());
  const { env, superUrl } = await postgres!.createDatabase('patents');
  const dossier = await startDossier(
    { ...env, PATENT_OFFICE_URL: ops.url, KILL_POINT: 'none' },
    { main: join(import.meta.dirname, 'kill-point-main.ts') },
  );
  t.teardown(() => dossier.remove());
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  t.teardown(() => database.end());
  await dossier.stop();
  t.equal((await dossier.command('seed', '--type', 'PATENT', '--slug', 'penrow')).code, 0);
  const penrow: Demo = JSON.parse(readFileSync(join(dossier.dataDir, 'demo-penrow.json'), 'utf8'));
  const point = join(dossier.dataDir, 'kill-point');
  const log = `${point}.log`;
  const noted = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
  const arm = (at: number, after: boolean): void => {
    rmSync(log, { force: true });
    // Of patents alone: what else is written at a beginning differs from one start to the next.
    writeFileSync(point, JSON.stringify({ at, after, of: 'patent' }));
  };
  const disarm = (): void => rmSync(point, { force: true });
  await dossier.restart({ KILL_POINT: point });

  const ask = (role: string, method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${dossier.demo.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(penrow, role)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const { key, secret } = ops;
  const setUp = await ask('admin', 'PUT', '/integrations/patent-office', { values: { key, secret } });
  t.equal(setUp.status, 200);
  const url = `/workspaces/${penrow.staffWorkspaceId}/patents/${number}/fetch`;
  const buy = (): Promise<Response> => ask('officer', 'POST', url, { parts: ['claims'] });

  /** Since the beginning of this test, from the rows: parts that are kept, and what the ledger says was used. */
  const standing = async (): Promise<Json> =>
    (
      await database.query(
        `select
          (select count(*)::int from patent_part s join patent p on p.id = s."patentId" and p."organizationId" = s."organizationId"
           where s."organizationId" = $1 and p.docdb = $2 and s.part = 'claims') as kept,
          (select coalesce(sum(credits), 0)::int from patent_credit_entry
           where "organizationId" = $1 and about = $2 and what = 'claims' and state = any($3)) as used,
          (select count(*)::int from patent_credit_entry where "organizationId" = $1 and state = any($4)) as open,
          (select sum(used)::int from patent_credit_period where "organizationId" = $1)
           - (select coalesce(sum(credits), 0)::int from patent_credit_entry where "organizationId" = $1 and state = any($3)) as unexplained,
          (select sum(reserved)::int from patent_credit_period where "organizationId" = $1)
           - (select coalesce(sum(credits), 0)::int from patent_credit_entry where "organizationId" = $1 and state = any($4)) as unreserved`,
        [penrow.organization.id, number, ['used', 'interrupted'], ['reserved', 'sent']],
      )
    ).rows[0];
  /** Calls of the office for the claims. */
  const calls = (): number => ops.calls().filter(({ path }) => path.includes('claims')).length;
  const tenMinutesLater = async (): Promise<void> => {
    await database.query(`update patent_credit_entry set until = now() - interval '1 second' where state = any($1)`, [
      ['reserved', 'sent'],
    ]);
    await database.query(`update job_schedule set "reachedAt" = now() - interval '1 hour' where id = $1`, [
      'patents/sweep-credits',
    ]);
  };
  /** As if nobody had asked for it, a minute later: whose flight had died has no claim to it any more. */
  const forget = async (): Promise<void> => {
    await database.query('delete from patent_part where "organizationId" = $1 and part = $2', [
      penrow.organization.id,
      'claims',
    ]);
    await database.query(`update patent_flight set until = now() - interval '1 second'`);
  };

  arm(0, false);
  t.equal((await buy()).status, 200);
  disarm();
  const statements = noted();
  for (const text of statements) t.comment(text);
  const reserved = statements.findIndex((text) => text.startsWith('insert into "patent_credit_entry"'));
  const sent = statements.findIndex((text) => text.startsWith('update "patent_credit_entry" set "state"'));
  const kept = statements.findIndex((text) => text.includes('"patent_part"') && text.startsWith('insert'));
  const end = statements.findLastIndex((text) => text.startsWith('update "patent_credit_period"'));
  t.ok(reserved >= 0 && sent > reserved && kept > sent && end > kept, `${statements.length} statements`);
  t.match(await standing(), { kept: 1, used: 1, unexplained: 0, unreserved: 0 });
  // Each life counts from its beginning.
  await dossier.kill9();
  await dossier.restart();

  // Before the office is asked, when it has answered, while the answer is kept, before that is committed, and after it.
  const points = every
    ? [...statements.keys(), 'at the end' as const]
    : [sent, luck.between(sent + 1, kept), luck.between(kept + 1, end), end + 1];
  const outcomes = new Set<string>();
  for (const index of points) {
    await forget();
    const isAtEnd = index === 'at the end';
    const where = isAtEnd ? 'before the commit' : `before ${statements[index]}`;
    const asked = calls();
    arm((isAtEnd ? end : index) + 1, isAtEnd);
    const torn = buy().catch(() => null);
    await eventually('the process dies', () => dossier.child.process.signalCode !== null);
    const isAcknowledged = (await torn)?.status === 200;
    disarm();
    await tenMinutesLater();
    await dossier.restart();
    const found = await eventually('what the dead one had reserved is ended', standing, ({ open }: Json) => open === 0);
    t.match(found, { unexplained: 0, unreserved: 0 }, `the period is its entries: ${where}`);
    t.equal(found.used, calls(), `what was used is what was asked: ${where}`);
    outcomes.add(found.kept === 1 ? 'kept' : 'lost');
    if (isAcknowledged) t.equal(found.kept, 1, 'what was shown is kept');
    if (!isAtEnd && index <= sent) t.equal(calls(), asked, 'nobody is asked before that is written down');
    await database.query(`update patent_flight set until = now() - interval '1 second'`);
    const again = await buy();
    t.equal(again.status, 200, 'and one can go on');
    t.equal(calls(), found.used + (found.kept === 1 ? 0 : 1), 'what is kept is not asked for again');
    t.match(await standing(), { kept: 1, used: calls(), open: 0, unexplained: 0, unreserved: 0 }, where);
  }
  t.same(outcomes, new Set(['lost', 'kept']), 'it died before the end, and after it');
  const left = await (await ask('officer', 'GET', '/patents/credits')).json();
  t.ok(left.left >= 0);
  t.equal(left.quota, left.left + left.used + left.reserved);
});
