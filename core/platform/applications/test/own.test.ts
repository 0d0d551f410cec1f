import { t } from '@dossier/core/testing/t';
import { AccessAdministration } from '../../access/contract.ts';
import { applicationsFeature, clientApprovalFeature, readOwnApplications } from '../contract.ts';
import { Workflow } from '../../workflow/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';
import type { Person } from '../../workflow/test/stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const templateId = await s.template();

interface Row {
  readonly id: string;
  readonly place: string;
}
const page = async (who: Person, o: { first?: number | null; after?: string | null } = {}): Promise<readonly Row[]> =>
  (
    await who.graphql(
      'query($first: Int, $after: String) { myApplications(first: $first, after: $after) { id place } }',
      o,
    )
  ).data.myApplications;
const refusal = async (o: Readonly<Record<string, unknown>>): Promise<unknown> =>
  (await s.ada.graphql('query($first: Int, $after: String) { myApplications(first: $first, after: $after) { id } }', o))
    .errors?.[0].extensions.code;

// Several of one moment, so that it is not the time alone that orders them.
const made: { readonly id: string; readonly createdAt: string }[] = [];
for (let i = 0; i < 103; i += 1) {
  if (i % 10 === 0) await s.at(1_000);
  made.push(await s.submit(templateId, { amount: 600 }, s.ada.email));
}
const order = ({ createdAt, id }: { createdAt: string; id: string }): string => `${createdAt} ${id}`;
const wanted = made.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)).map(({ id }) => id);

t.test(
  'a client reaches all of their applications, each once and newest first, also when one arrives while they read',
  async (t) => {
    const seen = [...(await page(s.ada, { first: 40 }))];
    await s.at(1_000);
    const arrived = await s.submit(templateId, { amount: 600 }, s.ada.email);
    await s.submit(templateId, { amount: 600 }, s.bob.email);
    for (
      let more = await page(s.ada, { first: 40, after: seen.at(-1)!.place });
      more.length > 0;
      more = await page(s.ada, { first: 40, after: seen.at(-1)!.place })
    )
      seen.push(...more);
    t.same(
      seen.map(({ id }) => id),
      wanted,
    );
    t.same(
      (await page(s.ada, { first: 2 })).map(({ id }) => id),
      [arrived.id, wanted[0]],
      'who begins again has the new one first',
    );
  },
);

t.test('who says nothing of pages has the newest hundred, as before', async (t) => {
  const { data } = await s.ada.graphql('{ myApplications { id } }');
  t.equal(data.myApplications.length, 100);
  t.equal(data.myApplications[1].id, wanted[0]);
  t.equal((await page(s.ada, { first: null, after: null })).length, 100);
});

t.test('a place leads to nothing that is not one’s own, and what is no place or no page is refused', async (t) => {
  const [top] = await page(s.ada);
  t.same(
    (await page(s.bob, { after: top!.place })).filter(({ id }) => wanted.includes(id)),
    [],
  );
  t.equal(await refusal({ after: 'x' }), 'bad-cursor');
  t.match(
    await s.ada.graphql('{ myApplications(after: "x") { id } }'),
    { errors: [{ message: /^Take the cursor that came with the page before/ }] },
    'GraphQL knows no header',
  );
  for (const first of [0, 101, -1]) t.equal(await refusal({ first }), 'bad-query');
});

