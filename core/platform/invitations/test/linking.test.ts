import { t } from '@dossier/core/testing/t';
import { eventually } from '@dossier/core/testing';
import { People } from '../../people/contract.ts';
import { stage } from './stage.ts';

const s = await stage(['@dossier/workflow-handlers']);
t.teardown(() => s.platform.stop());
const { acme, platform } = s;
const templateId = await acme.template(['DocumentCompletenessCheckHandler']);
const submitted = async (primary: string): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(templateId, { primary }))).body.id;
const invite = async (email: string): Promise<string> =>
  (await acme.admin.post(`/api/v1/teams/${s.clients}/invitations`, { emails: [email], teamRoleId: acme.roles.client }))
    .body.invitations[0].id;
const at = async (userId: string) => {
  const { secret } = await platform
    .service(People)
    .issueToken({ user: userId, organization: acme.organization, name: 'Test' });
  return platform.as({ authorization: `Bearer ${secret}` });
};
const join = { status: 'active', teamId: s.clients, teamRoleId: acme.roles.client };

t.test('an invited client finds what was submitted for the address that they have proven', async (t) => {
  const application = await submitted('Iris@Work.example');
  const other = await submitted('somebody@else.example');
  const iris = await s.stranger('iris@private.example');
  const id = await invite('iris@work.example');
  const token = await s.tokenFor('iris@work.example');
  t.equal((await iris.put(`/team-invitations/${id}`, { status: 'accepted', token })).status, 200);
  t.same(
    await s.rows('select "userId" from applicant where "applicationId" = $1', [application]),
    [{ userId: null }],
    'a stranger is no client yet',
  );
  t.equal((await iris.post('/user-teams', { ...join, userId: iris.id })).status, 201);
  const own = await at(iris.id);
  await eventually('it is hers', async () => (await own.get(`/api/v1/applications/${application}`)).status, 200);
  t.equal((await own.get(`/api/v1/applications/${other}`)).status, 404);
});

t.test('without the secret an address that nobody vouches for links nothing', async (t) => {
  const [application, known] = [await submitted('kim@work.example'), await submitted('lea@work.example')];
  const kim = await s.stranger('kim@private.example', { verified: false });
  const id = await invite('kim@work.example');
  t.equal((await kim.put(`/team-invitations/${id}`, { status: 'accepted' })).status, 404);
  const lea = await s.stranger('lea@work.example');
  const invitation = await invite('lea@work.example');
  await lea.put(`/team-invitations/${invitation}`, { status: 'accepted' });
  await lea.post('/user-teams', { ...join, userId: lea.id });
  const own = await at(lea.id);
  const status = async (): Promise<number> => (await own.get(`/api/v1/applications/${known}`)).status;
  await eventually('her own is hers, by the address that is verified', status, 200);
  t.equal((await own.get(`/api/v1/applications/${application}`)).status, 404);
});

t.test('a member who accepts a further invitation is linked at once', async (t) => {
  const application = await submitted('second@work.example');
  const id = await invite('second@work.example');
  const token = await s.tokenFor('second@work.example');
  t.equal((await acme.otherClient.get(`/api/v1/applications/${application}`)).status, 404);
  t.equal((await acme.otherClient.put(`/team-invitations/${id}`, { status: 'accepted', token })).status, 200);
  const status = async (): Promise<number> =>
    (await acme.otherClient.get(`/api/v1/applications/${application}`)).status;
  await eventually('it is theirs', status, 200);
});
