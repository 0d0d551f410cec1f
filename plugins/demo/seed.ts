import { conflict, Problem, Type } from '@dossier/sdk';
import type { Actor, Database, Installation, OrganizationAccess, Registry, SystemAccess } from '@dossier/sdk';
import type { ApiKeys } from '@dossier/core/platform/api-keys/contract';
import type { Organization, Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { UserProfileSchemas } from '@dossier/core/platform/profiles/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import { accountOf } from './accounts.ts';
import type { Account, AccountParts } from './accounts.ts';
import { alone } from './alone.ts';
import { applicantOf, clients, nameOf, staff } from './cast.ts';
import { openCases } from './cases.ts';
import type { CaseParts } from './cases.ts';
import type { Demonstration } from './contract.ts';
import { fileFor, readDescription, writeDescription } from './description.ts';
import { personalDetails, draw, Forms } from './forms.ts';
import { furnish, Rooms } from './rooms.ts';

export interface SeedParts extends AccountParts, CaseParts {
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly templates: Templates;
  readonly keys: ApiKeys;
  readonly profiles: UserProfileSchemas;
  readonly registry: Registry;
  readonly installation: Installation;
  readonly system: SystemAccess;
}

/**
 * Where the installation is found. A command, whose process has no server, believes what the server wrote before what
 * it would do itself; empty where any free port will be taken.
 */
function addressOf(installation: Installation, written: string | undefined): string {
  const address = installation.knownUrl() ?? (written || installation.publicUrl());
  return new URL(address).port === '0' ? '' : address;
}

/**
 * Sets up the demonstration under a slug: a BANK with staff, five clients and five applications. What is there already
 * stays as it is, so a second call adds nothing; an interrupted one goes on. Throws `slug-taken` (409) when the slug
 * belongs to a real organization.
 */
export type Seed = (slug: string) => Promise<Demonstration>;

const Key = Type.Object({ id: Type.String(), name: Type.String() });
const Nothing = Type.Object({});
/**
 * The last step: where it is done, a later start goes through none of the others. Its number is raised when a step is
 * added or what is written about the demonstration changes, so that old ones get that too.
 */
const everything = 'everything 2';
const keyName = 'Partner portal';

export function createSeed(parts: SeedParts): Seed {
  const { progress, tenancy, templates, keys, installation } = parts;
  let before: Promise<unknown> = Promise.resolve();

  const found = async (slug: string): Promise<Organization> => {
    const organization = (await tenancy.organizationBySlug(slug)) ?? (await create(slug));
    if ((await progress.done(organization.id, 'founded', Nothing)) !== undefined) return organization;
    if (organization.type !== 'BANK' || (await tenancy.workspaces(organization.id)).length > 0) {
      throw conflict(
        'slug-taken',
        `The organization "${slug}" is not a demonstration, so nothing was added to it. Choose another slug.`,
      );
    }
    await progress.once(organization.id, 'founded', Nothing, async () => ({}));
    return organization;
  };

  /** Two processes may begin at the same time; the slower one joins in. */
  const create = async (slug: string): Promise<Organization> => {
    try {
      return await tenancy.createOrganization({
        slug,
        name: slug === 'demo' ? 'Demo Bank' : `Demo Bank ${slug}`,
        type: 'BANK',
        actor: { kind: 'system', id: 'demo', name: 'Demonstration' },
      });
    } catch (error) {
      const there = Problem.is(error) && error.code === 'slug-taken' ? await tenancy.organizationBySlug(slug) : null;
      if (!there) throw error;
      return there;
    }
  };

  const partnerKey = async (
    access: OrganizationAccess,
    kept: string | undefined,
  ): Promise<{ partner: Actor; apiKey: string }> => {
    const known = await progress.done(access.organization, 'api key', Key);
    if (known && kept !== undefined) return { partner: { kind: 'key', ...known }, apiKey: kept };
    const { id, name, secret } = await keys.issue(access, { name: keyName });
    const first = await progress.once(access.organization, 'api key', Key, async () => ({ id, name }));
    return { partner: { kind: 'key', ...first }, apiKey: secret };
  };

  /** Somebody may have registered one under its id in an older demonstration: that one stays. */
  const registered = async (access: OrganizationAccess): Promise<object> => {
    await parts.database
      .attempt(() => parts.profiles.register(access, personalDetails))
      .catch((error: unknown) => {
        if (!(Problem.is(error) && error.code === 'schema-taken')) throw error;
      });
    return {};
  };

  const seedIn = async (organization: Organization, slug: string): Promise<Demonstration> => {
    const path = await fileFor(installation.dataDir, slug);
    const last = await readDescription(path);
    const written = last?.organization.id === organization.id ? last : null;
    const baseUrl = addressOf(installation, written?.baseUrl);
    if (written && (await progress.done(organization.id, everything, Nothing)) !== undefined) {
      const description = { ...written, baseUrl };
      if (written.baseUrl !== baseUrl) await writeDescription(path, description);
      return description;
    }

    const access = await parts.system(organization.id);
    const rooms = await progress.once(organization.id, 'rooms', Rooms, () => furnish(access, { ...parts }));
    const forms = await progress.once(organization.id, 'forms', Forms, () => draw(access, templates));
    await progress.once(organization.id, 'profile form', Nothing, () => registered(access));
    // Together, because hashing eight passwords takes most of the time of a first start.
    const users: readonly Account[] = await Promise.all(
      [...staff, ...clients].map((persona) =>
        accountOf(
          access,
          slug,
          persona,
          rooms.teams[persona.role],
          written?.users.find((user) => user.email.startsWith(`${persona.firstName.toLowerCase()}@`)),
          parts,
        ),
      ),
    );
    const { partner, apiKey } = await partnerKey(access, written?.apiKey);
    const officer = staff.find((persona) => persona.role === 'officer')!;
    await openCases(
      {
        organization: organization.id,
        slug,
        system: await parts.system(organization.id, rooms.staffWorkspaceId),
        partner,
        ...forms,
        officer: { kind: 'user', id: users.find((user) => user.role === 'officer')!.id, name: nameOf(officer) },
      },
      parts,
    );

    const applicants = [applicantOf(clients[0]!, slug)];
    const description: Demonstration = {
      baseUrl,
      organization: { id: organization.id, slug },
      staffWorkspaceId: rooms.staffWorkspaceId,
      clientWorkspaceId: rooms.clientWorkspaceId,
      ...forms,
      apiKey,
      samples: {
        clean: {
          workspaceId: rooms.staffWorkspaceId,
          templateId: forms.autoTemplateId,
          applicants,
          answers: { amount: 25_000, purpose: 'CAR' },
        },
        doubtful: {
          workspaceId: rooms.staffWorkspaceId,
          templateId: forms.templateId,
          applicants,
          answers: { amount: 25_000, purpose: 'CAR', term: 48, income: 2_600, employer: 'Novak Carpentry' },
        },
      },
      users: [...users],
    };
    await writeDescription(path, description);
    await progress.once(organization.id, everything, Nothing, async () => ({}));
    return description;
  };

  const seed: Seed = async (slug) => {
    const organization = await found(slug);
    return alone(parts.database, organization.id, () => seedIn(organization, slug));
  };

  // One at a time: the second call finds what the first has made.
  return (slug) => {
    const run = before.then(() => seed(slug));
    before = run.catch(() => undefined);
    return run;
  };
}
