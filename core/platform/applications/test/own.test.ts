import t from 'tap';
import { stage } from '../../workflow/test/stage.ts';
import type { Person } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const templateId = await s.template();

interface Row { readonly id: string; readonly place: string }
const page = async (who: Person, o: { first?: number | null; after?: string | null } = {}): Promise<readonly Row[]> =>
  (await who.graphql('query($first: Int, $after: String) { myApplications(first: $first, after: $after) { id place } }', o)).data.myApplications;
const refusal = async (o: Readonly<Record<string, unknown>>): Promise<unknown> => (await s.ada.graphql('query($first: Int, $after: String) { myApplications(first: $first, after: $after) { id } }', o)).errors?.[0].extensions.code;

// Several of one moment, so that it is not the time alone that orders them.
const made: { readonly id: string; readonly createdAt: string }[] = [];
for (let i = 0; i < 103; i += 1) {
  if (i % 10 === 0) await s.at(1_000);
  made.push(await s.submit(templateId, { amount: 600 }, s.ada.email));
}
const order = ({ createdAt, id }: { createdAt: string; id: string }): string => `${createdAt} ${id}`;
const wanted = made.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)).map(({ id }) => id);

t.test('a client reaches all of his applications, each once and newest first, also when one arrives while he reads', async (t) => {
  const seen = [...await page(s.ada, { first: 40 })];
  await s.at(1_000);
  const arrived = await s.submit(templateId, { amount: 600 }, s.ada.email);
  await s.submit(templateId, { amount: 600 }, s.bob.email);
  for (let more = await page(s.ada, { first: 40, after: seen.at(-1)!.place }); more.length > 0; more = await page(s.ada, { first: 40, after: seen.at(-1)!.place })) seen.push(...more);
  t.same(seen.map(({ id }) => id), wanted);
  t.same((await page(s.ada, { first: 2 })).map(({ id }) => id), [arrived.id, wanted[0]], 'who begins again has the new one first');
});

t.test('who says nothing of pages has the newest hundred, as before', async (t) => {
  const { data } = await s.ada.graphql('{ myApplications { id } }');
  t.equal(data.myApplications.length, 100);
  t.equal(data.myApplications[1].id, wanted[0]);
  t.equal((await page(s.ada, { first: null, after: null })).length, 100);
});

t.test('a place leads to nothing that is not one’s own, and what is no place or no page is refused', async (t) => {
  const [top] = await page(s.ada);
  t.same((await page(s.bob, { after: top!.place })).filter(({ id }) => wanted.includes(id)), []);
  t.equal(await refusal({ after: 'x' }), 'bad-cursor');
  t.match(await s.ada.graphql('{ myApplications(after: "x") { id } }'), { errors: [{ message: /^Take the cursor that came with the page before/ }] }, 'GraphQL knows no header');
  for (const first of [0, 101, -1]) t.equal(await refusal({ first }), 'invalid');
});
