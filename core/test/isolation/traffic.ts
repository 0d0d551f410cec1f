import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import type { Furnished, Stage } from './stage.ts';

/**
 * One request of somebody of a tenant. Everything that they write bears the tenant's slug, and so does everything that
 * they have: it is the canary.
 */
export interface Move {
  readonly tenant: 'a' | 'b';
  readonly actor: string;
  readonly does: string;
  readonly n: number;
}

type Made = InjectOptions & { readonly url: string };
interface Sides {
  readonly own: Furnished;
  readonly other: Furnished;
}

const json = (method: 'POST' | 'PUT', url: string, body: object): Made => ({
  method,
  url,
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});
const get = (url: string): Made => ({ method: 'GET', url });
const asked = (query: string, variables: object = {}): Made => json('POST', '/graphql', { query, variables });

/** What people do: read, write, err, and name what belongs to the other. */
const deeds: Readonly<Record<string, (sides: Sides, n: number) => Made>> = {
  applications: () => get('/api/v1/applications?limit=100'),
  searched: ({ other }) => get(`/api/v1/applications?search=${other.slug}`),
  teams: () => get('/api/v1/teams'),
  people: () => get('/api/v1/people'),
  templates: () => get('/api/v1/templates'),
  organization: () => get('/api/v1/organization'),
  keys: () => get('/api/v1/api-keys'),
  tokens: () => get('/api/v1/tokens'),
  profiles: ({ own }) => get(`/api/v1/user-profiles?userId=${own.admin.id}`),
  shared: ({ own }) => get(`/api/v1/user-profiles?sharedWithTeamId=${own.staffTeam}`),
  schemas: () => get('/api/v1/user-profile-schemas'),
  matrix: ({ own }) => get(`/api/v1/workspaces/${own.staffWorkspace}/access`),
  invitations: ({ own }) => get(`/api/v1/team-invitations?teamId=${own.staffTeam}`),
  integrations: () => get('/api/v1/integrations'),
  trail: ({ own }) => get(`/api/v1/applications/${own.ids['applications']}/audit`),
  content: ({ own }) => get(`/api/v1/documents/${own.ids['documents']}/content`),
  graph: ({ own }) =>
    asked(
      'query($w: ID!) { applications(workspaceId: $w) { total rows { id applicantName assignees } } shell(workspaceId: $w) { tag } heldPermissions }',
      { w: own.staffWorkspace },
    ),
  submit: ({ own }, n) =>
    json('POST', '/api/v1/applications', {
      ...own.record(own.ids['templates']!),
      applicants: [
        { type: 'PRIMARY', firstName: own.slug, lastName: `Number ${n}`, email: `${n}@${own.slug}.example` },
      ],
    }),
  found: ({ own }, n) => json('POST', '/api/v1/teams', { name: `${own.slug} ${n % 5}`, description: own.slug }),
  rename: ({ own }, n) => json('PUT', `/api/v1/workspaces/${own.clientWorkspace}`, { name: `${own.slug} ${n}` }),
  role: ({ own }, n) =>
    json('POST', `/teams/${own.staffTeam}/roles`, {
      name: `${own.slug} ${n % 5}`,
      description: own.slug,
      permissions: ['viewReports'],
    }),
  profile: ({ own }, n) =>
    json('POST', '/user-profiles', {
      userId: own.admin.id,
      userProfileSchemaId: 'opaque',
      name: own.slug,
      data: { own: own.slug, n },
    }),
  invite: ({ own }, n) =>
    json('POST', `/api/v1/teams/${own.staffTeam}/invitations`, {
      emails: [`${n % 7}@${own.slug}.example`],
      teamRoleId: own.roles.clerk,
      message: own.slug,
    }),
  wrong: ({ own }) => json('POST', '/api/v1/teams', { name: '', [own.slug]: own.slug }),
  broken: ({ own }) => ({
    method: 'POST',
    url: '/api/v1/teams',
    headers: { 'content-type': 'application/json' },
    payload: `{"name":"${own.slug}`,
  }),
  nowhere: ({ own }) => get(`/api/v1/${own.slug}`),
  misspelt: ({ own }) => asked(`{ ${own.slug} }`),
  foreignApplication: ({ other }) => get(`/api/v1/applications/${other.ids['applications']}`),
  foreignUser: ({ other }) => get(`/users/${other.clerk.id}`),
  foreignRole: ({ own, other }) =>
    json('POST', '/user-teams', {
      userId: other.clerk.id,
      teamId: own.staffTeam,
      status: 'active',
      teamRoleId: own.roles.clerk,
    }),
  foreignBody: ({ own, other }) =>
    json('POST', '/api/v1/applications', { ...own.record(own.ids['templates']!), templateId: other.ids['templates'] }),
  foreignGraph: ({ other }) =>
    asked(
      'query($w: ID!, $a: ID!) { applications(workspaceId: $w) { total rows { applicantName } } audit(applicationId: $a) { type } }',
      { w: other.staffWorkspace, a: other.ids['applications'] },
    ),
};
/**
 * Of the person in both organizations, in a browser that goes to and fro between them. Not to found a team: its address
 * names no place, so that the one's canary would rightly land with the other.
 */
