import { Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { readAccent } from './accent.ts';
import type { Organization } from './contract.ts';
import type { VersionedOrganization } from './organizations.ts';

const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Object>>(type: T) => Type.Union([type, Type.Null()]);

const contrast = { onLight: 5.12, onDark: 3.33, text: '#fff', verdict: 'good' };
const adjusted = { light: '#0A7D5C', dark: '#2f9371' };
const branding = { logo: '/logos/bG9nby1vZi1ub3J0aC1iYW5rLWFzLWFuLWV4YW1wbGU', accent: '#0A7D5C', contrast, adjusted };

export const WorkspaceType = Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]);
export const WorkspaceReply = Type.Object({ id: Type.String(), name: Type.String(), type: WorkspaceType, createdAt: Type.String({ format: 'date-time' }) }, { title: 'Workspace', examples: [{ id: '0190c0de-0000-7000-8000-000000000003', name: 'Lending', type: 'STAFF', createdAt: '2026-03-02T09:30:00.000Z' }] });
export const TeamReply = Type.Object({ id: Type.String(), name: Type.String(), description: Type.String(), createdAt: Type.String({ format: 'date-time' }) }, { title: 'Team', examples: [{ id: '0190c0de-0000-7000-8000-000000000011', name: 'Risk', description: 'Looks at large loans a second time.', createdAt: '2026-03-02T09:30:00.000Z' }] });

const Contrast = Type.Object({ onLight: Type.Number(), onDark: Type.Number(), text: Type.Union([Type.Literal('#fff'), Type.Literal('#000')]), verdict: Type.Union([Type.Literal('good'), Type.Literal('adjusted')]) });
const Adjusted = Type.Object({ light: Type.String(), dark: Type.String() });
/** How an accent can be read; see `AccentReading`. */
export const AccentReply = Type.Object({ accent: Type.String(), contrast: Contrast, adjusted: Adjusted }, { title: 'AccentReading', examples: [{ accent: '#0A7D5C', contrast, adjusted }] });

export const BrandingReply = Type.Object({ logo: OrNull(Type.String()), accent: OrNull(Type.String()), contrast: OrNull(Contrast), adjusted: OrNull(Adjusted) }, { title: 'Branding', examples: [branding] });
export const OrganizationReply = Type.Object({
  id: Type.String(), slug: Type.String(), name: Type.String(), type: Type.String(), branding: BrandingReply, createdAt: Type.String({ format: 'date-time' }), version: Type.Integer(),
}, { title: 'OrganizationWithBranding', examples: [{ id: '0190c0de-0000-7000-8000-000000000002', slug: 'north-bank', name: 'North Bank', type: 'BANK', branding, createdAt: '2026-11-20T09:30:00.000Z', version: 1 }] });

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
