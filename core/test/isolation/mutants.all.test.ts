import { t } from '@dossier/core/testing/t';
import { registerHooks } from 'node:module';
import { newId } from '@dossier/sdk';
import type { GrantSource, Identity } from '@dossier/sdk';
import * as control from '../../kernel/access/access-resolver.ts';
import { createGateRegistry } from '../../kernel/access/registry.ts';
import * as grants from '../../facilities/realtime/grants.ts';
import { topicsOf } from '../../facilities/events/index.ts';
import { actingIn } from '../events/support.ts';

// The walls that are no object which a test could replace: one line of their source is changed while it is loaded.
const [a, b] = [newId(), newId()];

let changes = 0;
/**
 * A module of the kernel with one line of its source changed; a line that is not there any more is a fault of this
 * test.
 */
async function withChanged<M>(path: string, line: string, by: string): Promise<M> {
  changes += 1;
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`?changed=${changes}`)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(line)) throw new Error(`${path} has no ${line} any more.`);
      return { ...loaded, source: source.replaceAll(line, by) };
    },
  });
  try {
    return (await import(`${new URL(`../../${path}`, import.meta.url).href}?changed=${changes}`)) as M;
  } finally {
    hooks.deregister();
  }
}

t.test('what is remembered of an Access is remembered for one organization', async (t) => {
  const source: GrantSource = {
    organization: async () => ({ permissions: [] }),
    team: async () => ({ permissions: [] }),
    workspace: async () => null,
    workspaces: async () => [],
    features: async () => null,
  };
  /** The proof: one person in two organizations. */
  const mixes = async ({ createAccessResolver }: typeof control): Promise<boolean> => {
    const resolver = createAccessResolver({
      registry: createGateRegistry([], []),
      source: () => source,
      now: () => 0,
      lifetime: 1000,
    });
    const identity: Identity = {
      actor: { kind: 'user', id: newId(), name: 'Mia' },
      organization: a,
      scopes: null,
      credential: newId(),
      via: 'session',
    };
    await resolver.organization(identity, a);
    return (await resolver.organization(identity, b))?.organization !== b;
  };
  t.equal(await mixes(control), false);
  t.equal(
    await mixes(
      await withChanged<typeof control>(
        'kernel/access/access-resolver.ts',
        'if (own?.organization !== organization)',
        'if (!own)',
      ),
    ),
    true,
  );
});

t.test('a subscription, and each message to it, is decided for the organization of the connection', async (t) => {
  const address = `dossier/1/o/${b}/cfg`;
  const identity = {
    actor: { kind: 'user' as const, id: newId(), name: 'Mia' },
    organization: a,
    scopes: null,
    credential: newId(),
    via: 'session' as const,
  };
  /** The proof: somebody of A subscribes to an address of B, and a message passes there. */
  const hears = async ({ createGrants }: typeof grants): Promise<readonly boolean[]> => {
    const rights = createGrants<string>({
      topics: topicsOf([]),
      authorize: async () => actingIn(a),
      now: () => 0,
      decideSoon: () => undefined,
      remember: 1000,
    });
    const session = rights.open({ identity, close: () => undefined, drop: () => undefined, send: () => undefined })!;
    return [await session.subscribe(address), session.passes(address, 'message')];
  };
  t.strictSame(await hears(grants), [false, false]);
  t.strictSame(
    await hears(
      await withChanged<typeof grants>(
        'facilities/realtime/grants.ts',
        "if (params['organizationId'] !== identity.organization) return false;",
        '',
      ),
    ),
    [true, true],
    'at the subscription',
  );
  t.strictSame(
    await hears(
      await withChanged<typeof grants>('facilities/realtime/grants.ts', "return state === 'granted';", 'return true;'),
    ),
    [false, true],
    'at each message',
  );
});
