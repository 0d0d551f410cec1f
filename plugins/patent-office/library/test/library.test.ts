/** A patent and its parts: asked once, kept, and healed. */
import { t } from '@dossier/core/testing/t';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { answered, asked, credits, inside, parts, stage } from '../../test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const { hale, ops, penrow } = s;

const read = (number: string, at = penrow): Promise<TestAnswer> =>
  at.officer.get(`${inside(at)}/${encodeURIComponent(number)}`);
const again = (number: string, some: readonly string[]): Promise<TestAnswer> =>
  penrow.officer.post(`${inside(penrow)}/${number}/fetch`, { parts: some, again: true });
const stateOf = ({ body }: TestAnswer, part: string): Json => body.parts.find((one: Json) => one.part === part);
const used = async (): Promise<number> => (await credits(penrow)).used;
const cost = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
  const before = [await used(), answered(ops, 'key-of-penrow')] as const;
  await work();
  return [(await used()) - before[0], answered(ops, 'key-of-penrow') - before[1]];
};

t.test('what nobody has asked for is said with its price, and reading it asks nobody', async (t) => {
  const calls = asked(ops).length;
  const answer = await read('EP 4 352 417 B1');
  t.match(answer, {
    status: 200,
    body: { patent: { number: 'EP4352417B1', title: null }, biblio: null, claims: null },
  });
  t.match(stateOf(answer, 'biblio'), { state: 'not-asked', at: null, credits: 1 });
  t.equal(asked(ops).length, calls);
});

t.test('a part is one credit, and afterwards costs nothing, for anyone who asks', async (t) => {
  const some = ['biblio', 'claims', 'legal', 'images'];
  const bought = async (who = penrow.officer): Promise<void> => {
    const before = await used();
    const { body } = await parts(penrow, 'EP4352417B1', some, who);
    t.strictSame(body.credits, { used: (await used()) - before, left: (await credits(penrow)).left });
  };
  t.same(await cost(bought), [4, 4]);
  t.same(await cost(() => bought(penrow.clerk)), [0, 0]);
  const answer = await read('EP4352417B1');
  t.match(stateOf(answer, 'claims'), { state: 'there', credits: 0 });
  t.match(answer.body, {
    patent: { title: /Hydrogen tank/, date: '2025-08-13', family: '81000001' },
    biblio: { application: /^EP/, filedOn: '2022-06-07' },
    links: { espacenet: /EP4352417B1/ },
    citation: /NORDHAVN.*EP 4 352 417 B1, 2025-08-13\.$/i,
  });
});

t.test('a family says of which of its publications the office gives the text', async (t) => {
  const { body } = await parts(penrow, 'EP4352417B1', ['family']);
  t.ok(body.family.some(({ number, hasText }: Json) => number === 'WO2022258701A1' && hasText));
  t.ok(body.family.some(({ number, hasText }: Json) => number === 'US2024271745A1' && !hasText));
});

t.test('where nothing else is known of an invention, no other text of it is offered', async (t) => {
  const answer = await parts(hale, 'DK202170288A1', ['biblio', 'claims']);
  t.match(stateOf(answer, 'claims'), { state: 'none', credits: 0 });
  t.equal(answer.body.textAt, null);
});

t.test('another organization has its own, and pays for it', async (t) => {
  t.match(await read('EP4352417B1', hale), { body: { biblio: null, claims: null } });
  const before = (await credits(hale)).used;
  await parts(hale, 'EP4352417B1', ['biblio']);
  t.equal((await credits(hale)).used, before + 1);
});

t.test('claims know on which others they hang', async (t) => {
  const { body } = await read('EP4352417B1');
  const english = body.claims.find(({ lang }: Json) => lang === 'en');
  t.same(
    english.claims.slice(0, 2).map(({ number, depth }: Json) => [number, depth]),
    [
      [1, 0],
      [2, 1],
    ],
  );
});

