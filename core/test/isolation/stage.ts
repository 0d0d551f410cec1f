import { createHash } from 'node:crypto';
import { installed } from '@dossier/config';
import type { Plugin, UserId, WorkspaceId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Given as Replaced, Person, TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { People } from '../../platform/people/contract.ts';
import { Tenancy } from '../../platform/tenancy/contract.ts';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import { furnish } from '../enumeration/furnish.ts';
import type { Furnished as Given } from '../enumeration/furnish.ts';
import type { Ids } from '../enumeration/operations.ts';
import { shares } from '../enumeration/shares.ts';
import { tables as tableKind } from '../../facilities/database/kinds.ts';

/** A bank with one of everything that an operation can name, by kind. */
export interface Furnished extends Bank, Given {
  /** Of the admin alone: what a colleague may no more see than a stranger. */
  readonly own: Ids;
}

/** Two organizations that are strangers to each other, and a person who manages both. */
export interface Stage {
  readonly platform: TestPlatform;
  readonly a: Furnished;
  readonly b: Furnished;
  /** Member and admin of both; each client acts in one of them. */
  readonly multi: { readonly id: UserId; readonly inA: TestClient; readonly inB: TestClient };
  /** A browser in which somebody is signed in, with the headers that our pages send. */
  browser(user: UserId, organization: string | null): Promise<TestClient & { readonly secret: string }>;
}

export const operatorToken = 'operator-token-for-these-tests';
/** Everything that is installed, so that a plugin that is added later is tried too. */
const everything = installed.filter((name) => !name.startsWith('@dossier/core/'));

export async function stage(
  o: {
    env?: Readonly<Record<string, string>>;
    with?: readonly Replaced[];
    listen?: boolean;
    logTo?: { write(line: string): void };
    plugins?: readonly Plugin[];
  } = {},
): Promise<Stage> {
  const office = await startOps({ limits: unhurried });
  const started = await testPlatform({
    ...o,
    env: { OPERATOR_TOKEN: operatorToken, PATENT_OFFICE_URL: office.url, ...o.env },
    // A turn for each of hundreds at once, on a busy machine too.
    databaseLimits: { turn: 60_000 },
    plugins: [...everything, ...(o.plugins ?? [])],
  });
  const platform: TestPlatform = {
    ...started,
    async stop() {
      await started.stop();
      await office.close();
    },
  };
  const people = platform.service(People);
  const browser = async (user: UserId, organization: string | null) => {
    const { secret } = await people.openSession({ user, organization, issuer: 'https://test.example' });
    return {
      secret,
      ...platform.as({
        cookie: `dossier=${secret}`,
        'x-dossier-csrf': '1',
        origin: platform.kernel.publicUrl(),
        'sec-fetch-site': 'same-origin',
      }),
    };
  };
  const furnished = async (slug: string): Promise<Furnished> => {
    // Of the type for which there is most: what others have, it has too.
    const made = await bank(platform, slug, 'PATENT');
    await people.openSession({ user: made.admin.id, organization: made.organization, issuer: 'https://test.example' });
    const given = await furnish(made, platform);
    return { ...made, ...given, own: await privately(made, given.ids) };
  };
  const a = await furnished('acme');
  const b = await furnished('beta');
  const { id } = await people.enter({
    issuer: 'https://test.example',
    subject: 'both',
    email: 'multi@both.example',
    emailVerified: true,
    name: 'Mia Multi',
  });
  const inside = async (at: Furnished): Promise<TestClient> => {
    await platform
      .service(AccessAdministration)
      .addMember(at.access, { userId: id, teamId: at.staffTeam, teamRoleId: at.roles.admin, status: 'active' });
    return platform.as({
      authorization: `Bearer ${(await people.issueToken({ user: id, organization: at.organization, name: 'Tests' })).secret}`,
    });
  };
  return { platform, a, b, multi: { id, inA: await inside(a), inB: await inside(b) }, browser };
}

/** Somebody with a team and a role of their own, which works in these workspaces and holds nothing. */
export async function newcomer(
  { platform }: Stage,
  at: Furnished,
  name: string,
  workspaces: readonly WorkspaceId[],
): Promise<TestClient & { readonly id: UserId; readonly team: string; readonly role: string }> {
  const [administration, people] = [platform.service(AccessAdministration), platform.service(People)];
  const user = await people.enter({
    issuer: 'https://test.example',
    subject: `${at.slug}:${name}`,
    email: `${name}@${at.slug}.example`,
    emailVerified: true,
    name,
  });
  const team = await platform.service(Tenancy).createTeam(at.access, { name });
  const role = await administration.createRole(at.access, team.id, { name, description: '', permissions: [] });
  for (const workspace of workspaces) await administration.assignTeam(at.access, team.id, workspace);
  await administration.addMember(at.access, {
    userId: user.id,
    teamId: team.id,
    teamRoleId: role.id,
    status: 'active',
  });
  const { secret } = await people.issueToken({ user: user.id, organization: at.organization, name: 'Tests' });
  return { id: user.id, team: team.id, role: role.id, ...platform.as({ authorization: `Bearer ${secret}` }) };
}

/** Kinds of what belongs to the person who made it. */
const personal = [...shares.values()].flatMap(({ makes }) => Object.keys(makes?.person ?? {}));

/**
 * A profile that is shared with nobody, one that is shared with a team that nobody is in, and whatever else belongs to
 * one person.
 */
async function privately(bank: Bank, ids: Ids): Promise<Ids> {
  const made = async (by: Person, url: string, body: object): Promise<string> => {
    const {
      status,
      body: { id },
      text,
    } = await by.post(url, body);
    if (status !== 201) throw new Error(`${url}: ${text}`);
    return id as string;
  };
  const profile = await made(bank.admin, '/user-profiles', {
    userId: bank.admin.id,
    userProfileSchemaId: 'opaque',
    name: 'Nobody else',
    data: {},
  });
  const team = await made(bank.admin, '/api/v1/teams', { name: 'Empty' });
  return {
    ...Object.fromEntries(['tokens', 'sessions', 'team-invitations', ...personal].map((kind) => [kind, ids[kind]!])),
    'user-profiles': profile,
    'user-profile-shares': await made(bank.admin, '/user-profile-shares', {
      userProfileId: profile,
      sharedWithTeamId: team,
      permission: 'view',
    }),
    'user-links': await made(bank.admin, '/user-links', {
      sourceUserId: bank.admin.id,
      targetUserId: bank.officer.id,
      linkType: 'partner',
    }),
  };
}

/**
 * Every row of an organization by table: of the tenant tables its own, and of the global ones those that name one of
 * its people.
 */
export async function rowsOf({ platform, multi }: Stage, { organization }: Bank): Promise<ReadonlyMap<string, string>> {
  const tables = platform.kernel.plan.inventory.of(tableKind);
  return platform.kernel.database.asOwner(async (owner) => {
    const all = new Map<string, string>();
    const read = async (name: string, where: string, value: unknown): Promise<void> => {
      const { rows } = await owner.run(`select to_jsonb(t)::text as row from "${name}" t where ${where} order by 1`, [
        value,
      ]);
      all.set(name, rows.map(({ row }) => String(row)).join('\n'));
    };
    const people = (
      await owner.run('select distinct "userId" as id from user_team where "organizationId" = $1 and "userId" <> $2', [
        organization,
        multi.id,
      ])
    ).rows.map(({ id }) => `%${String(id)}%`);
    for (const {
      name,
      value: { rows },
    } of tables) {
      if ('tenant' in rows) await read(name, `"${rows.tenant}" = $1`, organization);
      else await read(name, 'to_jsonb(t)::text like any($1)', people);
    }
    await read('event', '"organizationId" = $1', organization);
    return all;
  });
}

/** One digest over {@link rowsOf}. What only says when somebody was there is left out. */
export async function digestOf(stage: Stage, of: Bank): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, rows] of await rowsOf(stage, of))
    hash.update(name).update(rows.replaceAll(/"(lastUsedAt|lastSeenAt|seenAt|usedAt)": ?"[^"]*"/g, ''));
  return hash.digest('hex');
}
