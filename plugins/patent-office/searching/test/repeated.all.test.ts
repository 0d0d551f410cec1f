/** The same question twice: by a colleague, by a second press, or since the answer was lost on the way. */
import { t } from '@dossier/core/testing/t';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { asked, credits, inside, numbers, parts, search, stage } from '../../test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const { ops, penrow } = s;
const later = (minutes: number): void => s.platform.clock.advance(minutes * 60_000);
/** Credits, and calls of the office. */
const cost = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
  const [used, calls] = [(await credits(penrow)).used, asked(ops).length];
  await work();
  return [(await credits(penrow)).used - used, asked(ops).length - calls];
};
const check = (query: object, who = penrow.officer): Promise<TestAnswer> => who.post(`${inside(penrow)}/check`, query);
const latest = async (): Promise<Json> => (await penrow.officer.get(`${inside(penrow)}/searches`)).body[0];
const found = async (o: object): Promise<TestAnswer> => {
  const answer = await search(penrow, o);
  t.equal(answer.status, 200, answer.text);
  return answer;
};

t.test('the same page of a search costs nobody of the organization another credit for a day', async (t) => {
  const query = { by: 'keyword', q: 'hydrogen tank' };
  const first = await found(query);
  const { now } = s.platform.clock;
  const freeUntil = new Date(now().getTime() + 24 * 60 * 60_000).toISOString();
  t.match(first.body, { credits: { used: 1 }, isPartial: false });
  later(1);
  t.ok(first.body.results.length > 0);
  const free = { ...first.body, credits: { ...first.body.credits, used: 0 } };
  const again = await cost(async () => t.same((await found(query)).body, free));
  t.same(again, [0, 0]);
  t.same((await penrow.officer.get(`${inside(penrow)}/searches`)).body.length, 1, 'it is one search');
  t.match((await check(query)).body, { credits: 0, freeUntil }, 'the price is known before');
  t.match((await check(query, penrow.clerk)).body, { credits: 0, freeUntil });

  const { id } = await latest();
  await penrow.officer.get(`${inside(penrow)}/${numbers(first)[0]}?search=${id}`);
  t.equal((await found(query)).body.results[0].isSeen, true, 'what was seen meanwhile is said');
  t.same(await cost(() => search(penrow, query, penrow.clerk)), [0, 0]);
  t.match((await penrow.clerk.get(`${inside(penrow)}/searches`)).body, [{ cql: first.body.cql }], 'and is hers, too');
  t.match((await search(s.hale, query)).body, { credits: { used: 1 } }, 'another organization pays for itself');

  later(24 * 60 - 2);
  t.same(await cost(() => found(query)), [0, 0]);
  later(2);
  t.match((await check(query)).body, { credits: 1, freeUntil: null });
  t.same(await cost(() => found(query)), [1, 1]);
});

t.test('in other words it is the same search; another page is another one', async (t) => {
  const query = { by: 'cql', q: 'pd>=2000' };
  const first = await found(query);
  t.equal(first.body.results.length, 25);
  t.equal(first.body.nextFreeUntil, null);
  t.same(await cost(() => found({ by: 'cql', q: 'PD >= 2000' })), [0, 0]);
  t.same(await cost(() => found({ ...query, from: 26 })), [1, 1]);
  const again = await found(query);
  t.equal((await found({ ...query, from: 26 })).body.searchId, again.body.searchId, 'of one search');
  t.type(again.body.nextFreeUntil, 'string');
  t.same(await cost(() => found({ ...query, from: 26 })), [0, 0]);
});

t.test('those who ask at once pay once', async (t) => {
  const who = [penrow.officer, penrow.admin, penrow.clerk];
  const all = Array.from({ length: 20 }, (_, i) => search(penrow, { by: 'cql', q: 'ti=brake' }, who[i % 3]));
  t.same(await cost(() => Promise.all(all)), [1, 1]);
  const noted: readonly Json[] = (await penrow.officer.get(`${inside(penrow)}/searches`)).body;
  t.equal(noted.filter(({ cql }) => cql === 'ti=brake').length, 1, 'and each finds one search');
});

t.test('that nothing is found is an answer, and so is that nothing is behind the last hit', async (t) => {
  const { body } = await found({ by: 'cql', q: 'ti=tank' });
  const behind = { by: 'cql', q: 'ti=tank', from: body.total + 1 };
  for (const query of [{ by: 'cql', q: 'ti=quokkaberry' }, behind]) {
    await found(query);
    t.match((await found(query)).body, { results: [], credits: { used: 0 } });
  }
});

t.test('without a credit left it is still answered, and forgetting a search takes nothing away', async (t) => {
  const query = { by: 'cql', q: 'ti=filter' };
  await found(query);
  const credit = (...args: string[]) => s.platform.kernel.command('credits')!.run(args, () => undefined);
  await credit('penrow', '0');
  t.equal((await penrow.officer.delete(`${inside(penrow)}/searches/${(await latest()).id}`)).status, 204);
  t.equal((await found(query)).body.credits.used, 0);
  t.equal((await search(penrow, { by: 'cql', q: 'ti=filters' })).status, 409);
  await credit('penrow', 'usual');
});

t.test('what failed or came by halves is no answer to the next one', async (t) => {
  for (const [cql, fault] of ['ti=brake', 'ti=quokkaberry'].flatMap((cql) =>
    (['lost', 'truncated', 'html'] as const).map((fault) => [cql, fault] as const),
  )) {
    later(25 * 60);
    const query = { by: 'cql', q: cql };
    ops.control.next(fault);
    const [used] = await cost(async () => t.equal((await search(penrow, query)).status, 503, `${cql}, ${fault}`));
    t.equal(used, 0);
    const healed = await cost(async () => t.match((await found(query)).body, { isPartial: false }));
    t.same(healed, [1, 1], fault);
  }
});

t.test('a part that is read again was read a moment ago', async (t) => {
  const again = () => penrow.officer.post(`${inside(penrow)}/EP4352417B1/fetch`, { parts: ['legal'], again: true });
  t.same(await cost(() => parts(penrow, 'EP4352417B1', ['legal'])), [1, 1]);
  t.same(await cost(again), [0, 0]);
  later(6);
  t.same(await cost(again), [1, 1]);
  t.same(await cost(again), [0, 0], 'whose answer was lost asks once more');
});

t.test('what an earlier release has kept in another shape is asked for anew, and not for ever', async (t) => {
  await s.platform.kernel.database.asOwner((owner) =>
    owner.run(`update patent_part set data = '{"was": "otherwise"}' where part = 'legal'`),
  );
  const read = await penrow.officer.get(`${inside(penrow)}/EP4352417B1`);
  t.match(
    read.body.parts.find(({ part }: { readonly part: string }) => part === 'legal'),
    { state: 'not-asked', credits: 1 },
  );
  t.same(await cost(() => parts(penrow, 'EP4352417B1', ['legal'])), [1, 1]);
  t.same(await cost(() => parts(penrow, 'EP4352417B1', ['legal'])), [0, 0]);
});
