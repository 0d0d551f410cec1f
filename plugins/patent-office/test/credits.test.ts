/** Credits: what the organization used is what the office was asked, by however many, and whatever goes wrong. */
import { t } from '@dossier/core/testing/t';
import { toldOf } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { Database } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';
import { answered, asked, credits, inside, parts, search, stage } from './stage.ts';
import type { Stage } from './stage.ts';

const week = 7 * 86_400_000;
const s = await stage({ credits: 5 });
t.teardown(() => s.stop());
const command = (...args: string[]): Promise<number> =>
  s.platform.kernel.command('credits')!.run(args, () => undefined);

/** A new week for everybody, with so many credits, and an office that has heard nothing yet. */
const withCredits = async (credits: number): Promise<void> => {
  s.platform.clock.advance(week);
  s.ops.control.reset();
  s.ops.control.used({ hour: 0, week: 0 });
  for (const { slug } of [s.penrow, s.hale]) await command(slug, String(credits));
};

const csv = `${inside(s.penrow)}/credits/entries.csv`;
const entries = async (): Promise<readonly string[]> =>
  (await s.penrow.admin.get(csv)).text.trim().split('\r\n').slice(1);

/** Of the entries of this week, and of the week itself, straight from the rows. */
const ledger = async ({ platform, penrow }: Stage): Promise<Json> =>
  platform.kernel.database.asOwner(async (owner) => {
    const sum = await owner.run(
      `select coalesce(sum("credits") filter (where "state" = 'used'), 0)::int as used,
        count(*) filter (where "state" = 'reserved')::int as open
       from "patent_credit_entry" where "organizationId" = $1
        and "begins" = (select max("begins") from "patent_credit_period" where "organizationId" = $1)`,
      [penrow.organization],
    );
    const period = await owner.run(
      'select "used", "reserved", "quota" from "patent_credit_period" where "organizationId" = $1 order by "begins" desc limit 1',
      [penrow.organization],
    );
    return { entries: sum.rows[0], period: period.rows[0] };
  });

t.test('of fifty who ask at once with one credit left one is answered, and the ledger is what was asked', async (t) => {
  await withCredits(1);
  const numbers = Array.from({ length: 50 }, (_, i) => `ti=tank${i}`);
  const answers = await Promise.all(numbers.map((cql) => search(s.penrow, { cql })));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  t.same([...statuses.keys()].sort(), [200, 409]);
  t.equal(statuses.get(200)?.length, 1);
  t.ok(statuses.get(409)?.every(({ body }) => body.code === 'no-credits'));
  t.match(statuses.get(409)?.[0]?.text, /needs 1 credit, and 0 are left/);
  t.equal(asked(s.ops).length, 1, 'the office was asked once');
  t.match(await ledger(s), { entries: { used: 1, open: 0 }, period: { used: 1, reserved: 0, quota: 1 } });
  t.match(await credits(s.penrow), { left: 0, used: 1, reserved: 0 });
});

t.test('fifty who read the same patent first pay one credit together; after that it costs nothing', async (t) => {
  await withCredits(1);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      parts(s.penrow, 'EP4352417B1', ['biblio'], [s.penrow.officer, s.penrow.admin, s.penrow.clerk][i % 3]),
    ),
  );
  t.same([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal(new Set(answers.map(({ body }) => JSON.stringify(body.biblio))).size, 1, 'all read the same');
  t.equal(asked(s.ops).length, 1);
  for (const who of [s.penrow.officer, s.penrow.clerk]) {
    t.equal((await parts(s.penrow, 'EP 4352417 B1', ['biblio'], who)).status, 200, 'in another spelling, too');
    t.match((await who.get(`${inside(s.penrow)}/EP4352417B1`)).body, { biblio: Object });
  }
  t.equal(asked(s.ops).length, 1);
  t.match(await ledger(s), { entries: { used: 1, open: 0 }, period: { used: 1, reserved: 0 } });
  t.equal((await parts(s.penrow, 'EP4352417B1', ['claims'])).status, 409, 'what is not kept needs one');
});

t.test(
  'a search is a credit, also when it finds nothing; a refused one is none, and both are in the list',
  async (t) => {
    await withCredits(20);
    t.match(await search(s.penrow, { cql: 'ti=quokkaberry' }), { status: 200, body: { total: 0 } });
    t.match(await credits(s.penrow), { used: 1, left: 19, quota: 20, reserved: 0, isLow: false });
    s.ops.control.next('error');
    t.equal((await search(s.penrow, { cql: 'ti=tank' })).status, 503);
    t.match(await credits(s.penrow), { used: 1, reserved: 0 });
    const [found, refused] = (await entries()).slice(-2);
    t.match(found, /Search,ti=quokkaberry,1,Used$/);
    t.match(refused, /Search,ti=tank,0,"?No answer, nothing used"?$/);
  },
);

