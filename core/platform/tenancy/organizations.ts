import { asName, inNameOrder, invalid, isId, newId, Problem, regionalDefaults, regionalKept } from '@dossier/sdk';
import type {
  Access,
  Clock,
  Database,
  Emits,
  OrganizationAccess,
  OrganizationId,
  Regional,
  Transaction,
} from '@dossier/sdk';
import { organizationChanged, organizationCreated } from './contract.ts';
import type { Organization, Tenancy } from './contract.ts';
import type { TenancyTables } from './entities.ts';
import { organizationFaults, refusingDuplicates, timed } from './names.ts';

/** With the number of its present version, which each change counts up: for who edits it. */
export interface VersionedOrganization extends Organization {
  readonly version: number;
}

export interface Organizations extends Pick<Tenancy, 'organizationBySlug' | 'organizations'> {
  organization(id: OrganizationId, tx?: Transaction): Promise<VersionedOrganization | null>;
  /** That of the Access, also in a transaction of it. */
  own(access: OrganizationAccess): Promise<VersionedOrganization | null>;
  /** `id` when a transaction of the organization to be is open already. */
  createOrganization(
    o: Parameters<Tenancy['createOrganization']>[0] & { readonly id?: OrganizationId },
  ): Promise<VersionedOrganization>;
  /**
   * Renames it, moves it to another address (its former ones go on leading to it), or changes what it goes by.
   * Throws `slug-taken` (409), and 412 when `version` is not the present one.
   */
  change(
    access: OrganizationAccess,
    o: { readonly name?: string; readonly slug?: string; readonly version?: number } & Partial<Regional>,
  ): Promise<VersionedOrganization>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Emits<typeof organizationCreated | typeof organizationChanged>;
}

/** Organizations themselves: made, found by id or address, renamed. */
export function createOrganizationService({ database, clock, log }: Deps): Organizations {
  const taken = <T>(slug: string, write: () => Promise<T>): Promise<T> =>
    refusingDuplicates(
      'slug-taken',
      `The address "${slug}" belongs to another organization. Choose another slug.`,
      write,
    );

  return {
    async createOrganization({ id = newId(), slug, name, type, timeZone, actor }) {
      const faults = organizationFaults({ slug, name, type, timeZone });
      if (faults.length > 0) throw invalid(faults);
      const organization: VersionedOrganization = {
        id,
        slug,
        name: asName(name),
        type,
        logo: null,
        accent: null,
        ...regionalDefaults(),
        ...(timeZone === undefined ? {} : regionalKept({ timeZone })),
        createdAt: clock.now().toISOString(),
        version: 1,
      };
      await taken(slug, () =>
        // Written under its own id: row-level security lets an organization see and make itself only.
        database.write(organization.id, async (tx) => {
          await tx.sql<TenancyTables>().insertInto('organization').values(organization).execute();
          await tx
            .sql<TenancyTables>()
            .insertInto('organization_address')
            .values({ organizationId: organization.id, slug })
            .execute();
          log.emit(
            organizationCreated,
            founding(actor, organization.id),
            { subject: { type: 'organization', id: organization.id }, after: { slug, name: organization.name, type } },
            { slug, type },
          );
        }),
      );
      return organization;
    },

    organization: async (id, given) => {
      if (!isId(id)) return null;
      const read = (tx: Transaction) =>
        tx.sql<TenancyTables>().selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst();
      const row = await (given ? read(given) : database.lookUp(read));
      return row ? shown(row) : null;
    },

    own: (access) =>
      database.read(access, async (tx) => {
        const row = await tx
          .sql<TenancyTables>()
          .selectFrom('organization')
          .selectAll()
          .where('id', '=', access.organization)
          .executeTakeFirst();
        return row ? shown(row) : null;
      }),

    organizationBySlug: async (slug) => {
      const row = await database.lookUp((tx) =>
        tx
          .sql<TenancyTables>()
          .selectFrom('organization as o')
          .innerJoin('organization_address as a', 'a.organizationId', 'o.id')
          .selectAll('o')
          .where('a.slug', '=', slug)
          .executeTakeFirst(),
      );
      return row ? shown(row) : null;
    },

    organizations: async (ids) => {
      const known = ids.filter(isId);
      if (known.length === 0) return [];
      return (
        await database.lookUp((tx) =>
          tx
            .sql<TenancyTables>()
            .selectFrom('organization')
            .selectAll()
            .where('id', 'in', known)
            .orderBy('name', inNameOrder)
            .execute(),
        )
      ).map((row) => {
        const { version: _, ...organization } = shown(row);
        return organization;
      });
    },

    async change(access, { name, slug, version, ...regional }) {
      const faults = organizationFaults({ slug, name, ...regional });
      if (faults.length > 0) throw invalid(faults);
      return taken(slug ?? '', () =>
        database.write(access, async (tx) => {
          const now = await locked(tx, access);
          if (version !== undefined && version !== now.version)
            throw new Problem(412, 'stale', 'Changed meanwhile', {
              detail: `The organization was changed meanwhile: it has version ${now.version}, not ${version}. Load it again and repeat the change.`,
            });
          const { language, timeZone, currency } = now;
          const next = {
            name: name === undefined ? now.name : asName(name),
            slug: slug ?? now.slug,
            ...{ language, timeZone, currency, ...regionalKept(regional) },
          };
          const change = difference({ name: now.name, slug: now.slug, language, timeZone, currency }, next);
          if (Object.keys(change.after).length === 0) return now;
          if (next.slug !== now.slug) {
            const own = await tx
              .sql<TenancyTables>()
              .selectFrom('organization_address')
              .select('slug')
              .where('organizationId', '=', access.organization)
              .where('slug', '=', next.slug)
              .executeTakeFirst();
            if (!own)
              await tx
                .sql<TenancyTables>()
                .insertInto('organization_address')
                .values({ organizationId: access.organization, slug: next.slug })
                .execute();
          }
          const after = await changed(tx, now, next);
          log.emit(
            organizationChanged,
            access,
            { subject: { type: 'organization', id: now.id }, ...change },
            { name: next.name, slug: next.slug },
          );
          return after;
        }),
      );
    },
  };
}

