import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { sample } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import { shares } from '../enumeration/shares.ts';
import { randomLike, slotsOf } from '../enumeration/slots.ts';
import { graphqlAttempts, isInstallationWide, leaks, restAttempts } from './leaks.ts';
import type { Attempt } from './leaks.ts';
import { digestOf, rowsOf, stage } from './stage.ts';
import type { Stage } from './stage.ts';

// Some thousand requests on an embedded database; a busy machine takes its time.
let s: Stage;
let attempts: readonly Attempt[];
/** Under one path each: the others lead through the same gate, which the administrator tries. */
let underOnePath: readonly Attempt[];
t.before(async () => {
  s = await stage();
  attempts = [...restAttempts(s, s.a.ids, s.a.bodies), ...graphqlAttempts(s, s.a.ids)];
  underOnePath = attempts.filter(({ name }) => /^\w+ (?!\/)|^\w+ \/(api\/v1|rt)\//.test(name));
});
t.teardown(() => s.platform.stop());

const mapped = (values: Readonly<Record<string, string>>, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** What somebody of A learns of B by naming everything of B everywhere; B must be the same afterwards. */
async function provesNothing(t: Test, client: TestClient, over: readonly Attempt[], foreign = s.b.ids): Promise<void> {
  const before = await digestOf(s, s.b);
  t.strictSame(await leaks(sample(over), client, foreign), []);
  t.equal(await digestOf(s, s.b), before, 'nothing of the other organization was changed');
}

t.test('what is tried is real: the other organization has each, and nobody has what stands against it', async (t) => {
  const rows = [...(await rowsOf(s, s.b)).values()].join('\n');
  // An address names an organization by its id.
  for (const [kind, id] of Object.entries({ ...s.b.ids, topics: s.b.organization })) {
    t.ok(rows.includes(id), `${kind} ${id}`);
    t.notOk(rows.includes(randomLike(id)), `random ${kind}`);
  }
  const tried = new Set(attempts.map(({ name }) => name.split(' ').slice(0, 2).join(' ')));
  for (const { route, url } of operationsOf(s.platform).filter(
    (operation) => !isInstallationWide(operation) && slotsOf(operation).some(({ path }) => path.startsWith('params/')),
  ))
    t.ok(tried.has(`${route.method} ${url}`), `${route.method} ${url}`);
});

/** The person whose id is tried is a colleague of the administrator who tries it. */
const ofOneself = (): readonly string[] =>
  operationsOf(s.platform)
    .filter(({ plugin, name }) => shares.get(plugin)?.ofOneself?.includes(name))
    .map(nameOf);

const readings = (): readonly Attempt[] =>
  attempts.filter(({ name }) => name.startsWith('GET /api/v1/') || name.startsWith('query '));

t.test('own ids open what foreign ones do not', async (t) => {
  for (const { name, slots, send } of sample(readings())) {
    const answer = await send(
      name.includes('/schema params/id') && name.includes('/templates/') ? s.a.key : s.a.admin,
      Object.fromEntries(slots.map(({ path, kind }) => [path, s.a.ids[kind]!])),
    );
    t.equal(answer.status, ofOneself().some((one) => name.startsWith(`${one} `)) ? 403 : 200, `${name} ${answer.text}`);
    t.notOk(answer.body.errors, name);
  }
});

t.test('identifiers are case-sensitive: an own one in capital letters is that of nobody', async (t) => {
  for (const { name, slots, send } of sample(readings())) {
    const own = Object.fromEntries(slots.map(({ path, kind }) => [path, s.a.ids[kind]!]));
    if (!Object.values(own).every((id) => /^[0-9a-f-]{36}$/.test(id))) continue;
    const capital = (id: string): string => id.toUpperCase();
    const [answer, nobodys] = [
      await send(s.a.admin, mapped(own, capital)),
      await send(
        s.a.admin,
        mapped(own, (id) => capital(randomLike(id))),
      ),
    ];
    t.strictSame(
      [answer.status, answer.body?.code, answer.body?.length],
      [nobodys.status, nobodys.body?.code, nobodys.body?.length],
      name,
    );
  }
});

t.test('an administrator in the browser learns and changes nothing of another organization', async (t) =>
  provesNothing(t, await s.browser(s.a.admin.id, s.a.organization), attempts),
);
t.test('nor does an API key', async (t) => provesNothing(t, s.a.key, attempts));
t.test('nor does a plain member, whose missing rights make no difference either', async (t) =>
  provesNothing(t, s.a.clerk, underOnePath),
);
t.test('nor does a client', async (t) => provesNothing(t, s.a.client, underOnePath));
t.test('who manages both organizations reaches from one nothing of the other', async (t) => {
  // A person sees their organizations from wherever they work.
  const inOne = underOnePath.filter(({ name }) => !name.startsWith('GET /api/v1/organizations/:id '));
  // Whom the administrator has invited above would be invited already.
  await provesNothing(t, s.multi.inA, inOne, { ...s.b.ids, emails: s.b.officer.email });
});

t.test('what belongs to one person is for a colleague what belongs to nobody', async (t) => {
  // Reports that were ordered above are made first.
  await s.platform.settle();
  const before = await digestOf(s, s.a);
  // By gates without a right: where one is asked for, a colleague is known and learns that they lack it.
  const open = new Set(
    operationsOf(s.platform)
      .filter(
        ({ route: { gate } }) =>
          !('open' in gate) && gate.scope !== 'team' && gate.scope !== 'workspace' && !gate.permission,
      )
      .map(({ route, url }) => `${route.method} ${url}`),
  );
  const personal = attempts.filter(
    ({ name, slots }) =>
      open.has(name.split(' ').slice(0, 2).join(' ')) && slots.length === 1 && s.a.own[slots[0]!.kind] !== undefined,
  );
  t.ok(personal.length >= 20, `${personal.length} places`);
  t.strictSame(await leaks(personal, s.a.clerk, s.a.own), []);
  t.equal(await digestOf(s, s.a), before);
});
