import { conflict, invalid, Problem, Type } from '@dossier/sdk';
import type {
  Actor,
  Contributions,
  Database,
  Installation,
  OrganizationAccess,
  Registry,
  SystemAccess,
} from '@dossier/sdk';
import type { ApiKeys } from '@dossier/core/platform/api-keys/contract';
import type { Organization, Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { UserProfileSchemas } from '@dossier/core/platform/profiles/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import { accountOf } from './accounts.ts';
import type { Account, AccountParts } from './accounts.ts';
import { playing } from './acting.ts';
import { alone } from './alone.ts';
import type { DemoCast, Demonstration, Persona } from './contract.ts';
import { fileFor, readDescription, writeDescription } from './description.ts';
import { personalDetails, draw, Forms } from './forms.ts';
import { applicantOf, emailOf, nameOf } from './people.ts';
import { furnish, Rooms } from './rooms.ts';

export interface SeedParts extends AccountParts {
  readonly casts: Pick<Contributions<DemoCast>, 'installed'>;
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

/** The type of organization that is set up where nobody asks for another. */
const usualType = 'BANK';
const usualSlug = (type: string): string => (type === usualType ? 'demo' : `demo-${type.toLowerCase()}`);

/**
 * Sets up the demonstration under a slug, with the cast of a type of organization: a bank unless given, or what it is
 * already. What is there stays as it is, so a second call adds nothing; an interrupted one goes on. Throws `slug-taken`
 * (409) when the slug belongs to a real organization or to one of another type, and 422 for a type without a cast.
 */
export type Seed = (o?: {
  readonly slug?: string | undefined;
  readonly type?: string | undefined;
}) => Promise<Demonstration>;

const Key = Type.Object({ id: Type.String(), name: Type.String() });
const Nothing = Type.Object({});
/**
 * The last step: where it is done, a later start goes through none of the others. Its number is raised when a step is
 * added or what is written about the demonstration changes, so that old ones get that too.
 */
const everything = 'everything 3';
const keyName = 'Partner portal';

export function createSeed(parts: SeedParts): Seed {
  const { progress, tenancy, templates, keys, installation } = parts;
  let before: Promise<unknown> = Promise.resolve();

  const castOf = (type: string): DemoCast => {
    const all = parts.casts.installed();
    const cast = all.find(({ id }) => id === type)?.value;
    if (cast) return cast;
    const types = all.map(({ id }) => id).join(', ');
    throw invalid([
      { pointer: '/type', code: 'demo-type', detail: `There is no demonstration of this type. There are: ${types}.` },
    ]);
  };

  const found = async (slug: string, type: string | undefined): Promise<Organization> => {
    const organization = (await tenancy.organizationBySlug(slug)) ?? (await create(slug, type ?? usualType));
    const isFounded = (await progress.done(organization.id, 'founded', Nothing)) !== undefined;
    const fits = organization.type === (type ?? (isFounded ? organization.type : usualType));
    if (isFounded && fits) return organization;
    if (!fits || (await tenancy.workspaces(organization.id)).length > 0) {
      throw conflict(
        'slug-taken',
        isFounded
          ? `The demonstration "${slug}" is of type ${organization.type}, so nothing was added to it. Choose another slug.`
          : `The organization "${slug}" is not a demonstration, so nothing was added to it. Choose another slug.`,
      );
    }
    await progress.once(organization.id, 'founded', Nothing, async () => ({}));
    return organization;
  };

  /** Two processes may begin at the same time; the slower one joins in. */
  const create = async (slug: string, type: string): Promise<Organization> => {
    try {
      return await tenancy.createOrganization({
        slug,
        name: castOf(type).name(slug),
        type,
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
    const cast = castOf(organization.type);
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
    const rooms = await progress.once(organization.id, 'rooms', Rooms, () => furnish(access, cast, parts));
    const forms = await progress.once(organization.id, 'forms', Forms, () => draw(access, templates, cast));
    await progress.once(organization.id, 'profile form', Nothing, () => registered(access));
    await progress.once(organization.id, 'contact', Nothing, async () => {
      const { mailbox, ...reached } = cast.contact;
      await tenancy.setContact(access, { email: `${mailbox}@${slug}.example`, ...reached });
      return {};
    });
    // Together, because hashing eight passwords takes most of the time of a first start.
    const users: readonly Account[] = await Promise.all(
      cast.people.map((persona) =>
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
    const system = await parts.system(organization.id, rooms.staffWorkspaceId);
    const named = (firstName: string): Persona => {
      const persona = cast.people.find((one) => one.firstName === firstName);
      if (!persona) throw new Error(`Nobody of the cast is called ${firstName}.`);
      return persona;
    };
    await cast.play({
      organization: organization.id,
      slug,
      progress,
      partner: playing(partner, system),
      as: (firstName) => {
        const persona = named(firstName);
        const { id } = users.find(({ email }) => email === emailOf(persona, slug))!;
        return playing({ kind: 'user', id, name: nameOf(persona) }, system);
      },
      applicant: (firstName) => applicantOf(named(firstName), slug),
      thoroughTemplate: forms.templateId,
      quickTemplate: forms.autoTemplateId,
    });

    const applicants = [
      applicantOf(
        cast.people.find(({ role }) => role === 'client')!,
        slug,
      ),
    ];
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
          answers: cast.quick.sample,
        },
        doubtful: {
          workspaceId: rooms.staffWorkspaceId,
          templateId: forms.templateId,
          applicants,
          answers: cast.thorough.sample,
        },
      },
      users: [...users],
    };
    await writeDescription(path, description);
    await progress.once(organization.id, everything, Nothing, async () => ({}));
    return description;
  };

  const seed: Seed = async ({ type, slug = usualSlug(type ?? usualType) } = {}) => {
    if (type !== undefined) castOf(type);
    const organization = await found(slug, type);
    return alone(parts.database, organization.id, () => seedIn(organization, slug));
  };

  // One at a time: the second call finds what the first has made.
  return (o) => {
    const run = before.then(() => seed(o));
    before = run.catch(() => undefined);
    return run;
  };
}