const wanderings: Readonly<Record<string, (sides: Sides, n: number) => Made>> = {
  wander: ({ own }) => json('POST', '/api/v1/session/organization', { slug: own.slug }),
  ...deeds,
};

const actors = ['admin', 'clerk', 'client', 'key', 'multi'] as const;
const staying = fc.record({
  tenant: fc.constantFrom('a', 'b'),
  actor: fc.constantFrom(...actors),
  does: fc.constantFrom(...Object.keys(deeds)),
  n: fc.nat(999),
});
const wandering = fc.record({
  tenant: fc.constantFrom('a', 'b'),
  actor: fc.constant('wanderer'),
  does: fc.oneof(fc.constant('wander'), fc.constantFrom(...Object.keys(deeds).filter((does) => does !== 'found'))),
  n: fc.nat(999),
});
/** Moves of both tenants that happen at once. */
export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: staying }, { weight: 1, arbitrary: wandering }),
  { minLength: 30, maxLength: 60 },
) as fc.Arbitrary<readonly Move[]>;

/** A browser that keeps the cookie it was given last, as a browser does. */
export async function wandererOf({ platform, browser, multi, a }: Stage): Promise<Pick<TestClient, 'request'>> {
  let client: TestClient = await browser(multi.id, a.organization);
  return {
    async request(o) {
      const answer = await client.request(o);
      const cookie = [answer.headers['set-cookie']]
        .flat()
        .map((one) => /^(?:__Host-)?dossier=[^;]+/.exec(String(one))?.[0])
        .find((one) => one !== undefined);
      if (cookie)
        client = platform.as({
          cookie,
          'x-dossier-csrf': '1',
          origin: platform.kernel.publicUrl(),
          'sec-fetch-site': 'same-origin',
        });
      return answer;
    },
  };
}

/** Words and ids that only one of the tenants may see. */
export const marksOf = ({ slug, ids, organization }: Furnished): readonly string[] => [
  slug,
  slug.toUpperCase(),
  organization,
  ...Object.values(ids).filter((id) => /^[0-9a-f-]{36}$/.test(id)),
];

/** Makes the move; gives what was wrong with the answer, or null. */
export async function play(
  s: Stage,
  wanderer: Pick<TestClient, 'request'>,
  { tenant, actor, does, n }: Move,
): Promise<string | null> {
  const [own, other] = tenant === 'a' ? [s.a, s.b] : [s.b, s.a];
  const client =
    actor === 'wanderer'
      ? wanderer
      : actor === 'multi'
        ? tenant === 'a'
          ? s.multi.inA
          : s.multi.inB
        : own[actor as 'admin' | 'clerk' | 'client' | 'key'];
  const request = wanderings[does]!({ own, other }, n);
  const answer = await client.request(request);
  const sent = `${request.url} ${String(request.payload ?? '')}`;
  // A person who changes the organization gets all that they may choose from.
  if (does === 'wander') return answer.status >= 500 ? answer.text : null;
  return faultOf(answer, { own, other }, sent, actor === 'wanderer') ?? null;
}

/** The browser of the wanderer may be here or there, but never in both. */
function faultOf(
  { status, text, headers }: TestAnswer,
  { own, other }: Sides,
  sent: string,
  eitherSide: boolean,
): string | undefined {
  const all = `${text} ${JSON.stringify(headers)}`;
  if (status >= 500) return `${status} ${text}`;
  const holds = (of: Furnished): readonly string[] =>
    marksOf(of).filter((mark) => all.includes(mark) && !sent.includes(mark));
  const [mine, foreign] = [holds(own), holds(other)];
  return foreign.length > 0 && (!eitherSide || mine.length > 0)
    ? `${sent} received ${foreign.join(', ')}: ${all}`
    : undefined;
}