t.test('a client is asked to confirm exactly while a step waits for it, and where they may confirm', async (t) => {
  const asked = async (who: Person, workspaceId: string = s.client): Promise<readonly string[]> =>
    (await who.graphql('query($workspaceId: ID!) { awaitingMe(workspaceId: $workspaceId) }', { workspaceId })).data
      ?.awaitingMe;
  const can = async (id: string): Promise<readonly string[]> =>
    (await s.ada.graphql('query($id: ID!) { application(id: $id) { can } }', { id })).data.application.can;
  t.teardown(() => {
    s.script.run = {};
  });
  let word = false;
  s.script.run['Second'] = async () => (word ? { outcome: 'passed' } : { outcome: 'waiting', reasons: ['Say yes.'] });
  s.script.run['First'] = async () => ({ outcome: 'failed', reasons: ['Not yet.'] });
  const { id } = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')), { amount: 600 }, s.ada.email);
  t.same(await asked(s.ada), [], 'it has not come to that step');
  t.notOk((await can(id)).includes('confirm'));
  s.script.run['First'] = async () => ({ outcome: 'passed' });
  await s.platform.service(Workflow).recheck(await s.system(), id, 'documents');
  t.same(await asked(s.ada), [id]);
  t.ok((await can(id)).includes('confirm'));
  t.same(await asked(s.bob), [], 'nobody else is asked');
  const control = s.platform.service(AccessAdministration);
  const turn = async (on: boolean): Promise<void> =>
    control.setFeature(await s.system(), { workspace: s.client, feature: clientApprovalFeature, on });
  await turn(false);
  t.same(await asked(s.ada), [], 'nor where it is switched off');
  t.match(await s.ada.post(`/api/v1/applications/${id}/confirm`), { status: 404, body: { code: 'feature-off' } });
  await turn(true);
  word = true;
  t.match(await s.ada.post(`/api/v1/applications/${id}/confirm`), { status: 200, body: { status: 'Approved' } });
  t.same(await asked(s.ada), []);
});

t.test(
  'a list of everything says that applications are switched off, where they are off wherever one comes',
  async (t) => {
    const turn = async (workspace: string, on: boolean): Promise<void> =>
      s.platform
        .service(AccessAdministration)
        .setFeature(await s.system(), { workspace, feature: applicationsFeature, on });
    await turn(s.staff, false);
    t.match(await s.officer.get('/api/v1/applications'), { status: 404, body: { code: 'feature-off' } });
    t.equal((await s.key.get('/api/v1/applications')).status, 200, 'the key comes into other workspaces too');
    await turn(s.client, false);
    await turn(s.mixed, false);
    t.match(await s.key.get('/api/v1/applications'), { status: 404, body: { code: 'feature-off' } });
    for (const workspace of [s.staff, s.client, s.mixed]) await turn(workspace, true);
    t.equal((await s.officer.get('/api/v1/applications')).status, 200);
  },
);

t.test(
  'one’s own by GraphQL, and events about it, need what one’s own list needs: permission and feature in one workspace',
  async (t) => {
    const asked = async (): Promise<unknown> => {
      const [rest, field, told] = [
        await s.ada.get('/api/v1/applications'),
        await s.ada.graphql('{ myApplications(first: 1) { id } }'),
        await s.ada.get(`/api/v1/events?topic=dossier/1/o/${s.organization}/u/${s.ada.id}/application`),
      ];
      return [rest.body.code ?? 'open', field.errors?.[0].extensions.code ?? 'open', told.body.code ?? 'open'];
    };
    const same = (answer: string): readonly string[] => [answer, answer, answer];
    t.same(await asked(), same('open'));
    const control = s.platform.service(AccessAdministration);
    const feature = async (on: boolean): Promise<void> =>
      control.setFeature(await s.system(), { workspace: s.client, feature: applicationsFeature, on });
    await feature(false);
    t.same(await asked(), same('feature-off'));
    await feature(true);
    const teamRoleId = (await control.memberships(s.organization, s.ada.id))[0]?.teamRoleId ?? '';
    const grant = async (granted: boolean): Promise<void> =>
      control.setGrant(await s.system(), { teamRoleId, permission: readOwnApplications, workspace: s.client, granted });
    await grant(false);
    t.same(await asked(), same('forbidden'));
    await grant(true);
    t.same(await asked(), same('open'));
  },
);

t.test(
  'where no step depends on it nothing is confirmed; before such a step is reached the word may be given',
  async (t) => {
    t.teardown(() => {
      s.script.run = {};
    });
    s.script.run['Deaf'] = async () => ({ outcome: 'failed', reasons: ['No.'] });
    const made = await s.submit(await s.template(steps('Deaf', 'MANUAL')), { amount: 600 }, s.ada.email);
    t.match(await s.ada.post(`/api/v1/applications/${made.id}/confirm`), {
      status: 409,
      body: { code: 'nothing-to-confirm' },
    });
    const early = await s.submit(await s.template(steps('Deaf', 'Second', 'MANUAL')), { amount: 600 }, s.ada.email);
    t.equal((await s.ada.post(`/api/v1/applications/${early.id}/confirm`)).status, 200);
  },
);
