/**
 * An organization with workspaces, people and a key, and checks that a test directs. Shared by the tests of workflow
 * and applications.
 */
import { definePlugin, feature, service } from '@dossier/sdk';
import type {
  Access,
  OrganizationAccess,
  Permission,
  Plugin,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
  WorkspaceType,
} from '@dossier/sdk';
import { testPlatform } from '../../../testing/index.ts';
import type { Json, TestClient, TestPlatform } from '../../../testing/index.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { ApiKeys } from '../../api-keys/contract.ts';
import {
  confirmApplications,
  createApplications,
  readApplications,
  readOwnApplications,
} from '../../applications/contract.ts';
import { uploadDocuments } from '../../documents/contract.ts';
import { People } from '../../people/contract.ts';
import { manageTemplates, Templates } from '../../templates/contract.ts';
import type { ContentGiven, StepGiven } from '../../templates/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { decideApplications, stepHandlers } from '../contract.ts';
import type { StepHandler, StepOutcome } from '../contract.ts';

interface Backstage {
  system(organization: string, workspace?: string): Promise<Access>;
}
const Backstage = service<Backstage>('stage/backstage@1');

/** Switches the check `Switchable`. */
export const switchable = feature('switchable', { title: 'Switchable check', initially: 'on' });

type Run = StepHandler['run'];

/** Checks by name; a test replaces what they do. `Outside` and `Outside2` call outside, `Deaf` is never asked again. */
export interface Script {
  readonly calls: string[];
  run: Record<string, Run>;
}

const passed: StepOutcome = { outcome: 'passed' };

/** The checks of a stage, for a platform that a test starts itself. */
export const actors = (script: Script) =>
  definePlugin({
    id: 'stage',
    version: '1.0.0',
    kernel: '^1.0.0',
    provides: [Backstage],
    extends: [stepHandlers],
    features: [switchable],
    setup(_needs, plugin) {
      plugin.provide(Backstage, {
        system: (organization, workspace) => plugin.asSystem(organization, workspace ?? null),
      });
      const add = (id: string, outside: boolean, open: boolean): void =>
        plugin.contribute(stepHandlers, id, open ? { open: 'to members' } : { feature: switchable }, {
          title: id,
          outside,
          limit: 100,
          retries: 2,
          rechecks: id === 'Deaf' ? [] : ['documents', 'confirmation', 'applicants'],
          async run(step) {
            script.calls.push(id);
            return (await script.run[id]?.(step)) ?? passed;
          },
        });
      for (const id of ['First', 'Second', 'Deaf']) add(id, false, true);
      for (const id of ['Outside', 'Outside2']) add(id, true, true);
      add('Switchable', false, false);
    },
  });

export interface Person extends TestClient {
  readonly id: UserId;
  readonly email: string;
}

