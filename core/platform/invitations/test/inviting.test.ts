import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { AccessAdministration } from '../../access/contract.ts';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { stage } from './stage.ts';
import type { Stage } from './stage.ts';

const postgres = await platformOnPostgres(t);
const s = await stage();
t.teardown(() => s.platform.stop());
const { admin, clerk } = s.acme;
const url = `/api/v1/teams/${s.team}/invitations`;
const list = async (query = '') => admin.get(`/api/v1/team-invitations?teamId=${s.team}${query}`);

t.test('people are invited by e-mail, each by a message of their own', async (t) => {
  t.same((await list()).body, []);
  const answer = await admin.post(url, {
    emails: ['ann@x.example', '\u202A Jörg@Bücher.example\u202C ', 'ANN@x.example'],
    teamRoleId: s.member,
    message: 'See you\n<b>soon</b>',
  });
  t.match(answer, { status: 201, body: { skipped: [], invitations: { length: 2 } } });
  t.match(
    answer.body.invitations.find((one: { email: string }) => one.email === 'ann@x.example'),
    {
      teamId: s.team,
      invitedUserId: null,
      status: 'pending',
      teamRoleId: s.member,
      invitedBy: admin.id,
      invitedByName: 'Ada Admin',
      createdAt: /Z$/,
      expiresAt: /Z$/,
      delivery: { state: 'queued', reason: null },
    },
  );
  await s.platform.settle();
  t.same(s.mails.map(({ to }) => to.address).sort(), ['ann@x.example', 'jörg@bücher.example']);
  const [mail] = s.mails;
  t.match(mail, {
    subject: 'Invitation to ACME',
    from: { name: 'ACME', address: 'no-reply@localhost' },
    kind: 'team-invitation',
  });
  for (const words of [
    'Ada Admin invites you to the team Lending, as Member.',
    `${s.platform.kernel.publicUrl()}/invitations/`,
    '> See you',
  ])
    t.ok(mail!.text.includes(words), words);
  t.match(mail!.html, /See you<br>&lt;b&gt;soon&lt;\/b&gt;/);
  t.match((await list()).body, [{ delivery: { state: 'sent' } }, { delivery: { state: 'sent' } }]);
});

t.test('who is a member or invited already is left out, and named when nobody remains', async (t) => {
  const mixed = await admin.post(url, {
    emails: [clerk.email, 'ann@x.example', 'new@x.example'],
    teamRoleId: s.member,
  });
  t.match(mixed, { status: 201, body: { invitations: [{ email: 'new@x.example' }] } });
  t.same(mixed.body.skipped, [
    { email: clerk.email, reason: 'already-member' },
    { email: 'ann@x.example', reason: 'already-invited' },
  ]);
  t.match(await admin.post(url, { emails: ['ann@x.example', clerk.email], teamRoleId: s.member }), {
    status: 409,
    body: {
      code: 'nobody-to-invite',
      errors: [
        { pointer: '/emails/0', code: 'already-invited' },
        { pointer: '/emails/1', code: 'already-member' },
      ],
    },
  });
});

t.test('a double click invites once', async (t) => {
  const both = await Promise.all(
    [1, 2].map(() => admin.post(url, { emails: ['twice@x.example'], teamRoleId: s.member })),
  );
  t.same(both.map(({ status }) => status).sort(), [201, 409]);
  await s.platform.settle();
  t.equal(s.mails.filter(({ to }) => to.address === 'twice@x.example').length, 1);
});

