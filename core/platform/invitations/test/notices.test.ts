/** Members hear that they are invited to a further team, and those who invited somebody of the answer. */
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
  const unseen = async (): Promise<number> => (await s.acme.admin.get('/api/v1/notifications/count')).body.unread;
  t.equal(await unseen(), 1);
  t.equal((await s.acme.admin.post('/api/v1/notifications/read', { record: s.team })).status, 204);
  t.equal(await unseen(), 0, 'who has the page of the team open has seen it');
  for (const who of [s.acme.officer, s.acme.client, s.beta.admin]) t.strictSame(await toldOf(s.platform, who, id), []);

  const ben = await s.stranger('ben@person.example');
  const other = await s.invite('ben@person.example');
  t.equal((await ben.put(`/team-invitations/${other}`, { status: 'declined' })).status, 200);
  t.match(await toldOf(s.platform, s.acme.admin, other), [{ text: / declined your invitation$/ }]);
  s.platform.clock.advance(8 * 86_400_000);
  t.strictSame(await toldOf(s.platform, s.acme.admin, id), [], 'accepted, and never used until it expired');
});

t.test('a member who is invited to a further team hears of it until it is answered or over', async (t) => {
  const { platform, acme, beta } = s;
  const path = (id: string): string => `/api/v1/team-invitations/${id}`;
  const first = await s.invite(acme.client.email);
  t.match(await toldOf(platform, acme.client, first), [
    {
      kind: 'invitation-received',
      text: /^Ada Admin invites you to the team \S/,
      why: 'The invitation is to your e-mail address.',
      subject: { about: 'Invitation', workspaceId: null, path: 'orgs' },
    },
  ]);
  for (const who of [acme.admin, acme.otherClient, beta.client]) t.strictSame(await toldOf(platform, who, first), []);
  platform.clock.advance(120_000);
  t.equal((await acme.admin.post(`${path(first)}/resend`, {})).status, 200);
  t.equal((await toldOf(platform, acme.client, first)).length, 1, 'sent again, it is the same');
  t.equal((await acme.client.put(path(first), { status: 'declined' })).status, 200);
  t.strictSame(await toldOf(platform, acme.client, first), []);

  const [revoked, old] = [await s.invite(acme.client.email), await s.invite(acme.otherClient.email)];
  t.equal((await toldOf(platform, acme.otherClient, old)).length, 1);
  t.equal((await acme.admin.delete(path(revoked))).status, 204);
  t.strictSame(await toldOf(platform, acme.client, revoked), []);
  platform.clock.advance(8 * 86_400_000);
  t.strictSame(await toldOf(platform, acme.otherClient, old), []);
});
