/** Who invited somebody hears of their answer. */
import { t } from '@dossier/core/testing/t';
import { toldOf } from '@dossier/core/testing';
import { stage } from './stage.ts';

const s = await stage(['@dossier/notifications']);
t.teardown(() => s.platform.stop());

t.test('who invited somebody hears that they accepted, or declined; nobody else does', async (t) => {
  const ann = await s.stranger('ann@person.example');
  const id = await s.invite('ann@person.example');
  t.strictSame(await toldOf(s.platform, s.acme.admin, id), []);
  t.equal((await ann.put(`/team-invitations/${id}`, { status: 'accepted' })).status, 200);
  const [heard, ...more] = await toldOf(s.platform, s.acme.admin, id);
  t.match(heard, {
    kind: 'invitation-answered',
    text: / accepted your invitation$/,
    why: 'You invited them.',
    subject: { about: 'ann@person.example', workspaceId: null, path: `settings/teams/${s.team}/invitations` },
  });
  t.strictSame(more, []);
  const unseen = async (): Promise<number> => (await s.acme.admin.get('/api/v1/notices/count')).body.unseen;
  t.equal(await unseen(), 1);
  t.equal((await s.acme.admin.post('/api/v1/notices/seen', { record: s.team })).status, 204);
  t.equal(await unseen(), 0, 'who has the page of the team open has seen it');
  for (const who of [s.acme.officer, s.acme.client, s.beta.admin]) t.strictSame(await toldOf(s.platform, who, id), []);

  const ben = await s.stranger('ben@person.example');
  const other = await s.invite('ben@person.example');
  t.equal((await ben.put(`/team-invitations/${other}`, { status: 'declined' })).status, 200);
  t.match(await toldOf(s.platform, s.acme.admin, other), [{ text: / declined your invitation$/ }]);
  s.platform.clock.advance(8 * 86_400_000);
  t.strictSame(await toldOf(s.platform, s.acme.admin, id), [], 'accepted, and never used until it expired');
});
