import { t } from '@dossier/core/testing/t';
import { feature, inAnyWorkspace, permission, Problem } from '@dossier/sdk';
import type { Gate, GrantSource, Identity } from '@dossier/sdk';
import { createAccessResolver } from '../../kernel/access/access-resolver.ts';
import { createAuthorizer } from '../../kernel/access/authorizer.ts';
import { createGateRegistry } from '../../kernel/access/registry.ts';

const letters = feature('letters', { title: 'Letters' });
const write = permission('letters.write', { title: 'Write letters', feature: letters, keyScope: 'letters:write' });
const read = permission('letters.read', { title: 'Read letters', feature: letters });
const manage = permission('manage', { title: 'Manage', scope: 'organization' });
const install = permission('install', { title: 'Install', scope: 'installation' });
const registry = createGateRegistry([letters], [write, read, manage, install]);

const org = '00000000-0000-7000-8000-00000000000a';
const here = '00000000-0000-7000-8000-0000000000a1';
const elsewhere = '00000000-0000-7000-8000-0000000000b1';
const subjectId = '00000000-0000-7000-8000-0000000000c1';
const person: Identity = {
  actor: { kind: 'user', id: 'u1', name: 'Ada' },
  organization: org,
  scopes: null,
  credential: 's1',
  via: 'session',
};
const key: Identity = {
  actor: { kind: 'key', id: 'k1', name: 'Partner' },
  organization: org,
  scopes: ['letters:write'],
  credential: 'k1',
  via: 'key',
};

const setUp = () => {
  const state = { features: ['letters'], permissions: ['letters.write'], asked: 0, time: 0 };
  const source: GrantSource = {
    organization: async () => ({ permissions: [] }),
    team: async () => null,
    workspace: async (_identity, _organization, workspace) => {
      state.asked++;
      return workspace === here ? { type: 'STAFF', features: state.features, permissions: state.permissions } : null;
    },
    workspaces: async () => [],
    features: async (_organization, workspace) =>
      workspace === here ? { type: 'STAFF', features: state.features } : null,
  };
  const resolver = createAccessResolver({ registry, source: () => source, now: () => state.time, lifetime: 1500 });
  const authorizer = createAuthorizer({
    resolver,
    subject: (id) =>
      id === 'letter'
        ? { locate: async (_o, given) => (given === subjectId ? [{ workspace: elsewhere }, { workspace: here }] : []) }
        : undefined,
  });
  const answer = async (gate: Gate, identity: Identity | undefined, at: unknown): Promise<string> => {
    try {
      return (await authorizer.authorize(gate, identity, () => at))?.scope ?? 'open';
    } catch (error) {
      if (Problem.is(error)) return `${error.status} ${error.code}`;
      throw error;
    }
  };
  return { state, resolver, authorizer, answer };
};
const gate: Gate = {
  scope: 'workspace',
  at: { in: 'params', name: 'workspaceId' },
  feature: letters,
  permission: write,
  actors: ['user', 'key'],
};

t.test('answers come in one order: 401, 404, feature-off, 403', async (t) => {
  const { state, resolver, answer } = setUp();
  t.equal(await answer(gate, undefined, here), '401 unauthenticated');
  t.equal(await answer(gate, person, elsewhere), '404 not-found', 'a foreign workspace');
  t.equal(await answer(gate, person, 'not-an-id'), '404 not-found');
  t.equal(await answer(gate, person, { $ne: null }), '404 not-found');
  t.equal(await answer(gate, person, here), 'workspace');
  state.features = [];
  resolver.dropped({ organization: org });
  t.equal(await answer(gate, person, here), '404 feature-off', 'before the permission');
  state.features = ['letters'];
  state.permissions = [];
  resolver.dropped({ organization: org });
  t.equal(await answer(gate, person, here), '403 forbidden');
});

t.test('a gate accepts the kinds of credentials that it names, people by default', async (t) => {
  const { answer } = setUp();
  t.equal(await answer({ scope: 'organization' }, key, null), '401 wrong-credential');
  t.equal(await answer({ scope: 'organization', keys: 'forbidden' }, key, null), '403 forbidden');
  t.equal(await answer({ scope: 'organization', actors: ['key'] }, person, null), '401 wrong-credential');
  t.equal(await answer({ scope: 'organization', actors: ['key'] }, key, null), 'organization');
});