t.test('every bad address is named at once, and nothing is sent', async (t) => {
  const before = (await list()).body.length;
  const bad = await admin.post(url, {
    emails: ['good@x.example', 'no address', 'a@b.example\r\nBcc: c@d.example', 'x@localhost', 'x'],
    teamRoleId: s.member,
  });
  t.match(bad, { status: 422, body: { code: 'invalid' } });
  t.same(
    bad.body.errors.map((fault: { pointer: string }) => fault.pointer),
    ['/emails/1', '/emails/2', '/emails/3', '/emails/4'],
  );
  t.match((await admin.post(url, { emails: ['a@x.example', 7], teamRoleId: s.member })).body, {
    errors: [{ pointer: '/emails/1', detail: 'emails[1] must be a string.' }],
  });
  for (const [body, pointer] of [
    [{ emails: [], teamRoleId: s.member }, '/emails'],
    [{ emails: Array.from({ length: 51 }, (_, i) => `p${i}@x.example`), teamRoleId: s.member }, '/emails'],
    [{ emails: 'a@x.example', teamRoleId: s.member }, '/emails'],
    [{ emails: ['a@x.example'] }, '/teamRoleId'],
    [{ emails: ['a@x.example'], teamRoleId: newId() }, '/teamRoleId'],
    [{ emails: ['a@x.example'], teamRoleId: s.acme.roles.client }, '/teamRoleId'],
    [{ emails: ['a@x.example'], teamRoleId: s.member, message: 'x'.repeat(1001) }, '/message'],
    [{ emails: ['a@x.example'], teamRoleId: s.member, message: 'a\u0000b' }, '/message'],
    [{ emails: ['a@x.example'], teamRoleId: s.member, status: 'used' }, '/status'],
  ] as const)
    t.match(
      await admin.post(url, body),
      { status: 422, body: { errors: [{ pointer }] } },
      `${pointer} ${JSON.stringify(body).slice(0, 80)}`,
    );
  t.equal((await list()).body.length, before);
});

t.test('a bad address hides no unknown role, and a message that is too long hides neither', async (t) => {
  const before = (await list()).body.length;
  const faults = async (body: object) =>
    (await admin.post(url, body)).body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
  for (const teamRoleId of [newId(), s.beta.roles.clerk])
    t.same(await faults({ emails: ['nonsense'], teamRoleId }), ['/emails/0 bad-address', '/teamRoleId unknown-role']);
  t.same(await faults({ emails: ['a@x.example', 7, 'nonsense'], teamRoleId: newId(), message: 'x'.repeat(1001) }), [
    '/emails/1 type',
    '/message maxLength',
    '/emails/2 bad-address',
    '/teamRoleId unknown-role',
  ]);
  t.same(await faults({ emails: ['nonsense'] }), ['/teamRoleId required', '/emails/0 bad-address']);
  t.equal((await clerk.post(url, { emails: ['nonsense'] })).status, 403);
  t.equal((await s.beta.admin.post(url, { emails: ['nonsense'] })).status, 404);
  t.equal((await list()).body.length, before);
});

t.test('only those who may invite in this team do, and in no stronger role than their own', async (t) => {
  t.equal((await clerk.post(url, { emails: ['a@x.example'], teamRoleId: s.member })).status, 403);
  t.equal((await clerk.get(`/api/v1/team-invitations?teamId=${s.team}`)).status, 403);
  t.equal((await s.platform.post(url, { emails: ['a@x.example'], teamRoleId: s.member })).status, 401);
  const administration = s.platform.service(AccessAdministration);
  const host = await administration.createRole(s.acme.access, s.team, {
    name: 'Host',
    description: '',
    permissions: ['inviteUsers'],
  });
  const inviter = await s.acme.person('Hans Host', 'clerk');
  const [membership] = await administration.memberships(s.acme.organization, inviter.id);
  t.equal((await admin.put(`/api/v1/user-teams/${membership!.id}`, { teamRoleId: host.id })).status, 200);
  t.equal((await inviter.post(url, { emails: ['weak@x.example'], teamRoleId: host.id })).status, 201);
  for (const role of [s.acme.roles.admin, s.acme.roles.officer])
    t.equal(
      (await inviter.post(url, { emails: ['strong@x.example'], teamRoleId: role })).status,
      403,
      'a role with rights that the sender does not have',
    );
  t.equal(
    (
      await inviter.post(`/api/v1/teams/${s.clients}/invitations`, {
        emails: ['a@x.example'],
        teamRoleId: s.acme.roles.client,
      })
    ).status,
    403,
    'another team',
  );
});

t.test('another organization sees a team and its invitations as what does not exist', async (t) => {
  const id = await s.invite('foreign@x.example');
  const random = newId();
  for (const ask of [
    (one: string) => s.beta.admin.post(`/api/v1/team-invitations/${one}/resend`),
    (one: string) => s.beta.admin.delete(`/api/v1/team-invitations/${one}`),
  ]) {
    t.equal((await ask(id)).status, 404);
    t.equal((await ask(id)).text, (await ask(random)).text);
  }
  t.equal((await s.beta.admin.get(`/api/v1/team-invitations?teamId=${s.team}`)).status, 404);
  t.equal((await s.beta.admin.post(url, { emails: ['a@x.example'], teamRoleId: s.member })).status, 404);
  t.match(
    (await list()).body.find((one: { id: string }) => one.id === id),
    { status: 'pending' },
  );
});

