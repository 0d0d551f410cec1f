/** Credits: what the organization used is what the office was asked, by however many, and whatever goes wrong. */
import { t } from '@dossier/core/testing/t';
import { toldOf } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { Database } from '@dossier/sdk';
import { createBook } from '../credits/book.ts';
import type { PatentTables } from '../entities.ts';
import { answered, asked, credits, inside, parts, search, stage } from './stage.ts';
import type { Stage } from './stage.ts';

/** From any day of a month, one of the next one. */
const month = 31 * 86_400_000;
const s = await stage({ credits: 5 });
t.teardown(() => s.stop());
const timeZone = 'America/St_Johns';
await s.penrow.admin.put('/api/v1/organization', { timeZone });
const command = (...args: string[]): Promise<number> =>
  s.platform.kernel.command('credits')!.run(args, () => undefined);

/** A new month for everybody, with so many credits, and an office that has heard nothing yet. */
const withCredits = async (credits: number): Promise<void> => {
  s.platform.clock.advance(month);
  s.ops.control.reset();
  s.ops.control.used({ hour: 0, week: 0 });
  for (const { slug } of [s.penrow, s.hale]) await command(slug, String(credits));
};

const csv = '/api/v1/patents/credits/entries.csv';
const entries = async (): Promise<readonly string[]> =>
  (await s.penrow.admin.get(csv)).text.trim().split('\r\n').slice(1);