t.test('the operator opens installation gates and nothing of any organization', async (t) => {
  const { authorizer, answer } = setUp();
  const operator: Identity = { ...person, organization: null, operator: true };
  const access = await authorizer.authorize({ scope: 'installation', permission: install }, operator, () => null);
  t.equal(access?.can(install), true);
  t.equal(await answer({ scope: 'installation', permission: install }, person, null), '403 forbidden');
  t.equal(await answer(gate, operator, here), '401 wrong-credential');
});

t.test('a subject leads to the first place where the actor is a member', async (t) => {
  const { authorizer, answer } = setUp();
  const bySubject: Gate = { scope: 'workspace', at: { in: 'params', name: 'id', subject: 'letter' } };
  t.equal((await authorizer.authorize(bySubject, person, () => subjectId))?.workspace, here);
  t.equal(await answer(bySubject, person, elsewhere), '404 not-found', 'an unknown subject');
  t.equal(
    await answer({ scope: 'workspace', at: { in: 'params', name: 'id', subject: 'gone' } }, person, subjectId),
    '503 plugin-not-ready',
  );
});

t.test(
  'a person who does not work where a subject belongs gets 404, or 403 where the gate says so; a non-member always 404',
  async (t) => {
    const gateOf = (outside?: 'forbidden'): Gate => ({
      scope: 'workspace',
      at: { in: 'params', name: 'id', subject: 'letter', ...(outside ? { outside } : {}) },
      permission: write,
    });
    const answered = async (member: boolean, id: string, outside?: 'forbidden'): Promise<string> => {
      const source: GrantSource = {
        organization: async () => (member ? { permissions: [] } : null),
        team: async () => null,
        workspace: async () => null,
        workspaces: async () => [],
        features: async () => null,
      };
      const authorizer = createAuthorizer({
        resolver: createAccessResolver({ registry, source: () => source, now: () => 0, lifetime: 1500 }),
        subject: () => ({ locate: async (_o, given) => (given === subjectId ? [{ workspace: elsewhere }] : []) }),
      });
      return Promise.resolve(authorizer.authorize(gateOf(outside), person, () => id)).then(
        () => 'open',
        (error: Problem) => `${error.status} ${error.code}`,
      );
    };
    t.equal(await answered(true, subjectId), '404 not-found');
    t.equal(await answered(true, subjectId, 'forbidden'), '403 forbidden');
    t.equal(await answered(true, here, 'forbidden'), '404 not-found', 'what there is not');
    t.equal(await answered(false, subjectId, 'forbidden'), '404 not-found', 'for a stranger');
  },
);

t.test('one of several permissions suffices', async (t) => {
  const { answer } = setUp();
  const either: Gate = { scope: 'workspace', at: { in: 'params', name: 'w' }, anyOf: [read, write] };
  t.equal(await answer(either, person, here), 'workspace');
  t.equal(await answer({ ...either, anyOf: [read] }, person, here), '403 forbidden');
});

interface Somewhere {
  readonly features?: readonly string[];
  readonly permissions?: readonly string[];
}
/** Somebody who works in these workspaces; null is no member of the organization. */
const working = (...at: readonly Somewhere[] | [null]) => {
  const state: { at: readonly (Somewhere | null)[]; asked: number; time: number } = { at, asked: 0, time: 0 };
  const source: GrantSource = {
    organization: async () => (state.at[0] === null ? null : { permissions: [] }),
    team: async () => null,
    workspace: async () => null,
    features: async () => null,
    workspaces: async () => {
      state.asked++;
      return state.at.flatMap((there, i) =>
        there
          ? [
              {
                id: `00000000-0000-7000-8000-0000000000d${i}`,
                type: 'STAFF' as const,
                features: there.features ?? [],
                permissions: there.permissions ?? [],
              },
            ]
          : [],
      );
    },
  };
  const resolver = createAccessResolver({ registry, source: () => source, now: () => state.time, lifetime: 1500 });
  const authorizer = createAuthorizer({ resolver, subject: () => undefined });
  const answer = async (gate: Gate, who: Identity = person): Promise<string> => {
    try {
      return (await authorizer.authorize(gate, who, () => undefined))?.scope ?? 'open';
    } catch (error) {
      return Problem.is(error) ? error.code : String(error);
    }
  };
  return { state, resolver, authorizer, answer };
};
const [on, held] = [{ features: ['letters'] }, { permissions: ['letters.write'] }];