t.test('an invitation is sent again with a new link, not at once and not for ever', async (t) => {
  const id = await s.invite('again@x.example');
  const first = await s.tokenFor('again@x.example');
  const resend = () => admin.post(`/api/v1/team-invitations/${id}/resend`);
  t.match(await resend(), { status: 429, body: { code: 'sent-a-moment-ago' }, headers: { 'retry-after': '60' } });
  const person = await s.stranger('reader@y.example');
  let last = first;
  for (let i = 0; i < 4; i += 1) {
    s.platform.clock.advance(61_000);
    t.match(await resend(), { status: 200, body: { status: 'pending', delivery: { state: 'queued' } } });
    // E-mails that wait together are sent in whatever order.
    last = await s.tokenFor('again@x.example');
  }
  t.equal((await person.post('/api/v1/invitations/lookup', { token: first })).status, 404, 'the old link is dead');
  t.equal((await person.post('/api/v1/invitations/lookup', { token: last })).status, 200);
  s.platform.clock.advance(61_000);
  t.match(await resend(), { status: 429, body: { code: 'sent-often' } });
  t.equal((await clerk.post(`/api/v1/team-invitations/${id}/resend`)).status, 403);
  t.equal((await admin.post('/api/v1/team-invitations/nonsense/resend')).status, 404);
});

t.test('a revoked invitation opens nothing any more; the person can be invited anew', async (t) => {
  const id = await s.invite('gone@x.example');
  const token = await s.tokenFor('gone@x.example');
  const person = await s.stranger('gone@x.example');
  await person.put(`/team-invitations/${id}`, { status: 'accepted' });
  t.equal((await clerk.delete(`/api/v1/team-invitations/${id}`)).status, 403);
  const revoked = await admin.delete(`/api/v1/team-invitations/${id}`);
  t.match(revoked, { status: 204, text: '' });
  t.equal((await admin.delete(`/api/v1/team-invitations/${id}`)).status, 204);
  t.equal(
    (await s.rows(`select 1 from event where "subjectId" = $1 and type = 'invitations/revoked@1'`, [id])).length,
    1,
  );
  t.match(await person.put(`/team-invitations/${id}`, { status: 'accepted', token }), {
    status: 409,
    body: { code: 'invitation-revoked' },
  });
  t.equal(
    (await person.post('/user-teams', { userId: person.id, teamId: s.team, status: 'active', teamRoleId: s.member }))
      .status,
    404,
    'not even after accepting',
  );
  s.platform.clock.advance(61_000);
  t.match(await admin.post(`/api/v1/team-invitations/${id}/resend`), { status: 409 });
  t.not(await s.invite('gone@x.example'), id);
});

t.test('with a team its open invitations end', async (t) => {
  const made = await admin.post('/api/v1/teams', { name: 'Short-lived' });
  const roles = (await admin.get(`/teams/${made.body.id}/roles`)).body;
  const role = roles.find(({ name }: { name: string }) => name === 'Member').id;
  const invited = await admin.post(`/api/v1/teams/${made.body.id}/invitations`, {
    emails: ['late@x.example'],
    teamRoleId: role,
  });
  t.equal(invited.status, 201, invited.text);
  const token = await s.tokenFor('late@x.example');
  t.equal((await admin.delete(`/api/v1/teams/${made.body.id}`)).status, 204);
  const late = await s.stranger('late@x.example');
  t.same((await late.get('/api/v1/my/invitations')).body, []);
  t.equal((await late.post('/api/v1/invitations/lookup', { token })).status, 404);
  t.match(await late.put(`/team-invitations/${invited.body.invitations[0].id}`, { status: 'accepted' }), {
    status: 409,
    body: { code: 'invitation-revoked' },
  });
});