/** The organization as the service answers it. */
const shown = <R extends Organization>(row: R): R => ({
  ...timed(row),
  logo: row.logo === null ? null : `/logos/${row.logo}`,
});

/** The organization of the Access, which nobody else changes until the transaction ends. */
export async function locked(tx: Transaction, access: OrganizationAccess): Promise<VersionedOrganization> {
  return shown(
    await tx
      .sql<TenancyTables>()
      .selectFrom('organization')
      .selectAll()
      .where('id', '=', access.organization)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

/** Writes columns of a {@link locked} organization and counts the change. `logo` is the key. */
export async function changed(
  tx: Transaction,
  now: VersionedOrganization,
  columns: {
    readonly name?: string;
    readonly slug?: string;
    readonly logo?: string | null;
    readonly accent?: string | null;
  } & Partial<Regional>,
): Promise<VersionedOrganization> {
  return shown(
    await tx
      .sql<TenancyTables>()
      .updateTable('organization')
      .set({ ...columns, version: now.version + 1 })
      .where('id', '=', now.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The members that differ, as the log keeps them. */
export function difference<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const differing = Object.entries(after)
    .filter(([name, value]) => Reflect.get(before, name) !== value)
    .map(([name]) => name);
  const only = (all: T): Partial<T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => differing.includes(name))) as Partial<T>;
  return { before: only(before), after: only(after) };
}

/**
 * Acts for the creator of an organization, in which nobody has a role yet: they may do everything until it is complete.
 */
export const founding = (actor: Access['actor'], organization: string): OrganizationAccess => ({
  scope: 'organization',
  actor,
  organization,
  audience: 'staff',
  workspace: null,
  has: () => true,
  can: () => true,
  demand: () => undefined,
});
