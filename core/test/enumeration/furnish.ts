import type { Bank, Ground, Person, TestPlatform } from '@dossier/core/testing';
import { permissions } from '../../kernel/plan/kinds.ts';
import { People } from '../../platform/people/contract.ts';
import type { BaseIds } from './base.ts';
import { grounds } from './grounds.ts';
import type { Furnishing } from './grounds.ts';
import { nameOf, operationsOf } from './operations.ts';
import type { Ids } from './operations.ts';
import { shares } from './shares.ts';

export type Bodies = ReadonlyMap<string, unknown>;
export type Queries = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** One of everything that an operation of the platform can name, and what operations have to be asked with. */
export interface Furnished {
  /** Identifiers by kind. */
  readonly ids: Ids;
  /** Bodies by operation, as `POST /api/v1/teams`, where no sample of the schema will do. */
  readonly bodies: Bodies;
  readonly queries: Queries;
}

type Hosting = Pick<TestPlatform, 'kernel' | 'settle' | 'service' | 'as'>;

/** A bank in which there is one of everything that a path can name. Jobs that this causes are done. */
export async function furnish(bank: Bank, platform: Hosting): Promise<Furnished> {
  const held = [...shares.values()].flatMap(({ staff = [] }) => staff);
  for (const { value: permission } of platform.kernel.plan.inventory.of(permissions))
    for (const role of held.includes(permission.id) ? (['admin', 'officer', 'clerk'] as const) : [])
      await bank.grant(role, permission, true);
  const base = await baseOf(bank, platform);
  const { at, furnish } = groundOf(bank, platform, { ids: base });
  const made = await furnish('organization', 'workspace', 'person');
  await platform.settle();
  return { ids: { ...base, ...made }, ...(await givenAt(at, platform)) };
}

/** A ground of a bank on which shares are made again: for another person, or in another workspace. */
export function groundOf(
  bank: Bank,
  { kernel }: Pick<TestPlatform, 'kernel'>,
  o: { readonly ids: Ids; readonly by?: Person; readonly workspace?: string },
): Furnishing {
  const { by = bank.admin, workspace = bank.staffWorkspace, ids } = o;
  const record = { ...bank.record(ids['templates']!), workspaceId: workspace };
  return grounds({
    organization: bank.organization,
    type: bank.type,
    staffWorkspace: workspace,
    admin: bank.admin.id,
    officer: bank.officer.id,
    record,
    ids,
    plugins: new Set(kernel.plan.order),
    async send(method, url, body) {
      if (!(body instanceof FormData))
        return by.request({
          method: method as 'POST',
          url,
          ...(body === undefined
            ? {}
            : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
      const form = new Response(body);
      const headers = { 'content-type': form.headers.get('content-type')! };
      return by.request({ method: 'POST', url, payload: Buffer.from(await form.arrayBuffer()), headers });
    },
  });
}

/** Bodies and queries of the shares. */
async function givenAt(at: Ground, platform: Pick<TestPlatform, 'kernel'>): Promise<Omit<Furnished, 'ids'>> {
  const bodies = new Map<string, unknown>();
  const queries = new Map<string, Readonly<Record<string, string>>>();
  for (const operation of operationsOf(platform)) {
    const { of = at.type, ...share } = shares.get(operation.plugin) ?? {};
    if (of !== at.type) continue;
    const body = share.bodies?.[operation.name];
    if (body !== undefined) bodies.set(nameOf(operation), typeof body === 'function' ? await body(at) : body);
    const query = share.queries?.[operation.name];
    if (query !== undefined) queries.set(nameOf(operation), typeof query === 'function' ? await query(at) : query);
  }
  return { bodies, queries };
}

async function baseOf(bank: Bank, { service, as }: Hosting): Promise<BaseIds> {
  const people = service(People);
  const template = await bank.template(['DocumentCompletenessCheckHandler']);
  const asking = await bank.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  // Halts for want of an answer, so that it stays open.
  const record = bank.record(template, { primary: bank.client.email, answers: {} });
  const { secret } = await people.openSession({
    user: bank.admin.id,
    organization: bank.organization,
    issuer: 'https://test.example',
  });
  const token = await people.issueToken({ user: bank.admin.id, organization: bank.organization, name: 'Script' });
  const [membership] = (await bank.clerk.get(`/users/${bank.clerk.id}/user-teams`)).body;
  return {
    organizations: bank.organization,
    workspaces: bank.staffWorkspace,
    teams: bank.staffTeam,
    roles: bank.roles.clerk,
    'user-teams': membership.id,
    users: bank.clerk.id,
    templates: template,
    'asking-templates': asking,
    applications: (await bank.key.post('/api/v1/applications', record)).body.id,
    tokens: token.id,
    sessions: (await as({ cookie: `dossier=${secret}` }).get('/api/v1/sessions')).body[0].id,
    'api-keys': bank.key.id,
    subjects: (await bank.clerk.get(`/users/${bank.clerk.id}`)).body.authProviderUserId,
    slugs: bank.slug,
    emails: bank.clerk.email,
    topics: `dossier/1/o/${bank.organization}/cfg`,
  };
}