t.test('an expired invitation is sent again or makes room for a new one', async (t) => {
  const [one, two] = [await s.invite('old@x.example'), await s.invite('older@x.example')];
  s.platform.clock.advance(8 * 24 * 60 * 60_000);
  t.match(
    (await list()).body.filter(({ id }: { id: string }) => [one, two].includes(id)),
    [{ status: 'expired' }, { status: 'expired' }],
  );
  t.match(await admin.post(`/api/v1/team-invitations/${one}/resend`), { status: 200, body: { status: 'pending' } });
  t.not(await s.invite('older@x.example'), two);
});

t.test('a refused e-mail shows in the list', async (t) => {
  const id = await s.invite('unknown@x.example');
  await s.platform.settle();
  t.match(
    (await list()).body.find((row: { id: string }) => row.id === id),
    { status: 'pending', delivery: { state: 'rejected', reason: /550/ } },
  );
});

t.test('the list comes in pages', async (t) => {
  const all = (await list('&limit=100')).body.map(({ id }: { id: string }) => id);
  const first = await list('&limit=2');
  t.equal(first.body.length, 2);
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))![1]!;
  t.same(
    [...first.body, ...(await admin.get(next)).body].map(({ id }: { id: string }) => id),
    all.slice(0, 4),
  );
  for (const cursor of ['nonsense', all[0]])
    t.match(
      await list(`&cursor=${cursor}`),
      { status: 400, body: { code: 'bad-cursor' } },
      'none that came with a page of this list',
    );
});

/** Invites on behalf of an organization that has had so many e-mails sent today. */
async function after(emails: number, { platform, beta, rows }: Stage) {
  const [membership] = await platform.service(AccessAdministration).memberships(beta.organization, beta.admin.id);
  const invite = (email: string) =>
    beta.admin.post(`/api/v1/teams/${membership!.teamId}/invitations`, {
      emails: [email],
      teamRoleId: beta.roles.clerk,
    });
  const first: string = (await invite('first@x.example')).body.invitations[0].id;
  await rows(
    `insert into mail_message select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'state', 'sent', 'sealed', null))).*
    from mail_message m, generate_series(2, $2::int) where m."organizationId" = $1`,
    [beta.organization, emails],
  );
  return { invite, first };
}

t.test('an organization cannot be used to send masses of mail', async (t) => {
  const { invite, first } = await after(499, s);
  s.platform.clock.advance(61_000);
  const resend = () => s.beta.admin.post(`/api/v1/team-invitations/${first}/resend`);
  t.equal((await resend()).status, 200, 'the last e-mail of the day');
  s.platform.clock.advance(61_000);
  const tooMany = { status: 429, body: { code: 'too-many-invitations' }, headers: { 'retry-after': '3600' } };
  t.match(await resend(), tooMany, 'each e-mail counts, also of the same invitation');
  t.match(await invite('last@x.example'), tooMany);
  t.match(
    await invite('first@x.example'),
    { status: 409, body: { code: 'nobody-to-invite' } },
    'what sends nothing counts for nothing',
  );
  t.equal(
    (await admin.post(url, { emails: ['unaffected@x.example'], teamRoleId: s.member })).status,
    201,
    'another organization',
  );
  s.platform.clock.advance(24 * 60 * 60_000 + 1);
  t.equal((await invite('last@x.example')).status, 201);
});

t.test('on PostgreSQL', { skip: postgres === null }, async (t) => {
  const real = await stage([], postgres!);
  t.teardown(() => real.platform.stop());

  await t.test('a whole office is invited at once', async (t) => {
    const office = Array.from({ length: 50 }, (_, i) => `p${i}@x.example`);
    t.match(
      await real.acme.admin.post(`/api/v1/teams/${real.team}/invitations`, { emails: office, teamRoleId: real.member }),
      { status: 201, body: { invitations: { length: 50 }, skipped: [] } },
    );
  });

  await t.test('of two e-mails at once, where one more may be sent, one is', async (t) => {
    const { invite } = await after(499, real);
    for (let round = 0; round < 8; round++) {
      const both = await Promise.all([invite(`left${round}@x.example`), invite(`right${round}@x.example`)]);
      t.same(both.map(({ status }) => status).sort(), [201, 429]);
      const { id } = both.find(({ status }) => status === 201)!.body.invitations[0];
      await real.rows('delete from mail_message where id = (select "mailId" from team_invitation where id = $1)', [id]);
    }
  });
});
