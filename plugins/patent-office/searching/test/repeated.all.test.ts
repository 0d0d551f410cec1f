/** Who asks once more, because the answer was lost on the way or a button was pressed twice, pays once. */
import { t } from '@dossier/core/testing/t';
import type { TestAnswer } from '@dossier/core/testing';
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
const found = async (o: object): Promise<TestAnswer> => {
  const answer = await search(penrow, o);
  t.equal(answer.status, 200, answer.text);
  return answer;
};

t.test('the same page of a search is answered once more for nothing, and is the same', async (t) => {
  const query = { form: { keywords: 'hydrogen tank' }, size: 5 };
  const first = await found(query);
  const { now } = s.platform.clock;
  t.match(first.body, { used: 1, isPartial: false, freeUntil: new Date(now().getTime() + 5 * 60_000).toISOString() });
  later(1);
  t.ok(first.body.hits.length > 0);
  const again = await cost(async () => t.same((await found(query)).body, { ...first.body, used: 0 }));
  t.same(again, [0, 0]);
  t.equal((await penrow.officer.get(`${inside(penrow)}/searches`)).body[0].id, first.body.searchId, 'it is one search');
  await penrow.officer.get(`${inside(penrow)}/${numbers(first)[0]}?search=${first.body.searchId}`);
  t.equal((await found(query)).body.hits[0].isSeen, true, 'what was seen meanwhile is said');
});

t.test('another page, another size and another person are other questions; each has its own answer', async (t) => {
  const query = { cql: 'pd>=2000', size: 4 };
  const first = await found(query);
  t.same(await cost(() => found({ ...query, from: 5 })), [1, 1]);
  t.same(await cost(() => found({ ...query, size: 3 })), [1, 1]);
  for (const page of [query, { ...query, from: 5 }, { ...query, size: 3 }])
    t.same(await cost(() => found(page)), [0, 0]);
  t.same(numbers(await found(query)), numbers(first));
  t.same(await cost(() => search(penrow, query, penrow.clerk)), [1, 1], 'what somebody searches for is theirs alone');
});

t.test('those who ask at once pay once, and after some minutes the office is asked anew', async (t) => {
  const query = { cql: 'ti=brake' };
  const at = Array.from({ length: 20 }, () => found(query));
  t.same(await cost(() => Promise.all(at)), [1, 1]);
  later(4);
  t.same(await cost(() => found(query)), [0, 0]);
  later(2);
  t.same(await cost(() => found(query)), [1, 1]);
});

t.test('that nothing is found is an answer, and so is that nothing is behind the last hit', async (t) => {
  const { body } = await found({ cql: 'ti=tank' });
  for (const query of [{ cql: 'ti=quokkaberry' }, { cql: 'ti=tank', from: body.total + 1 }]) {
    const first = await found(query);
    t.same((await found(query)).body, { ...first.body, used: 0 });
  }
  t.match((await found({ cql: 'ti=tank', from: body.total + 1 })).body, { hits: [], total: body.total });
});

t.test('without a credit left it is still answered; forgotten, it is asked for again', async (t) => {
  const query = { cql: 'ti=filter' };
  const { body } = await found(query);
  const credit = (...args: string[]) => s.platform.kernel.command('credits')!.run(args, () => undefined);
  await credit('penrow', '0');
  t.equal((await found(query)).body.used, 0);
  t.equal((await search(penrow, { cql: 'ti=filters' })).status, 409);
  await credit('penrow', 'usual');
  t.equal((await penrow.officer.delete(`${inside(penrow)}/searches/${body.searchId}`)).status, 204);
  t.same(await cost(() => found(query)), [1, 1]);
});

t.test('what failed or came by halves is no answer to the next one', async (t) => {
  for (const [cql, fault] of ['ti=brake', 'ti=quokkaberry'].flatMap((cql) =>
    (['lost', 'truncated', 'html'] as const).map((fault) => [cql, fault] as const),
  )) {
    const query = { cql, size: 7 };
    ops.control.next(fault);
    const [used] = await cost(async () => t.equal((await search(penrow, query)).status, 503, `${cql}, ${fault}`));
    t.equal(used, 0);
    const healed = await cost(async () => t.match((await found(query)).body, { isPartial: false, freeUntil: String }));
    t.same(healed, [1, 1], fault);
    later(6);
  }
});

t.test('a part that is read again was read a moment ago', async (t) => {
  const again = () => penrow.officer.post(`${inside(penrow)}/EP4352417B1/parts`, { parts: ['legal'], again: true });
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