export interface Stage {
  readonly platform: TestPlatform;
  readonly script: Script;
  readonly organization: string;
  readonly staff: WorkspaceId;
  readonly client: WorkspaceId;
  readonly mixed: WorkspaceId;
  readonly key: TestClient & { readonly id: string };
  /** May read and decide in the STAFF workspace. */
  readonly officer: Person;
  /** May read there, may not decide. */
  readonly clerk: Person;
  /** May edit templates. */
  readonly admin: Person;
  /** A client with a verified e-mail, in the CLIENT workspace. */
  readonly ada: Person;
  readonly bob: Person;
  system(workspace?: WorkspaceId): Promise<WorkspaceAccess>;
  person(
    name: string,
    o?: {
      verified?: boolean;
      workspaces?: readonly WorkspaceId[];
      permissions?: readonly Permission[];
      /** Name of their role. */
      role?: string;
    },
  ): Promise<Person>;
  template(workflow?: readonly StepGiven[], change?: Partial<ContentGiven>): Promise<string>;
  submit(templateId: string, answers?: object, email?: string): Promise<Json>;
  /** The application as the key sees it now. */
  now(id: string): Promise<Json>;
  at(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

export const steps = (...names: readonly string[]): StepGiven[] =>
  names.map((name) =>
    name === 'MANUAL'
      ? { name: 'Underwriting', kind: 'MANUAL' }
      : { name: `${name} check`, kind: 'SYSTEM', handler: name },
  );

const asPlace = (access: Access): WorkspaceAccess => access as WorkspaceAccess;

/** Raises the curtain; call `stop` in a teardown. `slug` tells organizations of one platform apart. */
export async function stage(
  o: {
    platform?: TestPlatform;
    slug?: string;
    script?: Script;
    embedded?: boolean;
    listen?: boolean;
    env?: Readonly<Record<string, string>>;
    plugins?: readonly (Plugin | string)[];
  } = {},
): Promise<Stage> {
  const script: Script = o.script ?? { calls: [], run: {} };
  const platform =
    o.platform ??
    (await testPlatform({
      plugins: [actors(script), ...(o.plugins ?? [])],
      embedded: o.embedded ?? false,
      listen: o.listen ?? false,
      env: o.env ?? {},
    }));
  const [tenancy, grants, people] = [
    platform.service(Tenancy),
    platform.service(AccessAdministration),
    platform.service(People),
  ];
  const [templates, keys, backstage] = [
    platform.service(Templates),
    platform.service(ApiKeys),
    platform.service(Backstage),
  ];
  const slug = o.slug ?? 'acme';
  const { id: organization } = await tenancy.createOrganization({
    slug,
    name: slug,
    type: 'BANK',
    actor: { kind: 'system', id: 'test', name: 'Test' },
  });
  const root = (await backstage.system(organization)) as OrganizationAccess;
  const workspace = async (type: WorkspaceType): Promise<WorkspaceId> =>
    (await tenancy.createWorkspace(root, { name: `${type} work`, type })).id;
  const [staff, client, mixed] = [await workspace('STAFF'), await workspace('CLIENT'), await workspace('MIXED')];
  const issued = await keys.issue(root, { name: `Broker of ${slug}` });

  const person: Stage['person'] = async (
    name,
    { verified = true, workspaces = [staff], permissions = [], role: called = 'Role' } = {},
  ) => {
    const email = `${name}@${slug}.example`;
    const user = await people.enter({
      issuer: 'https://id.example',
      subject: `${slug}-${name}`,
      email,
      emailVerified: verified,
      name,
    });
    const team = await tenancy.createTeam(root, { name });
    const role = await grants.createRole(root, team.id, { name: called, description: '', permissions: [] });
    for (const id of workspaces) await grants.assignTeam(root, team.id, id);
    for (const permission of permissions) {
      for (const id of permission.scope === 'organization' ? [null] : workspaces)
        await grants.setGrant(root, { teamRoleId: role.id, permission, workspace: id, granted: true });
    }
    await grants.addMember(root, { userId: user.id, teamId: team.id, teamRoleId: role.id, status: 'active' });
    const { secret } = await people.issueToken({ user: user.id, organization, name: 'test' });
    return { id: user.id, email, ...platform.as({ authorization: `Bearer ${secret}` }) };
  };
  const asClient = {
    workspaces: [client],
    permissions: [readOwnApplications, confirmApplications, createApplications],
  };
  const key = { id: issued.id, ...platform.as({ 'x-api-key': issued.secret }) };
  let templatesMade = 0;

  const all: Stage = {
    platform,
    script,
    organization,
    staff,
    client,
    mixed,
    key,
    person,
    admin: await person('admin', { permissions: [manageTemplates] }),
    officer: await person('officer', {
      permissions: [readApplications, decideApplications, createApplications, uploadDocuments],
    }),
    clerk: await person('clerk', { permissions: [readApplications] }),
    ada: await person('ada', asClient),
    bob: await person('bob', asClient),
    system: async (at = staff) => asPlace(await backstage.system(organization, at)),
    async template(workflow = steps('First', 'MANUAL'), change = {}) {
      const content: ContentGiven = {
        schema: {
          type: 'object',
          properties: { amount: { type: 'number', minimum: 500 }, purpose: { type: 'string', enum: ['CAR', 'HOME'] } },
          required: ['amount'],
        },
        wizard: [{ key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] }],
        workflow,
        requiredDocuments: [],
        ...change,
      };
      const { id } = await templates.create(root, { name: `Loan ${templatesMade++}`, content });
      await templates.publish(root, id);
      return id;
    },
    async submit(templateId, answers = { amount: 25000, purpose: 'CAR' }, email = 'somebody@else.example') {
      const answer = await key.post('/api/v1/applications', {
        workspaceId: staff,
        templateId,
        applicants: [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email }],
        answers,
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body;
    },
    now: async (id) => (await key.get(`/api/v1/applications/${id}`)).body,
    async at(milliseconds) {
      platform.clock.advance(milliseconds);
      await platform.settle();
    },
    stop: () => platform.stop(),
  };
  return all;
}
