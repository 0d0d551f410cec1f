import { Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { readAccent } from './accent.ts';
import type { Organization } from './contract.ts';
import type { VersionedOrganization } from './organizations.ts';

const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Object>>(type: T) => Type.Union([type, Type.Null()]);

export const WorkspaceType = Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]);
export const WorkspaceReply = Type.Object({ id: Type.String(), name: Type.String(), type: WorkspaceType, createdAt: Type.String({ format: 'date-time' }) });
export const TeamReply = Type.Object({ id: Type.String(), name: Type.String(), description: Type.String(), createdAt: Type.String({ format: 'date-time' }) });

const Contrast = Type.Object({ onLight: Type.Number(), onDark: Type.Number(), text: Type.Union([Type.Literal('#fff'), Type.Literal('#000')]), verdict: Type.Union([Type.Literal('good'), Type.Literal('adjusted')]) });
const Adjusted = Type.Object({ light: Type.String(), dark: Type.String() });
/** How an accent can be read; see `AccentReading`. */
export const AccentReply = Type.Object({ accent: Type.String(), contrast: Contrast, adjusted: Adjusted });

export const BrandingReply = Type.Object({ logo: OrNull(Type.String()), accent: OrNull(Type.String()), contrast: OrNull(Contrast), adjusted: OrNull(Adjusted) });
export const OrganizationReply = Type.Object({
  id: Type.String(), slug: Type.String(), name: Type.String(), type: Type.String(), branding: BrandingReply, createdAt: Type.String({ format: 'date-time' }), version: Type.Integer(),
});

/** Logo and accent with how the accent can be read; without an accent nothing is said about it. */
export async function brandingShown({ logo, accent }: Pick<Organization, 'logo' | 'accent'>): Promise<Static<typeof BrandingReply>> {
  const reading = accent === null ? null : await readAccent(accent);
  return { logo, accent, contrast: reading?.contrast ?? null, adjusted: reading?.adjusted ?? null };
}

/** An organization as its own pages see it. */
export async function organizationShown(organization: VersionedOrganization): Promise<Static<typeof OrganizationReply>> {
  const { id, slug, name, type, createdAt, version } = organization;
  return { id, slug, name, type, branding: await brandingShown(organization), createdAt, version };
}
