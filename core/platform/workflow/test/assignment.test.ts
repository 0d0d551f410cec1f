/** Who is given a case that halts: by the rules of its step, and by who can work at that moment. */
import { t } from '@dossier/core/testing/t';
import { eventually, letterBox, toldOf } from '@dossier/core/testing';
import { dayIn } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { assignApplications, readApplications } from '../../applications/contract.ts';
import type { StepGiven } from '../../templates/contract.ts';
import { decideApplications } from '../contract.ts';
import { stage, steps } from './stage.ts';
import type { Person, Stage } from './stage.ts';

const [first] = steps('First');
const officers = { permissions: [readApplications, decideApplications] };
const of = (id: string): string => `/api/v1/applications/${id}`;
const under = (s: Stage, rules: Partial<StepGiven>): Promise<string> =>
  s.template([first!, { name: 'Underwriting', kind: 'MANUAL', ...rules }]);
const box = letterBox();
const operatorToken = 'operator-token-for-these-tests';
const s = await stage({ plugins: [box.plugin, '@dossier/notifications'], env: { OPERATOR_TOKEN: operatorToken } });
t.teardown(() => s.stop());
const { platform } = s;
const seen = async (id: string, who: Person = s.officer): Promise<Json> => (await who.get(of(id))).body;
const given = async (template: string): Promise<readonly string[]> => (await s.submit(template, {})).assignees;
const boss = await s.person('boss', { permissions: [readApplications, assignApplications] });
const grants = platform.service(AccessAdministration);

/** Today and tomorrow: a test may go on past midnight. */
const away = async (person: Person, standIn: Person | null = null): Promise<() => Promise<unknown>> => {
  const now = platform.clock.now();
  const { status, body, text } = await person.post('/api/v1/organization/absences', {
    fromDay: dayIn(now, 'UTC'),
    toDay: dayIn(new Date(now.getTime() + 86_400_000), 'UTC'),
    standInId: standIn?.id ?? null,
  });
  if (status !== 201) throw new Error(text);
  return () => person.delete(`/api/v1/organization/absences/${body.id}`);
};

t.test('a queue gives nothing to anybody; in turn each gets one', async (t) => {
  t.strictSame(await given(await under(s, { assignment: 'queue' })), []);
  const role = 'Turner';
  const three = await Promise.all(['t1', 't2', 't3'].map((name) => s.person(name, { ...officers, role })));
  const template = await under(s, { assignment: 'round-robin', role });
  const got = [];
  for (let i = 0; i < 6; i++) got.push(...(await given(template)));
  const ids = three.map(({ id }) => id).toSorted();
  t.same(got, [...ids, ...ids]);
});

t.test('for who is away the stand-in works, and without one who is next', async (t) => {
  const role = 'Desk';
  const [ina, otto] = [await s.person('ina', { ...officers, role }), await s.person('otto', { ...officers, role })];
  const template = await under(s, { role });
  t.strictSame(await given(template), [ina.id], 'of two without work the first');
  const otherDesk = await s.person('uma', officers);
  const back = await away(otto, otherDesk);
  t.strictSame(await given(template), [ina.id], 'the stand-in has not the role, so the next is given it');
  await back();
  const again = await away(otto, ina);
  t.strictSame(await given(template), [ina.id], 'the stand-in');
  await again();
  t.strictSame(await given(template), [otto.id]);
});

t.test('where nobody can be chosen it is seen, and those who assign hear of it once an hour', async (t) => {
  const role = 'Lonely';
  const lonely = await s.person('lonely', { ...officers, role });
  const template = await under(s, { role });
  const back = await away(lonely);
  const { id } = await s.submit(template, {});
  t.match(await seen(id), { assignees: [], flags: ['nobody-available'] });
  await s.submit(template, {});
  const letters = async (): Promise<readonly string[]> => {
    await platform.settle();
    return box.take().map(({ kind, to }) => `${kind} ${to.address}`);
  };
  t.strictSame(await letters(), [`notice-nobody-available ${boss.email}`]);
  t.match(await toldOf(platform, boss, s.staff), [
    {
      text: '2 applications wait, and nobody could be given them',
      why: 'You give applications to others here.',
      subject: { title: 'STAFF work', path: 'applications?view=unassigned&flag=nobody-available' },
    },
  ]);
  t.strictSame(await toldOf(platform, s.officer, s.staff), []);
  await s.at(61 * 60_000);
  await s.submit(template, {});
  t.strictSame(await letters(), [`notice-nobody-available ${boss.email}`]);
  t.equal((await boss.post(`${of(id)}/assignees`, { userId: lonely.id })).status, 204);
  t.match(await seen(id), { flags: [] }, 'somebody has it now');
  await back();
});

