import { storedTimeZone } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { ComputedOrganization } from './computed.ts';

/** Name and look of an organization on paper, and by what its own papers go. */
export interface Letterhead {
  readonly organization: ComputedOrganization;
  /** BCP 47. */
  readonly language: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Reads what reports and letters of an organization have in common. */
export async function letterheadOf(
  tenancy: Pick<Tenancy, 'organization' | 'accent' | 'logo'>,
  organization: OrganizationId,
): Promise<Letterhead> {
  const [found, accent, logo] = await Promise.all([
    tenancy.organization(organization),
    tenancy.accent(organization),
    tenancy.logo(organization),
  ]);
  return {
    organization: {
      name: found?.name ?? '',
      accent: accent?.adjusted ?? null,
      logo: logo && { contentType: logo.contentType, bytes: logo.bytes },
    },
    language: found?.language ?? 'en',
    timeZone: storedTimeZone(found?.timeZone ?? 'UTC'),
  };
}
