/** Who sees what was found: the list and its pages, and what is reported while it runs. */
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../../testing/index.ts';
import { readApplications } from '../../applications/contract.ts';
import { manageTemplates } from '../../templates/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { mayTry, trials } from './trials.ts';

const given = await trials();
const { s, designer, edit, start, tried } = given;
t.teardown(() => s.stop());

/** Five who would end differently, two of them at another step than the rest. */
const template = await given.applied(5);
const { schema } = (await designer.get(`/api/v1/templates/${template}`)).body.draft;
const atLeast = (minimum: number): object => ({
  schema: { ...schema, properties: { ...schema.properties, amount: { type: 'number', minimum } } },
});
const cases = (id: string, query: Record<string, string | number> = {}) =>
  designer.get(
    `/api/v1/simulations/${id}/cases?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString()}`,
  );
const next = ({ headers }: Json): string => /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1] ?? '';
const cursorIn = (path: string): string => new URL(path, 'http://here').searchParams.get('cursor') ?? '';

t.test('those that end differently come in pages, each once, in the order in which they were looked at', async (t) => {
  await edit(template, atLeast(9_000));
  const { id, cases: first, different } = await tried(template);
  t.equal(different, 5);
  const seen: Json[] = [];
  let page = await cases(id, { limit: 2 });
  for (; next(page) !== ''; page = await designer.get(next(page))) {
    t.equal(page.body.length, 2);
    seen.push(...page.body);
  }
  seen.push(...page.body);
  t.same(seen, first, 'the same as the reply has of them');
  t.equal(new Set(seen.map(({ applicationId }) => applicationId)).size, 5);
  t.equal((await cases(id, { limit: 5 })).headers['link'], undefined, 'no page after the last one');

  const { from, to } = (await given.see(id)).groups[0];
  const narrowed = await cases(id, { limit: 3, from, to });
  t.match([narrowed.body.length, (await designer.get(next(narrowed))).body.length], [3, 2], 'of one group too');
  t.same((await cases(id, { from: to, to: from })).body, []);
  for (const limit of [0, 201, 'many']) t.equal((await cases(id, { limit })).status, 400, String(limit));
});

t.test('a cursor that is none, or of another list, is refused: rows would be left out', async (t) => {
  const one = await tried(template);
  const other = await tried(template);
  t.not(one.id, other.id);
  const cursor = cursorIn(next(await cases(one.id, { limit: 2 })));
  t.equal((await cases(one.id, { limit: 3, cursor })).status, 200);
  const forged = (...parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const [list, , row] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  for (const [what, answer] of Object.entries({
    'of another trial': await cases(other.id, { cursor }),
    'of another group': await cases(one.id, { cursor, from: 'Approved automatically' }),
    nonsense: await cases(one.id, { cursor: 'nonsense' }),
    'no place': await cases(one.id, { cursor: forged(list, 'x', row) }),
    'a place before the first': await cases(one.id, { cursor: forged(list, '-1', row) }),
    'a place that no list has': await cases(one.id, { cursor: forged(list, '9'.repeat(30), row) }),
  }))
    t.match([answer.status, answer.body.code], [400, 'bad-cursor'], what);
});

t.test('without one of its two rights nobody starts one, or looks at one', async (t) => {
  const clerk = await s.person('reader', { permissions: [readApplications] });
  const editor = await s.person('editor', { permissions: [manageTemplates] });
  const { id } = await tried(template);
  for (const who of [clerk, editor])
    t.equal(
      (await who.post(`/api/v1/templates/${template}/simulations`, { workspaceId: s.staff })).status,
      403,
      who.email,
    );
  for (const path of [`${id}`, `${id}/cases`]) {
    t.equal((await clerk.get(`/api/v1/simulations/${path}`)).status, 403);
    t.equal((await editor.get(`/api/v1/simulations/${path}`)).status, 404, 'it is not theirs');
  }
  const asked = await editor.graphql('query($id: ID!) { simulation(id: $id) { id } }', { id });
  t.match(asked.errors?.[0].extensions, { code: 'not-found' });
  t.match((await clerk.graphql('query($id: ID!) { simulation(id: $id) { id } }', { id })).errors?.[0].extensions, {
    code: 'forbidden',
  });
});

t.test('each person has one trial of a template at a time, and stands in nobody else’s way', async (t) => {
  const other = await s.person('second', { workspaces: [s.staff, s.mixed], permissions: mayTry });
  await given.breakAfter(0);
  const mine = await start(template);
  t.match(await start(template), { status: 202, body: { id: mine.body.id } }, 'the same, asked for again');
  const url = `/api/v1/templates/${template}/simulations`;
  const second = await other.post(url, { workspaceId: s.staff });
  t.equal(second.status, 202, second.text);
  t.not(second.body.id, mine.body.id);
  const elsewhere = await other.post(url, { workspaceId: s.mixed });
  t.match([elsewhere.status, elsewhere.body.code], [409, 'simulation-running'], 'nor in another workspace');
  t.match(elsewhere.body.detail, /Wait for the end of that trial, or cancel it/);
  t.equal((await start(await given.applied(0))).status, 202, 'of another template');
  await given.mend();
  await s.at(60_000);
  for (const [who, id] of [
    [designer, mine.body.id],
    [other, second.body.id],
  ] as const)
    t.match((await who.get(`/api/v1/simulations/${id}`)).body, { state: 'done', tried: 5 });
});

t.test('how far it is goes to the person who started it, and to nobody else', async (t) => {
  const topic = (organization: string, person: string): string =>
    `/api/v1/events?topic=dossier/1/o/${organization}/u/${person}/simulation`;
  const own = topic(s.organization, designer.id);
  const { place } = (await designer.get(own)).body;
  const { id } = await tried(template);
  const { events } = (await designer.get(`${own}&after=${place}`)).body;
  t.same(
    events.map(({ data }: Json) => data),
    [
      { id, state: 'waiting', tried: 0, total: 5 },
      { id, state: 'running', tried: 0, total: 5 },
      { id, state: 'done', tried: 5, total: 5 },
    ],
    'no name, no reason and no template',
  );

  const other = await s.person('other', { permissions: mayTry });
  t.not((await other.get(own)).status, 200, 'a colleague who may do the same');
  t.same((await other.get(topic(s.organization, other.id))).body.events, []);
  await given.grant(other, manageTemplates, false);
  t.equal((await other.get(topic(s.organization, other.id))).status, 403, 'one’s own, without the right');
  const foreign = await stage({ platform: s.platform, slug: 'globex', script: s.script });
  const stranger = await foreign.person('designer', { permissions: mayTry });
  t.not((await stranger.get(own)).status, 200, 'another organization');
  t.not((await stranger.get(topic(foreign.organization, designer.id))).status, 200);
  t.same((await stranger.get(topic(foreign.organization, stranger.id))).body.events, []);
});