t.test('where an office gives no texts that is said without asking, with a publication that has them', async (t) => {
  const granted = { number: 'EP4352417B1', spoken: 'EP 4 352 417 B1' };
  t.strictSame((await parts(penrow, 'US2024271745A1', ['biblio'])).body.textAt, granted, 'of those that were met');
  const { body } = await parts(hale, 'US2025101730A1', ['biblio', 'family']);
  t.match(body.textAt, { number: 'WO2023137555A1' }, 'of those that the office names');
  const calls = asked(ops).length;
  const answer = await read('US2024271745A1');
  t.match(stateOf(answer, 'claims'), { state: 'none' });
  t.equal(asked(ops).length, calls);
  const given = await parts(penrow, 'US2024271745A1', ['claims', 'description']);
  t.match(
    given,
    { status: 200, body: { claims: null, credits: { used: 0 }, refused: null } },
    'also who asks hears it',
  );
});

t.test('the spellings of a number lead to one patent', async (t) => {
  for (const spelling of ['EP4352417B1', 'EP 4 352 417 B1', 'EP.4352417.B1', 'ep4352417 b1'])
    t.match(await read(spelling), { body: { patent: { number: 'EP4352417B1' } } }, spelling);
  const asking = (text: string) => penrow.officer.post(`${inside(penrow)}/number`, { text });
  t.match((await asking('EP 4 352 417 B1')).body, { number: 'EP4352417B1', question: null, candidates: [] });
  t.match((await asking('nothing at all')).body, { number: null, question: String, candidates: [] });
});

t.test('a spelling that may be several numbers is a question, before a credit', async (t) => {
  const spent = await cost(async () => {
    for (const [text, status, detail] of [
      ['EP-A-4 021 789', 409, /EP 4 021 789 A1 or EP 4 021 789 A2/],
      ['4021789', 409, /Which office published 4021789/],
      ['EP 99 203 729.4', 404, /number of an application.*ap=EP19990203729/],
    ] as const)
      for (const answer of [await read(text), await parts(penrow, text, ['biblio'])])
        t.match(
          answer,
          { status, body: { code: status === 404 ? 'not-found' : 'several-publications', detail } },
          text,
        );
  });
  t.same(spent, [0, 0]);
});

t.test(
  'of a number without its kind one credit says which publications there are, and each opens for nothing',
  async (t) => {
    const spoken = { number: 'EP4021789', spoken: 'EP 4 021 789' };
    t.match((await read('EP4021789')).body, {
      patent: spoken,
      parts: [{ part: 'biblio', credits: 1 }],
      publications: [],
    });
    const early = await cost(async () => {
      const answer = await parts(penrow, 'EP4021789', ['biblio', 'claims']);
      t.match(answer, { status: 409, body: { code: 'several-publications' } });
    });
    t.same(early, [0, 0]);
    const first = await parts(penrow, 'EP4021789', ['biblio']);
    const numbers = ['EP4021789A1', 'EP4021789B1'];
    const several = {
      patent: spoken,
      parts: [{ state: 'there', credits: 0 }],
      publications: numbers.map((number) => ({ number })),
    };
    t.match(first, { status: 200, body: { ...several, credits: { used: 1 }, refused: null } });
    t.match((await read('EP 4 021 789')).body, several);
    const { body } = await penrow.officer.post(`${inside(penrow)}/number`, { text: 'EP 4 021 789' });
    t.match(body, { number: null, candidates: numbers.map((number) => ({ number })) });
    for (const number of numbers)
      t.match((await parts(penrow, number, ['biblio'])).body, {
        credits: { used: 0 },
        biblio: { inventors: [String] },
      });
  },
);

