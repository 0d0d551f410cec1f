import { readAccent } from './accent.ts';
import type { Branding, Organization, OrganizationReply } from './contract.ts';
import type { VersionedOrganization } from './organizations.ts';

export async function brandingShown({ logo, accent }: Pick<Organization, 'logo' | 'accent'>): Promise<Branding> {
  const reading = accent === null ? null : await readAccent(accent);
  return { logo, accent, contrast: reading?.contrast ?? null, adjusted: reading?.adjusted ?? null };
}

export async function organizationShown(organization: VersionedOrganization): Promise<OrganizationReply> {
  const { id, slug, name, type, language, timeZone, currency, createdAt, version } = organization;
  const branding = await brandingShown(organization);
  return { id, slug, name, type, branding, language, timeZone, currency, createdAt, version };
}