/** The entries of this month, and the month itself, straight from the rows. */
const ledger = async ({ platform, penrow }: Stage): Promise<Json> =>
  platform.kernel.database.asOwner(async (owner) => {
    const sum = await owner.run(
      `select coalesce(sum("credits") filter (where "state" in ('used', 'interrupted')), 0)::int as used,
        count(*) filter (where "state" in ('reserved', 'sent'))::int as open
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

/** Notices that few credits are left. */
const heard = async (who = s.penrow.admin): Promise<number> => {
  await s.platform.settle();
  return (await toldOf(s.platform, who, s.penrow.organization)).filter(({ kind }) => kind === 'patent-credits').length;
};

t.test('of fifty who ask at once with one credit left one is answered, and the ledger is what was asked', async (t) => {
  await withCredits(1);
  const queries = Array.from({ length: 50 }, (_, i) => `ti=tank${i}`);
  const answers = await Promise.all(queries.map((q) => search(s.penrow, { by: 'cql', q })));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  t.same([...statuses.keys()].sort(), [200, 409]);
  t.equal(statuses.get(200)?.length, 1);
  t.ok(statuses.get(409)?.every(({ body }) => body.code === 'no-credits'));
  t.match(statuses.get(409)?.[0]?.text, /needs 1 credit, and 0 are left.*was read or searched before.*on 1 \w+\./);
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
  t.equal(answers.filter(({ body }) => body.credits.used === 1).length, 1, 'one of them hears that it paid');
  t.equal(asked(s.ops).length, 1);
  for (const who of [s.penrow.officer, s.penrow.clerk]) {
    t.equal((await parts(s.penrow, 'EP 4352417 B1', ['biblio'], who)).status, 200, 'in another spelling, too');
    t.match((await who.get(`${inside(s.penrow)}/EP4352417B1`)).body, { biblio: Object });
  }
  t.equal(asked(s.ops).length, 1);
  t.match(await ledger(s), { entries: { used: 1, open: 0 }, period: { used: 1, reserved: 0 } });
  t.equal((await parts(s.penrow, 'EP4352417B1', ['claims'])).status, 409, 'what is not kept needs one');
});

t.test('credits that end in the middle leave what was bought, and say what could not be had', async (t) => {
  await withCredits(1);
  const number = 'WO2022258701A1';
  const { status, body } = await parts(s.penrow, number, ['claims', 'family', 'legal']);
  t.equal(status, 200);
  t.match(body, { claims: Array, family: null, legal: null, credits: { used: 1, left: 0 } });
  t.match(body.refused, { part: 'family', code: 'no-credits', detail: /needs 1 credit, and 0 are left/ });
  t.equal(asked(s.ops).length, 1, 'those behind it were not asked for');
  t.match(await parts(s.penrow, number, ['claims', 'family']), { status: 409, body: { code: 'no-credits' } });
  t.match((await parts(s.penrow, number, ['claims'])).body, { credits: { used: 0, left: 0 }, refused: null });
});

t.test(
  'a search is a credit, also when it finds nothing; a refused one is none, and both are in the list',
  async (t) => {
    await withCredits(20);
    t.match(await search(s.penrow, { by: 'cql', q: 'ti=quokkaberry' }), { status: 200, body: { total: 0 } });
    t.match(await credits(s.penrow), { used: 1, left: 19, quota: 20, reserved: 0, isLow: false });
    s.ops.control.next('error');
    t.equal((await search(s.penrow, { by: 'cql', q: 'ti=tank' })).status, 503);
    t.match(await credits(s.penrow), { used: 1, reserved: 0 });
    const [found, refused] = (await entries()).slice(-2);
    t.match(found, /Search,ti=quokkaberry,1,Used$/);
    t.match(refused, /Search,ti=tank,0,"?No answer, nothing used"?$/);
  },
);

t.test('a page behind the last hit is no error, and behind the two thousandth nothing is asked', async (t) => {
  await withCredits(20);
  const first = await search(s.penrow, { by: 'cql', q: 'ti=tank' });
  const behind = await search(s.penrow, { by: 'cql', q: 'ti=tank', from: first.body.total + 1 });
  t.match(behind, { status: 200, body: { results: [], total: first.body.total } });
  const before = await ledger(s);
  t.match(await search(s.penrow, { by: 'cql', q: 'ti=tank', from: 2_001 }), {
    status: 422,
    body: { errors: [{ pointer: '/from' }] },
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

t.test(
  'what a process that has died had reserved is there again after ten minutes; what it had sent counts',
  async (t) => {
    await withCredits(4);
    for (const q of ['ti=tank', 'ti=brake']) await search(s.penrow, { by: 'cql', q });
    // Entries as a process leaves them that dies before it asks the office, or while it waits for it.
    await s.platform.kernel.database.asOwner(async (owner) => {
      const of =
        'where "organizationId" = $1 and "begins" = (select max("begins") from "patent_credit_period" where "organizationId" = $1)';
      for (const [about, state] of [
        ['ti=tank', 'reserved'],
        ['ti=brake', 'sent'],
      ])
        await owner.run(`update "patent_credit_entry" set "state" = $2 ${of} and "about" = $3`, [
          s.penrow.organization,
          state,
          about,
        ]);
      await owner.run(`update "patent_credit_period" set "used" = 0, "reserved" = 2, "quota" = 1 ${of}`, [
        s.penrow.organization,
      ]);
    });
    t.match(await credits(s.penrow), { left: 2, reserved: 2 });
    // A schedule counts from when it is seen first.
    const before = await heard();
    s.platform.clock.advance(9 * 60_000);
    await s.platform.settle();
    t.match(await credits(s.penrow), { left: 2, reserved: 2 }, 'not before');
    s.platform.clock.advance(6 * 60_000);
    await s.platform.settle();
    t.match(await credits(s.penrow), { left: 3, used: 1, reserved: 0 });
    t.match(await ledger(s), { entries: { used: 1, open: 0 }, period: { used: 1, reserved: 0 } });
    t.equal(await heard(), before + 1, 'those who set up integrations hear of it as of what was used');
    const [lost, counted] = (await entries()).slice(-2);
    t.match(lost, /ti=tank,0,"Given up, nothing used"$/);
    t.match(counted, /ti=brake,1,"?Cut off while the office was asked: counted"?$/);
  },
);

t.test('a call that has waited until its credit was given back is not sent', async (t) => {
  const book = createBook({
    ...{ database: s.platform.service(Database), clock: s.platform.clock, usual: 5 },
    periodOf: async () => ({ begins: '2020-01-01', next: '2020-02-01', ends: new Date('2020-02-01') }),
    spent: async () => undefined,
  });
  const reservation = await book.reserve(s.hale.access, { what: 'search', about: 'ti=tank', credits: 1 });
  s.platform.clock.advance(11 * 60_000);
  await book.sweep();
  await t.rejects(book.sent(s.hale.access, reservation), /given up before the call was sent/);
});

t.test('they are there again on the first of a month, by the clock of the organization', async (t) => {
  await withCredits(2);
  await search(s.penrow, { by: 'cql', q: 'ti=tank' });
  await search(s.penrow, { by: 'cql', q: 'ti=brake' });
  t.equal((await search(s.penrow, { by: 'cql', q: 'ti=filter' })).status, 409);
  const { until } = await credits(s.penrow);
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', hour: 'numeric', hourCycle: 'h23', timeZone });
  t.equal(day.format(new Date(until)), '1, 00');
  s.platform.clock.advance(Date.parse(until) - s.platform.clock.time() - 1_000);
  t.equal((await search(s.penrow, { by: 'cql', q: 'ti=filter' })).status, 409, 'not a second before');
  s.platform.clock.advance(1_000);
  t.equal((await search(s.penrow, { by: 'cql', q: 'ti=filter' })).status, 200);
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
  t.match(await credits(s.penrow, s.penrow.admin), { maySeeEntries: true });
  t.match(await credits(s.penrow, s.penrow.clerk), { maySeeEntries: false });
});

t.test('when nine tenths are used, who sets up integrations hears it, once in a period', async (t) => {
  await withCredits(10);
  const before = await heard();
  for (let i = 0; i < 8; i += 1) await search(s.penrow, { by: 'cql', q: `ti=tank${i}` });
  t.equal(await heard(), before);
  t.match(await credits(s.penrow), { isLow: false });
  await search(s.penrow, { by: 'cql', q: 'ti=tank8' });
  t.equal(await heard(), before + 1);
  await search(s.penrow, { by: 'cql', q: 'ti=tank9' });
  t.equal(await heard(), before + 1, 'not again');
  t.equal(await heard(s.penrow.clerk), 0);
  t.match(await credits(s.penrow), { isLow: true, left: 0 });
  s.platform.clock.advance(month);
  for (let i = 0; i < 9; i += 1) await search(s.penrow, { by: 'cql', q: `ti=brake${i}` });
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
  await search(s.penrow, { by: 'cql', q: 'ti=tank' });
  t.equal(await command('penrow', '0'), 0);
  t.match(await credits(s.penrow), { quota: 0, left: 0, used: 1 }, 'never fewer than none');
  t.not(await command('nobody', '7'), 0);
  t.not(await command('penrow', '-1'), 0);
  t.not(await command('penrow'), 0);
});

t.test('all months together, the list adds up to what the months say', async (t) => {
  await s.platform.settle();
  const { rows } = await s.platform.kernel.database.asOwner((owner) =>
    owner.run(
      'select sum("used")::int as used, sum("reserved")::int as reserved from "patent_credit_period" where "organizationId" = $1',
      [s.penrow.organization],
    ),
  );
  const listed = (await entries())
    .map((line) => line.split(','))
    .filter((line) => /^"?(Used|Cut off .*)$/.test(line.at(-1) ?? ''));
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
