import { createHash } from 'node:crypto';
import { Problem } from '@dossier/sdk';
import type { Database, Emits, OrganizationAccess, Transaction, Vault } from '@dossier/sdk';
import type { Files } from '../files/contract.ts';
import { readAccent } from './accent.ts';
import { brandingChanged } from './contract.ts';
import type { Logo, Organization, Tenancy } from './contract.ts';
import type { TenancyTables } from './entities.ts';
import { changed, difference, locked } from './organizations.ts';

/** Largest logo, in bytes; and pixels each way. */
export const logoLimit = 1_048_576;
const pixels = 4_096;

export interface Branding extends Pick<Tenancy, 'logo' | 'accent'> {
  setAccent(access: OrganizationAccess, accent: string | null): Promise<Organization>;
  /**
   * What is kept is a small picture that can be drawn everywhere, and not what was sent. Throws 413, 415
   * `unsupported-type`, and 422 for a picture of too many pixels.
   */
  setLogo(access: OrganizationAccess, bytes: Buffer): Promise<Organization>;
  removeLogo(access: OrganizationAccess): Promise<Organization>;
  /** The logo at an address, of whichever organization. */
  logoAt(key: string): Promise<Logo | null>;
}

interface Deps {
  readonly database: Database;
  readonly vault: Vault;
  readonly files: Pick<Files, 'logo'>;
  readonly log: Emits<typeof brandingChanged>;
}

/** Logo and accent colour of an organization. */
export function createBranding({ database, vault, files, log }: Deps): Branding {
  const change = (
    access: OrganizationAccess,
    wanted: { readonly accent?: string | null; readonly logo?: string | null },
    store: (tx: Transaction) => Promise<unknown> = async () => undefined,
  ): Promise<Organization> =>
    database.write(access, async (tx) => {
      const now = await locked(tx, access);
      const own = { ...wanted, ...(wanted.logo ? { logo: `/logos/${wanted.logo}` } : {}) };
      const { before, after } = difference(
        { logo: now.logo, accent: now.accent },
        { logo: now.logo, accent: now.accent, ...own },
      );
      if (Object.keys(after).length === 0) return now;
      await store(tx);
      const next = await changed(tx, now, wanted);
      log.emit(
        brandingChanged,
        access,
        { subject: { type: 'organization', id: now.id }, before, after },
        { logo: next.logo, accent: next.accent },
      );
      return next;
    });

  return {
    setAccent: (access, accent) => change(access, { accent }),

    async setLogo(access, bytes) {
      if (bytes.length > logoLimit)
        throw new Problem(413, 'too-large', 'Too large', {
          detail: 'A logo may have at most 1 MB. Send a smaller one.',
        });
      const { bytes: small, ...picture } = await files.logo(bytes, { pointer: '/contentBase64', pixels });
      // Named after its content, so that it can be kept for ever; under a key of the installation, so that who has the
      // file cannot ask for it elsewhere.
      const key = vault.fingerprint(
        `${access.organization}/${createHash('sha256').update(small).digest('hex')}`,
        'logo',
      );
      return change(access, { logo: key }, (tx) =>
        tx
          .sql<TenancyTables>()
          .insertInto('organization_logo')
          .values({ organizationId: access.organization, key, ...picture, bytes: small })
          .onConflict((at) => at.column('organizationId').doUpdateSet({ key, ...picture, bytes: small }))
          .execute(),
      );
    },

    removeLogo: (access) =>
      change(access, { logo: null }, (tx) =>
        tx
          .sql<TenancyTables>()
          .deleteFrom('organization_logo')
          .where('organizationId', '=', access.organization)
          .execute(),
      ),

    logo: async (organization) =>
      (await database.read(organization, (tx) =>
        logos(tx).where('organizationId', '=', organization).executeTakeFirst(),
      )) ?? null,

    // Asked without a session, so it reads as the role that may look up logos in all organizations.
    logoAt: async (key) => (await database.lookUp((tx) => logos(tx).where('key', '=', key).executeTakeFirst())) ?? null,

    async accent(organization) {
      const row = await database.read(organization, (tx) =>
        tx
          .sql<TenancyTables>()
          .selectFrom('organization')
          .select('accent')
          .where('id', '=', organization)
          .executeTakeFirst(),
      );
      return row?.accent ? readAccent(row.accent) : null;
    },
  };
}

const logos = (tx: Transaction) =>
  tx.sql<TenancyTables>().selectFrom('organization_logo').select(['contentType', 'width', 'height', 'bytes']);