t.test('a page behind the last hit is no error, and behind the two thousandth nothing is asked', async (t) => {
  await withCredits(20);
  const first = await search(s.penrow, { cql: 'ti=tank' });
  const behind = await search(s.penrow, { cql: 'ti=tank', from: first.body.total + 1 });
  t.match(behind, { status: 200, body: { hits: [], total: first.body.total } });
  const before = await ledger(s);
  t.match(await search(s.penrow, { cql: 'ti=tank', from: 2_001 }), {
    status: 422,
    body: { errors: [{ pointer: '/from', code: 'out-of-reach' }] },
  });
  t.same(await ledger(s), before);
});

t.test('what fails costs nothing, and the next try is asked anew', async (t) => {
  await withCredits(10);
  for (const fault of ['lost', 'empty', 'truncated', 'error', 'html'] as const) {
    s.ops.control.next(fault);
    const answer = await parts(s.penrow, 'EP4021789B1', ['claims']);
    t.ok(answer.status >= 400 || answer.body.claims === null, `${fault}: ${answer.status}`);
    t.match(await credits(s.penrow), { used: 0, reserved: 0, left: 10 }, fault);
  }
  const healed = await parts(s.penrow, 'EP4021789B1', ['claims']);
  t.match(healed.body, { claims: [{ claims: [{ number: 1 }] }] });
  t.match(await credits(s.penrow), { used: 1, reserved: 0, left: 9 });

  s.ops.control.black('retrieval', 60_000);
  t.match(await parts(s.penrow, 'EP4021789B1', ['description']), { status: 503, text: /No credit was used/ });
  s.ops.control.reset();
  s.platform.clock.advance(120_000);
  s.ops.control.used({ week: 4_000_000_000 });
  t.match(await parts(s.penrow, 'EP4021789B1', ['description']), { status: 503, text: /no more in this week/ });
  t.match(await credits(s.penrow), { used: 1, reserved: 0 });
});

t.test('a reservation whose process has died is given up after a quarter of an hour', async (t) => {
  await withCredits(3);
  await search(s.penrow, { cql: 'ti=tank' });
  // As a process leaves it that dies while it waits for the office.
  await s.platform.kernel.database.asOwner(async (owner) => {
    const now = `"begins" = (select max("begins") from "patent_credit_period" where "organizationId" = $1)`;
    const of = `where "organizationId" = $1 and ${now}`;
    await owner.run(`update "patent_credit_entry" set "state" = 'reserved' ${of}`, [s.penrow.organization]);
    await owner.run(`update "patent_credit_period" set "used" = 0, "reserved" = 1 ${of}`, [s.penrow.organization]);
  });
  t.match(await credits(s.penrow), { left: 2, reserved: 1 });
  // A schedule counts from when it is seen first.
  await s.platform.settle();
  t.match(await credits(s.penrow), { left: 2, reserved: 1 }, 'not before');
  s.platform.clock.advance(21 * 60_000);
  await s.platform.settle();
  t.match(await credits(s.penrow), { left: 3, used: 0, reserved: 0 });
});

t.test('they are there again on Monday, and what was used before is still told', async (t) => {
  await withCredits(2);
  await search(s.penrow, { cql: 'ti=tank' });
  await search(s.penrow, { cql: 'ti=brake' });
  t.equal((await search(s.penrow, { cql: 'ti=filter' })).status, 409);
  const { refillAt } = await credits(s.penrow);
  t.ok(Date.parse(refillAt) - s.platform.clock.time() <= week);
  s.platform.clock.advance(Date.parse(refillAt) - s.platform.clock.time() - 1_000);
  t.equal((await search(s.penrow, { cql: 'ti=filter' })).status, 409, 'not a second before');
  s.platform.clock.advance(1_000);
  t.equal((await search(s.penrow, { cql: 'ti=filter' })).status, 200);
  t.match(await credits(s.penrow), { left: 1, used: 1 });
  t.match(
    (await entries()).slice(-3).map((line) => line.split(',').slice(-3)),
    [
      ['ti=tank', '1', 'Used'],
      ['ti=brake', '1', 'Used'],
      ['ti=filter', '1', 'Used'],
    ],
  );
  t.equal((await s.penrow.clerk.get(csv)).status, 403);
  t.match(await credits(s.penrow, s.penrow.admin), { maySeeEntries: true, maySave: true });
  t.match(await credits(s.penrow, s.penrow.clerk), { maySeeEntries: false });
});