t.test('a number of which it is not certain how the office writes it costs what is said', async (t) => {
  const there = await read('US 2024/0271745 A1', hale);
  t.match([stateOf(there, 'biblio'), stateOf(there, 'legal')], [{ credits: 1 }, { credits: 2 }]);
  const { body } = await parts(hale, 'US20240271745A1', ['legal']);
  t.match(body, { patent: { number: 'US2024271745A1', title: String }, legal: Array, credits: { used: 2 } });
  t.match(stateOf(await read('US2024271745A1', hale), 'family'), { credits: 1 }, 'from then on');
  const other = await parts(hale, 'US 2010/0051518 A1', ['legal', 'biblio']);
  const seven = 'US20100051518A1';
  t.match(other.body, {
    patent: { number: seven },
    biblio: { inventors: [String] },
    legal: Array,
    credits: { used: 2 },
  });
  t.match((await read('US2010051518A1', hale)).body.patent, { number: seven });
});

t.test('a number without its kind that one publication has is that publication', async (t) => {
  const { body } = await parts(hale, 'WO2024056442', ['biblio']);
  const one = { patent: { number: 'WO2024056442A1' }, publications: [], biblio: { applicants: [String, String] } };
  t.match(body, { ...one, credits: { used: 1 } });
  const again = await read('WO 2024/056442', hale);
  t.match(again.body, one);
  t.match(stateOf(again, 'claims'), { state: 'not-asked', credits: 1 });
  const { body: said } = await hale.officer.post(`${inside(hale)}/number`, { text: 'WO 2024/056442' });
  t.match(said, { number: 'WO2024056442A1', question: null });
});

t.test('what the office calls by a number that nobody would write opens by that', async (t) => {
  const odd = ['DE0000123A', 'QQ1A'];
  await s.platform.kernel.database.asOwner((owner) =>
    owner.run(
      `insert into "patent"
         ("organizationId", "id", "docdb", "country", "number", "kind", "applicants", "classes", "at")
       select $1, gen_random_uuid(), d, left(d, 2), trim(right(d, -2), 'A'), 'A', '[]', '[]', now()
       from unnest($2::text[]) d`,
      [penrow.organization, odd],
    ),
  );
  for (const number of odd) t.match(await read(number), { status: 200, body: { patent: { number } } });
});

t.test('a number that the office does not know is said so, and uses no credit', async (t) => {
  const spent = await cost(async () => {
    const answer = await parts(penrow, 'EP0000001A1', ['biblio']);
    t.match(answer, { status: 404, body: { code: 'not-found', detail: /no publication.*No credit was used/ } });
  });
  t.same(spent, [0, 0]);
});

t.test('an answer that was lost or cut costs nothing and is not kept; the next visit has it', async (t) => {
  for (const fault of ['lost', 'truncated', 'html', 'error'] as const) {
    ops.control.next(fault);
    const before = await used();
    t.equal((await parts(penrow, 'WO2022258701A1', ['description'])).status, 503, fault);
    t.match(await credits(penrow), { used: before, reserved: 0 }, fault);
    t.match(stateOf(await read('WO2022258701A1'), 'description'), { state: 'not-asked', credits: 1 }, fault);
  }
  t.match(await parts(penrow, 'WO2022258701A1', ['description']), { status: 200, body: { description: [Object] } });
});

t.test('reading again costs a credit, and shows the same', async (t) => {
  const before = (await read('EP4352417B1')).body.biblio;
  s.platform.clock.advance(10 * 60_000);
  t.same(await cost(() => again('EP4352417B1', ['biblio'])), [1, 1]);
  t.same((await read('EP4352417B1')).body.biblio, before);
});

t.test('what is no number is not there', async (t) => {
  for (const text of ['x', '%20', 'EP', "'; drop table patent"]) t.equal((await read(text)).status, 404, text);
});

t.test('GraphQL reads the same', async (t) => {
  const { data } = await penrow.officer.graphql(
    `query ($w: ID!) {
      patent(workspaceId: $w, number: "EP4352417B1") {
        patent { title } claims { lang } publications { number } textAt { spoken }
      }
      patentCredits(workspaceId: $w) { used left }
    }`,
    { w: penrow.staffWorkspace },
  );
  t.match(data, { patent: { patent: { title: /Hydrogen tank/ } }, patentCredits: { used: await used() } });
});