t.test('a gate for any workspace opens by what holds together in one of them', async (t) => {
  const anywhere = inAnyWorkspace({ permission: write });
  t.equal(await working(on, { ...on, ...held }).answer(anywhere), 'organization');
  t.equal(await working(null).answer(anywhere), 'not-found', 'no member');
  t.equal(await working().answer(anywhere), 'forbidden', 'a member who works nowhere');
  t.equal(await working(on, {}).answer(anywhere), 'forbidden', 'held nowhere');
  t.equal(
    await working(on, held).answer(anywhere),
    'feature-off',
    'held where the feature is off, and on where it is not held',
  );
  t.equal(await working(held, held).answer(anywhere), 'feature-off');
  t.equal(
    await working({}, {}).answer(anywhere),
    'feature-off',
    'off wherever they work, as at the gate of each of these workspaces',
  );
  t.equal(await working({ ...on, ...held }).answer(anywhere, key), 'wrong-credential');
  t.equal(
    await working({ ...on, ...held }).answer(inAnyWorkspace({ permission: write, actors: ['key'] }), key),
    'organization',
  );
});

t.test(
  'so it does with a feature alone, with a feature together with the permission, and with several permissions',
  async (t) => {
    t.equal(await working({}, on).answer(inAnyWorkspace({ feature: letters })), 'organization');
    t.equal(await working({}).answer(inAnyWorkspace({ feature: letters })), 'feature-off');
    t.equal(await working().answer(inAnyWorkspace({ feature: letters })), 'forbidden');
    const both = inAnyWorkspace({ feature: letters, permission: manage });
    t.equal(await working({ ...on, permissions: ['manage'] }).answer(both), 'organization');
    t.equal(await working(on, { permissions: ['manage'] }).answer(both), 'feature-off');
    const either = inAnyWorkspace({ anyOf: [manage, write] });
    t.equal(await working({ ...on, ...held }).answer(either), 'organization');
    t.equal(await working(held, on).answer(either), 'feature-off', 'the one that is held is switched off');
    t.equal(await working(on).answer(either), 'forbidden');
  },
);

t.test('a refusal says that none of the person’s workspaces will do', async (t) => {
  const detail = async (...at: readonly Somewhere[]) =>
    working(...at).authorizer.authorize(inAnyWorkspace({ permission: write }), person, () => undefined);
  await t.rejects(detail(on), {
    message:
      'This needs the permission "Write letters" in one of your workspaces. Ask an administrator of the organization.',
  });
  await t.rejects(detail(held), {
    message:
      '"Letters" is switched off wherever you could use it. An administrator can switch it on under Features & Access.',
  });
});

t.test('an actor’s workspaces are asked for once, and again after a change or a lifetime', async (t) => {
  const { state, resolver, authorizer, answer } = working({ ...on, ...held });
  const anywhere = inAnyWorkspace({ permission: write });
  await answer(anywhere);
  t.notOk(authorizer.authorize(anywhere, person, () => undefined) instanceof Promise, 'at once');
  t.equal(state.asked, 1);
  state.at = [on];
  resolver.dropped({ organization: org });
  t.equal(await answer(anywhere), 'forbidden');
  state.at = [held];
  state.time = 2000;
  t.equal(await answer(anywhere), 'feature-off');
  t.equal(state.asked, 3);
});

t.test('an Access is remembered until something it was made from changes, at most for its lifetime', async (t) => {
  const { state, resolver, answer } = setUp();
  await answer(gate, person, here);
  await answer(gate, person, here);
  t.equal(state.asked, 1);
  resolver.dropped({ organization: org });
  await answer(gate, person, here);
  t.equal(state.asked, 2, 'asked again after a change');
  state.time = 2000;
  await answer(gate, person, here);
  t.equal(state.asked, 3, 'asked again after its lifetime, for changes on other nodes');
  await answer(gate, person, elsewhere);
  await answer(gate, person, elsewhere);
  t.equal(state.asked, 5, 'a refusal is never remembered');
});

t.test('what a request calls a workspace never meets what is remembered under another kind of place', async (t) => {
  const { resolver, answer } = setUp();
  t.ok(await resolver.organization(person, org));
  t.equal(await answer(gate, person, ''), '404 not-found');
  t.equal(await answer({ scope: 'team', at: { in: 'params', name: 'teamId' } }, person, ''), '404 not-found');
});

t.test('the system holds every permission of what is switched on', async (t) => {
  const { resolver } = setUp();
  const access = await resolver.system({ kind: 'system', id: 'x', name: 'System' }, org, here);
  t.equal(access?.can(read), true);
  t.equal(await resolver.system({ kind: 'system', id: 'x', name: 'System' }, org, elsewhere), null);
});