t.test('when nine tenths are used, who sets up integrations hears it, once in a period', async (t) => {
  await withCredits(10);
  const heard = async (who = s.penrow.admin): Promise<number> => {
    await s.platform.settle();
    return (await toldOf(s.platform, who, s.penrow.organization)).filter(({ kind }) => kind === 'patent-credits')
      .length;
  };
  const before = await heard();
  for (let i = 0; i < 8; i += 1) await search(s.penrow, { cql: `ti=tank${i}` });
  t.equal(await heard(), before);
  t.match(await credits(s.penrow), { isLow: false });
  await search(s.penrow, { cql: 'ti=tank8' });
  t.equal(await heard(), before + 1);
  await search(s.penrow, { cql: 'ti=tank9' });
  t.equal(await heard(), before + 1, 'not again');
  t.equal(await heard(s.penrow.clerk), 0);
  t.match(await credits(s.penrow), { isLow: true, left: 0 });
  s.platform.clock.advance(week);
  for (let i = 0; i < 9; i += 1) await search(s.penrow, { cql: `ti=brake${i}` });
  t.equal(await heard(), before + 2, 'in the next period it is news again');
});

t.test('what one organization keeps another one pays for itself, and is never given', async (t) => {
  await withCredits(20);
  const url = (at: typeof s.penrow): string => `${inside(at)}/EP1012211A1/pdf`;
  for (const at of [s.penrow, s.hale]) {
    await parts(at, 'EP1012211A1', ['images']);
    t.match((await at.officer.get(url(at))).body, { isWhole: false, credits: 6 }, `${at.slug} finds nothing there`);
    await at.officer.post(url(at), {});
    await s.platform.settle();
    t.match((await at.officer.get(url(at))).body, { isWhole: true });
  }
  t.match(await credits(s.penrow), { used: 7 });
  t.match(await credits(s.hale), { used: 7 });
  t.equal(answered(s.ops, 'key-of-penrow'), 7);
  t.equal(answered(s.ops, 'key-of-hale'), 7, 'by its own account');
  const { rows } = await s.platform.kernel.database.asOwner((owner) =>
    owner.run('select count(*)::int as n, count(distinct "fileId")::int as files from "patent_document"'),
  );
  t.match(rows, [{ n: 2, files: 2 }], 'two files');
  t.equal((await s.hale.officer.get(`${url(s.penrow)}/file`)).status, 404);
});

t.test('the operator says how many, for one organization alone', async (t) => {
  await withCredits(3);
  t.equal(await command('hale', 'usual'), 0);
  t.equal(await command('penrow', '7'), 0);
  t.match([await credits(s.penrow), await credits(s.hale)], [{ quota: 7 }, { quota: 5 }]);
  await search(s.penrow, { cql: 'ti=tank' });
  t.equal(await command('penrow', '0'), 0);
  t.match(await credits(s.penrow), { quota: 0, left: 0, used: 1 }, 'never fewer than none');
  t.not(await command('nobody', '7'), 0);
  t.not(await command('penrow', '-1'), 0);
  t.not(await command('penrow'), 0);
});

t.test('all weeks together, the list adds up to what the weeks say', async (t) => {
  await s.platform.settle();
  const { rows } = await s.platform.kernel.database.asOwner((owner) =>
    owner.run(
      'select sum("used")::int as used, sum("reserved")::int as reserved from "patent_credit_period" where "organizationId" = $1',
      [s.penrow.organization],
    ),
  );
  const listed = (await entries()).map((line) => line.split(',')).filter((line) => line.at(-1) === 'Used');
  t.ok(listed.length > 20);
  t.match(rows, [{ used: listed.reduce((sum, line) => sum + Number(line.at(-2)), 0), reserved: 0 }]);
});

t.test(
  'what another organization is asking for holds nobody up; that and its quota are seen by nobody else',
  async (t) => {
    await withCredits(5);
    await command('hale', '6');
    await s.platform.kernel.database.asOwner((owner) =>
      owner.run(`insert into patent_flight values ($1, 'legal EP4352417B1', $1, now() + interval '1 year')`, [
        s.hale.organization,
      ]),
    );
    t.equal((await parts(s.penrow, 'EP4352417B1', ['legal'])).status, 200);
    const rowsFor = ({ organization }: typeof s.hale) =>
      s.platform.service(Database).read({ organization, audience: 'staff' }, async (tx) => ({
        flights: await tx.sql<PatentTables>().selectFrom('patent_flight').select('key').execute(),
        quotas: await tx.sql<PatentTables>().selectFrom('patent_quota').select('credits').execute(),
      }));
    t.same(await rowsFor(s.penrow), { flights: [], quotas: [{ credits: 5 }] });
    t.same(await rowsFor(s.hale), { flights: [{ key: 'legal EP4352417B1' }], quotas: [{ credits: 6 }] });
  },
);
