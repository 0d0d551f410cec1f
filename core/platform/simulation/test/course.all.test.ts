/** What happens while a trial runs, with more applications than are looked at at once. */
import { t } from '@dossier/core/testing/t';
import { applicationsFeature, readApplications } from '../../applications/contract.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { manageTemplates } from '../../templates/contract.ts';
import { trials } from './trials.ts';

/** More than a page of them, which is a hundred. */
const MANY = 103;

const given = await trials();
const { s, designer, edit, start, see } = given;
t.teardown(() => s.stop());
const template = await given.applied(MANY);
/** Starts one, in a page of which this happens, the second unless said; returns its id. */
const inTheMiddle = async (
  happens: (id: string, signal: AbortSignal) => Promise<unknown>,
  at: 1 | 2 = 2,
): Promise<string> => {
  let page = 0;
  const begun = Promise.withResolvers<string>();
  given.judge = async (signal) => {
    page += 1;
    if (page === at) await happens(await begun.promise, signal);
  };
  const started = await start(template);
  if (started.status !== 202) throw new Error(started.text);
  begun.resolve(started.body.id);
  await s.platform.settle();
  return started.body.id;
};

t.test('cancelled in the middle: what runs is stopped, and what was found until then stays', async (t) => {
  const stopped: string[] = [];
  const id = await inTheMiddle(async (id, signal) => {
    signal.addEventListener('abort', () => stopped.push(id));
    t.match((await designer.post(`/api/v1/simulations/${id}/cancel`)).body, { state: 'cancelled', tried: 100 });
  });
  t.same(stopped, [id], 'the check in which it was hears of it');
  await s.at(60_000);
  t.match(await see(id), { state: 'cancelled', total: MANY, tried: 100, same: 100, reason: null });
  t.match((await designer.post(`/api/v1/simulations/${id}/cancel`)).body, { state: 'cancelled' }, 'as often as asked');
});

t.test(
  'a draft that is changed meanwhile: all are tried with it as it was, and the next trial with the new',
  async (t) => {
    const { schema } = (await designer.get(`/api/v1/templates/${template}`)).body.draft;
    const properties = { ...schema.properties, amount: { ...schema.properties.amount, minimum: 10_000 } };
    const id = await inTheMiddle(() => edit(template, { schema: { ...schema, properties } }));
    t.match(await see(id), { state: 'done', tried: MANY, same: MANY, different: 0 });
    t.match(await given.tried(template), { state: 'done', same: 0, different: MANY });
    await edit(template, { schema });
  },
);

t.test(
  'a failure in the middle: it goes on where it was, nothing counted twice; for good, it says what to do',
  async (t) => {
    await given.breakAfter(100);
    const id = await inTheMiddle(async () => {});
    t.match(await see(id), { state: 'running', tried: 100, same: 100 });
    await given.mend();
    await s.at(60_000);
    t.match(await see(id), { state: 'done', tried: MANY, same: MANY });

    await given.breakAfter(100);
    const broken = await inTheMiddle(async () => {});
    for (let i = 0; i < 4; i++) await s.at(120_000);
    t.match(await see(broken), {
      state: 'failed',
      tried: 100,
      reason: 'The trial was interrupted and did not go on. Start it again.',
    });
    await given.mend();
    t.equal((await start(template)).status, 202, 'it stands in nobody’s way');
    await s.platform.settle();
  },
);

t.test('who loses a right in the middle gets that as the reason, and sees nothing more', async (t) => {
  const reason = 'You may not read the applications of this workspace any more.';
  const id = await inTheMiddle(() => given.grant(designer, manageTemplates, false), 1);
  t.equal((await designer.get(`/api/v1/simulations/${id}`)).status, 403);
  await given.grant(designer, manageTemplates, true);
  t.match(await see(id), { state: 'failed', tried: 100, reason });

  const other = await inTheMiddle(() => given.grant(designer, readApplications, false), 1);
  t.equal((await designer.get(`/api/v1/simulations/${other}`)).status, 403);
  await given.grant(designer, readApplications, true);
  t.match(await see(other), { state: 'failed', tried: 100, reason });
});

t.test('where applications are switched off nobody tries a draft with them, nor looks at what was found', async (t) => {
  const turn = async (on: boolean): Promise<void> =>
    s.platform
      .service(AccessAdministration)
      .setFeature(await s.system(), { workspace: s.staff, feature: applicationsFeature, on });
  const id = await inTheMiddle(() => turn(false), 1);
  for (const answer of [
    await start(template),
    await designer.get(`/api/v1/simulations/${id}`),
    await designer.get(`/api/v1/simulations/${id}/cases`),
    await designer.post(`/api/v1/simulations/${id}/cancel`),
  ])
    t.match([answer.status, answer.body.code], [404, 'feature-off'], answer.text);
  await turn(true);
  t.match(await see(id), { state: 'failed', tried: 100 });
});
