/** Settings of the steps of a workflow. */
import { toldOf } from '@dossier/core/testing';
import type { Json, Person } from '@dossier/core/testing';
import { readApplications } from '../../platform/applications/contract.ts';
import { decideApplications } from '../../platform/workflow/contract.ts';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { acme, applied, apply, CHECK, compare, good, platform, step, template } from './stage.ts';
import type { Change, Effects } from './stage.ts';

const own = 'As it was set';
const saying = (text: string): object => ({ name: 'Check', kind: 'SYSTEM', handler: 'Saying', settings: { text } });
/** A step after a check that fails: without one an application is approved by itself. */
const manual = (change: object): object => ({ workflow: [saying('No.'), { ...step, ...change }] });
const checked = (change: object): object => ({ workflow: [{ ...CHECK, ...change }, step] });

const at = (id: string): string => `/api/v1/applications/${id}`;
/** The step at which an application halts, as the officer sees it. */
const halted = async (change: object): Promise<Json> =>
  good(await acme.officer.get(at((await applied(change)).id))).decisionStep;
const dueAt = async (change: object): Promise<string> => (await applied(change)).dueAt;
/** The state of an application that the officer approves without a word, or why it is refused. */
const approved = async (change: object): Promise<Json> => {
  const { id } = await apply(await template(change));
  const { body } = await acme.officer.post(`${at(id)}/approve`);
  return body.errors ?? body.status;
};

/** Two who have a role that nobody else has. */
let pair: Promise<readonly Person[]> | undefined;
async function together(): Promise<readonly Person[]> {
  const administration = platform.service(AccessAdministration);
  const role = await administration.createRole(acme.access, acme.staffTeam, {
    name: 'Pair',
    description: '',
    permissions: [],
  });
  for (const permission of [readApplications, decideApplications])
    await administration.setGrant(acme.access, {
      teamRoleId: role.id,
      permission,
      workspace: acme.staffWorkspace,
      granted: true,
    });
  const people: Person[] = [];
  for (const name of ['Paula Pair', 'Peter Pair']) {
    const person = await acme.person(name, 'clerk');
    const [membership] = await administration.memberships(acme.organization, person.id);
    good(await acme.admin.put(`/api/v1/user-teams/${membership!.id}`, { teamRoleId: role.id }));
    people.push(person);
  }
  return people;
}
/** The number of them to whom something is given when one case follows another that was decided. */
async function givenTo(assignment: string): Promise<number> {
  const people = await (pair ??= together());
  const id = await template(manual({ role: 'Pair', assignment }));
  const given = new Set<string>();
  for (let n = 0; n < 2; n += 1) {
    const made = await apply(id);
    for (const one of made.assignees) given.add(one);
    good(await people[0]!.post(`${at(made.id)}/approve`));
  }
  return given.size;
}
const counts = new Map<string, Promise<number>>();
const countOf = (assignment: string): Promise<number> => {
  const count = counts.get(assignment) ?? givenTo(assignment);
  counts.set(assignment, count);
  return count;
};
const assigned = async (without: string, assignment: string, right: number): Promise<Change> => ({
  before: await countOf(without),
  after: await countOf(assignment),
  right,
});

/** Tells what the clerk, to whom nothing is given, hears of two cases that are late. */
async function escalated(): Promise<Change> {
  const rules = { due: { hours: 1 } };
  const { id: alone } = await applied(manual(rules));
  const { id: escalated } = await applied(manual({ ...rules, escalateTo: 'Clerk' }));
  platform.clock.advance(4 * 86_400_000);
  await platform.settle();
  const told = async (id: string) => (await toldOf(platform, acme.clerk, id)).map(({ kind }) => kind);
  return { after: await told(escalated), before: await told(alone), right: ['overdue'] };
}
const inWordsForClients = async (change: object): Promise<Json> => {
  const { id } = await applied(change);
  const query = `{ application(id: "${id}") { template { stepsForClients { text } } } }`;
  return (await acme.client.graphql(query)).data.application.template.stepsForClients;
};
const extra = (kind: string): object => ({
  workflow: [saying('No.'), { ...(kind === 'SYSTEM' ? CHECK : step), name: 'Extra' }, step],
});
const nameOf = async (change: object): Promise<string> => (await halted(change)).name;
const point = { key: 'identity', text: own };

export const stepEffects: Effects = {
  'template/workflow/name': () => compare(nameOf, [manual({}), manual({ name: own })], own),
  'template/workflow/kind=SYSTEM': () => compare(nameOf, [extra('MANUAL'), extra('SYSTEM')], 'Underwriting'),
  'template/workflow/kind=MANUAL': () => compare(nameOf, [extra('SYSTEM'), extra('MANUAL')], 'Extra'),
  'template/workflow/handler': () =>
    compare(
      async (change) => (await applied(change)).steps[0].state,
      [{}, checked({ handler: 'ClientApprovalCheckHandler' })],
      'waiting',
    ),
  'template/workflow/settings': () =>
    compare(
      async (change) => (await applied(change)).steps[0].reasons[0].text,
      [{ workflow: [saying('No.'), step] }, { workflow: [saying(own), step] }],
      own,
    ),
  'template/workflow/role': () =>
    compare(async (change) => (await halted(change)).mayDecide, [manual({}), manual({ role: 'Others' })], false),
  'template/workflow/checklist/text': () =>
    compare(
      async (change) => (await approved(change))[0].detail.includes(own),
      [manual({ checklist: [{ ...point, text: 'Other' }] }), manual({ checklist: [point] })],
      true,
    ),
  'template/workflow/due/hours': () => compare(dueAt, [manual({ due: { hours: 1 } }), manual({ due: { hours: 2 } })]),
  'template/workflow/due/workingDays': () =>
    compare(dueAt, [manual({ due: { workingDays: 1 } }), manual({ due: { workingDays: 2 } })]),
  'template/workflow/secondApprover': () =>
    compare(approved, [manual({}), manual({ secondApprover: true })], 'InReview'),
  'template/workflow/assignment=least-open': () => assigned('round-robin', 'least-open', 1),
  'template/workflow/assignment=round-robin': () => assigned('least-open', 'round-robin', 2),
  'template/workflow/assignment=queue': () => assigned('least-open', 'queue', 0),
  'template/workflow/note': () =>
    compare(async (change) => (await approved(change))[0]?.code, [manual({}), manual({ note: true })], 'note-required'),
  'template/workflow/escalateTo': escalated,
  'template/workflow/forClients': () => compare(inWordsForClients, [{}, manual({ forClients: own })], [{ text: own }]),
};