t.test('the next one is the most urgent that one may decide', async (t) => {
  const queue = { assignment: 'queue' } as const;
  const own = await stage({ platform, slug: 'urgent', script: s.script });
  const submit = async (rules: Partial<StepGiven>): Promise<string> => {
    platform.clock.advance(60_000);
    return (await own.submit(await under(own, rules), {})).id;
  };
  const [calm, late, soon] = [
    await submit(queue),
    await submit({ ...queue, due: { workingDays: 9 } }),
    await submit({ ...queue, due: { workingDays: 2 } }),
  ];
  await submit({ ...queue, due: { hours: 1 }, role: 'Others' });
  const twice = await submit({ ...queue, due: { workingDays: 1 }, secondApprover: true });
  const next = async (who: Person): Promise<string | null> =>
    (await who.post(`/api/v1/workspaces/${own.staff}/applications/take-next`)).body.id;
  t.equal((await own.officer.post(`${of(twice)}/approve`)).status, 200);
  t.strictSame(
    [await next(own.officer), await next(own.officer), await next(own.officer), await next(own.officer)],
    [soon, late, calm, null],
    'by when it is due, then by age; neither what another role decides nor what they approved first',
  );
  const other = await own.person('other', officers);
  t.equal(await next(other), twice);
});

t.test('cases of who leaves, is suspended, or loses the right or role come back', async (t) => {
  const own = await stage({ platform, slug: 'leaving', script: s.script });
  const root = (await own.system()) as OrganizationAccess;
  const role = 'Desk';
  const template = await under(own, { role });
  const plain = await under(own, { assignment: 'queue' });
  const keeper = await own.person('keeper', { ...officers, role });
  const membership = async (person: Person) => (await grants.memberships(own.organization as never, person.id))[0]!;
  const backFrom = async (name: string, leave: (person: Person) => Promise<unknown>) => {
    const person = await own.person(name, { ...officers, role });
    const automatic = await eventually('they are given a case', async () => {
      const { id, assignees } = await own.submit(template, {});
      return assignees[0] === person.id && (id as string);
    });
    const taken = (await own.submit(plain, {})).id as string;
    t.equal((await person.post(`${of(taken)}/assignees`, { userId: person.id })).status, 204);
    await leave(person);
    const holders = async (): Promise<readonly string[]> => {
      await platform.settle();
      return (await seen(taken, own.officer)).assignees;
    };
    await eventually(`${name}: what they took waits for somebody`, holders, []);
    t.strictSame(
      (await seen(automatic, own.officer)).assignees,
      [keeper.id],
      `${name}: what they were given another has`,
    );
  };
  await backFrom('loses the right', async (person) =>
    grants.setGrant(root, {
      teamRoleId: (await membership(person)).teamRoleId ?? '',
      permission: decideApplications,
      workspace: own.staff,
      granted: false,
    }),
  );
  await backFrom('loses what they read', async (person) =>
    grants.setGrant(root, {
      teamRoleId: (await membership(person)).teamRoleId ?? '',
      permission: readApplications,
      workspace: own.staff,
      granted: false,
    }),
  );
  await backFrom('leaves', async (person) => person.delete(`/api/v1/user-teams/${(await membership(person)).id}`));
  const operator = platform.as({ authorization: `Bearer ${operatorToken}` });
  await backFrom('is suspended', (person) => operator.post(`/api/v1/operator/users/${person.id}/disable`));
});

t.test('who has another role, and is a member still, gives back what was theirs by the role alone', async (t) => {
  const own = await stage({ platform, slug: 'other-role', script: s.script });
  const root = (await own.system()) as OrganizationAccess;
  const role = 'Desk';
  const [byRole, plain] = [await under(own, { role }), await under(own, { assignment: 'queue' })];
  const mover = await own.person('mover', { ...officers, role });
  const made = await own.submit(byRole, {});
  t.strictSame(made.assignees, [mover.id], 'nobody else has the role');
  const taken = (await own.submit(plain, {})).id as string;
  t.equal((await mover.post(`${of(taken)}/assignees`, { userId: mover.id })).status, 204);
  const keeper = await own.person('keeper', { ...officers, role });
  const [membership] = await grants.memberships(own.organization, mover.id);
  const other = await grants.createRole(root, membership!.teamId, {
    name: 'Archive',
    description: '',
    permissions: [],
  });
  for (const permission of officers.permissions)
    await grants.setGrant(root, { teamRoleId: other.id, permission, workspace: own.staff, granted: true });
  const chief = await own.person('chief', officers);
  const { teamId } = membership!;
  const leads = await grants.createRole(root, teamId, {
    name: 'Lead',
    description: '',
    permissions: ['manageMembers'],
  });
  await grants.addMember(root, { userId: chief.id, teamId, teamRoleId: leads.id, status: 'active' });
  t.equal((await chief.put(`/api/v1/user-teams/${membership!.id}`, { teamRoleId: other.id })).status, 200);
  const holders = async (): Promise<readonly string[]> => {
    await platform.settle();
    return (await seen(made.id, own.officer)).assignees;
  };
  await eventually('who has the role has the case', holders, [keeper.id]);
  t.strictSame((await seen(taken, mover)).assignees, [mover.id], 'what they may decide as before stays with them');
  t.strictSame((await own.submit(byRole, {})).assignees, [keeper.id], 'and they are given no more of the other ones');
});
