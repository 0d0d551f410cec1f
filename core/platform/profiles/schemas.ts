import { conflict, invalid, isDuplicate, newId, notFound, utc } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, Fault, OrganizationAccess, Page, TSchema } from '@dossier/sdk';
import type { FieldSchemas } from '../templates/contract.ts';
import { schemaChanged, schemaRegistered, schemaRemoved } from './contract.ts';
import type { UserProfileSchema } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { personOf } from './person.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly fields: FieldSchemas;
  readonly log: Emits<typeof schemaRegistered | typeof schemaChanged | typeof schemaRemoved>;
}

interface Content {
  readonly title: string;
  readonly schema: TSchema;
}

/**
 * The forms of profiles that an organization registered. What is not registered there is opaque: any data fits it.
 */
export interface ProfileSchemas {
  list(access: OrganizationAccess, page: Page): Promise<readonly UserProfileSchema[]>;
  get(access: OrganizationAccess, id: string): Promise<UserProfileSchema>;
  register(access: OrganizationAccess, o: Content & { readonly id: string }): Promise<UserProfileSchema>;
  change(access: OrganizationAccess, id: string, content: Content): Promise<UserProfileSchema>;
  remove(access: OrganizationAccess, id: string): Promise<void>;
  /**
   * Faults of data against the schema as the organization of the Access registered it, with pointers such as
   * `/data/birthDate`. A person who is no longer a member there, though their session or token still names it, learns
   * nothing of its forms.
   */
  faults(access: Access, id: string, data: Readonly<Record<string, unknown>>): Promise<readonly Fault[]>;
  /** Why a schema could not be registered, with pointers such as `/schema/properties/birthDate`. */
  schemaFaults(schema: unknown): Promise<readonly Fault[]>;
}

const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

export function createProfileSchemas({ database, clock, fields, log }: Deps): ProfileSchemas {
  const schemaFaults = async (schema: unknown): Promise<readonly Fault[]> => {
    const faults = await fields.faults(schema, '/schema');
    if (faults.length > 0) return faults;
    let kept = true;
    JSON.stringify(schema, (key, value: unknown) => {
      kept &&= isKept(key) && (typeof value !== 'string' || isKept(value));
      return value;
    });
    return kept
      ? []
      : [
          {
            pointer: '/schema',
            code: 'bad-text',
            detail: 'A text in the schema holds the character NUL or half a character. Write it anew.',
          },
        ];
  };

  const demandUsable = async ({ schema }: Content): Promise<void> => {
    const faults = await schemaFaults(schema);
    if (faults.length > 0) throw invalid(faults);
  };

  return {
    schemaFaults,

    list: (access, { after, limit }) =>
      database.read(access, async (tx) => {
        let query = tx
          .sql<ProfileTables>()
          .selectFrom('user_profile_schema')
          .selectAll()
          .where('organizationId', '=', access.organization);
        if (after) query = query.where('id', '>', after.id);
        return (
          await query
            .orderBy('id')
            .limit(limit + 1)
            .execute()
        ).map(shown);
      }),

    get: (access, id) =>
      database.read(access, async (tx) => {
        const row = await tx
          .sql<ProfileTables>()
          .selectFrom('user_profile_schema')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) throw notFound();
        return shown(row);
      }),

    async register(access, { id, title, schema }) {
      await demandUsable({ title, schema });
      const now = clock.now().toISOString();
      try {
        await database.write(access, async (tx) => {
          await tx
            .sql<ProfileTables>()
            .insertInto('user_profile_schema')
            .values({
              organizationId: access.organization,
              id,
              title,
              schema: JSON.stringify(schema),
              version: 1,
              revision: newId(),
              createdAt: now,
              updatedAt: now,
            })
            .execute();
          log.emit(
            schemaRegistered,
            access,
            { subject: { type: 'user-profile-schema', id }, after: { title, schema, version: 1 } },
            { title, version: 1 },
          );
        });
      } catch (error) {
        throw isDuplicate(error)
          ? conflict(
              'schema-taken',
              `The organization has a profile schema "${id}" already. Change it with PUT, or choose another id.`,
            )
          : error;
      }
      return { id, title, schema, version: 1, createdAt: now, updatedAt: now };
    },

    async change(access, id, { title, schema }) {
      await demandUsable({ title, schema });
      return database.write(access, async (tx) => {
        const db = tx.sql<ProfileTables>();
        const row = await db
          .selectFrom('user_profile_schema')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw notFound();
        const [version, updatedAt] = [row.version + 1, clock.now().toISOString()];
        await db
          .updateTable('user_profile_schema')
          .set({ title, schema: JSON.stringify(schema), version, revision: newId(), updatedAt })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        log.emit(
          schemaChanged,
          access,
          {
            subject: { type: 'user-profile-schema', id },
            before: { title: row.title, schema: row.schema, version: row.version },
            after: { title, schema, version },
          },
          { title, version },
        );
        return shown({ ...row, title, schema, version, updatedAt });
      });
    },

    remove: (access, id) =>
      database.write(access, async (tx) => {
        const row = await tx
          .sql<ProfileTables>()
          .deleteFrom('user_profile_schema')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .returning(['title', 'schema', 'version'])
          .executeTakeFirst();
        if (!row) throw notFound();
        log.emit(
          schemaRemoved,
          access,
          { subject: { type: 'user-profile-schema', id }, before: row },
          { title: row.title, version: row.version },
        );
      }),

    async faults(access, id, data) {
      const { organization } = access;
      if (organization === null) return [];
      const row = await database.read(access, (tx) =>
        tx
          .sql<ProfileTables>()
          .selectFrom('user_profile_schema')
          .select(['schema', 'revision'])
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('user_team')
                .select('userId')
                .where('organizationId', '=', organization)
                .where('userId', '=', personOf(access))
                .where('status', '=', 'active'),
            ),
          )
          .executeTakeFirst(),
      );
      return row
        ? (await fields.check(organization, row.revision, row.schema, data)).map((fault) => ({
            ...fault,
            pointer: `/data${fault.pointer}`,
          }))
        : [];
    },
  };
}

const shown = ({ id, title, schema, version, createdAt, updatedAt }: UserProfileSchema): UserProfileSchema => ({
  id,
  title,
  schema,
  version,
  createdAt: utc(createdAt),
  updatedAt: utc(updatedAt),
});
