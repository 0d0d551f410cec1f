import {
  emailText,
  event,
  extensionPoint,
  idText,
  momentText,
  pathText,
  permission,
  service,
  Type,
} from '@dossier/sdk';
import type {
  Access,
  OrganizationAccess,
  OrganizationId,
  Reply,
  Transaction,
  UserId,
  WorkspaceId,
  WorkspaceType,
} from '@dossier/sdk';

const Time = momentText();
const createdAt = '2026-03-02T09:30:00.000Z';
const lending = { id: '0190c0de-0000-7000-8000-000000000003', name: 'Lending', type: 'STAFF', createdAt };
const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Object>>(type: T) =>
  Type.Union([type, Type.Null()]);

/** What its pages and papers go by where a person has not said otherwise. */
const regional = { language: Type.String(), timeZone: Type.String(), currency: Type.String() };

/**
 * An organization: the tenant. `slug` is its address (`/p/{slug}/orgs`), unique in the installation. `type` never
 * changes. `logo` is a path of this installation that everybody may load (`/logos/…`), `accent` a colour as `#RRGGBB`.
 */
export const Organization = Type.Object(
  {
    id: idText(),
    slug: Type.String(),
    name: Type.String(),
    type: Type.String(),
    logo: OrNull(pathText()),
    accent: OrNull(Type.String()),
    ...regional,
    createdAt: Time,
  },
  {
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000002',
        slug: 'north-bank',
        name: 'North Bank',
        type: 'BANK',
        logo: null,
        accent: '#0A7D5C',
        language: 'en',
        timeZone: 'Europe/London',
        currency: 'GBP',
        createdAt,
      },
    ],
  },
);
export type Organization = Reply<typeof Organization> & { readonly id: OrganizationId };

export const Workspace = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    type: Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]),
    createdAt: Time,
  },
  { title: 'Workspace', examples: [lending] },
);
export type Workspace = Reply<typeof Workspace>;

/** `teams` is the number of those that work in it. */
export const WorkspaceWithTeams = Type.Object(
  { ...Workspace.properties, teams: Type.Integer() },
  { examples: [{ ...lending, teams: 2 }] },
);
export type WorkspaceWithTeams = Reply<typeof WorkspaceWithTeams>;

export const Team = Type.Object(
  { id: idText(), name: Type.String(), description: Type.String(), createdAt: Time },
  {
    title: 'Team',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000011',
        name: 'Risk',
        description: 'Looks at large loans a second time.',
        createdAt,
      },
    ],
  },
);
export type Team = Reply<typeof Team>;

/**
 * A logo, small enough for letters and drawn by everything: PNG, or JPEG for a photograph. What was uploaded before
 * logos were converted is as it came, also WebP.
 */
export interface Logo {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const Contrast = Type.Object({
  onLight: Type.Number(),
  onDark: Type.Number(),
  text: Type.Union([Type.Literal('#fff'), Type.Literal('#000')]),
  verdict: Type.Union([Type.Literal('good'), Type.Literal('adjusted')]),
});
const Adjusted = Type.Object({ light: Type.String(), dark: Type.String() });
const contrast = { onLight: 5.12, onDark: 3.33, text: '#fff', verdict: 'good' };
const adjusted = { light: '#0A7D5C', dark: '#2f9371' };
const branding = { logo: '/logos/bG9nby1vZi1ub3J0aC1iYW5rLWFzLWFuLWV4YW1wbGU', accent: '#0A7D5C', contrast, adjusted };

/**
 * How an accent colour can be read (WCAG 2.2, success criterion 1.4.3). Ratios are between 1 and 21.
 * `text` is the better text on a surface of the accent. `adjusted` are the accent, or the nearest lightness of its hue
 * that reaches 4.5:1, for text on the light and on the dark surface; paper counts as light. `good` when the accent
 * itself does on the light one.
 */
export const AccentReading = Type.Object(
  { accent: Type.String(), contrast: Contrast, adjusted: Adjusted },
  { title: 'AccentReading', examples: [{ accent: '#0A7D5C', contrast, adjusted }] },
);
export type AccentReading = Reply<typeof AccentReading>;

/** Logo and accent with how the accent can be read; without an accent nothing is said about it. */
export const Branding = Type.Object(
  { logo: OrNull(pathText()), accent: OrNull(Type.String()), contrast: OrNull(Contrast), adjusted: OrNull(Adjusted) },
  { title: 'Branding', examples: [branding] },
);
export type Branding = Reply<typeof Branding>;

/**
 * How clients reach the organization outside its pages: what it has not told is null. `telephone` is as people write
 * it (digits, spaces, `+ ( ) - /`), `hours` one line of when somebody answers.
 */
export const ClientContact = Type.Object(
  { email: OrNull(emailText()), telephone: OrNull(Type.String()), hours: OrNull(Type.String()) },
  {
    title: 'ClientContact',
    examples: [
      { email: 'loans@north-bank.example', telephone: '+44 20 7946 0000', hours: 'Monday to Friday, 9 to 17' },
    ],
  },
);
export type ClientContact = Reply<typeof ClientContact>;

/** An organization as its own pages see it. `version` counts its changes. */
export const OrganizationReply = Type.Object(
  {
    id: idText(),
    slug: Type.String(),
    name: Type.String(),
    type: Type.String(),
    branding: Branding,
    ...regional,
    createdAt: Time,
    version: Type.Integer(),
  },
  {
    title: 'OrganizationWithBranding',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000002',
        slug: 'north-bank',
        name: 'North Bank',
        type: 'BANK',
        branding,
        language: 'en',
        timeZone: 'Europe/London',
        currency: 'GBP',
        createdAt: '2026-11-20T09:30:00.000Z',
        version: 1,
      },
    ],
  },
);
export type OrganizationReply = Reply<typeof OrganizationReply>;

/**
 * Organizations, their workspaces and teams. Emits an event for each change. An archived workspace is not found any
 * more.
 */
export interface Tenancy {
  /**
   * The bare organization, without anybody in it. Runs installation-wide. Throws `slug-taken` (409). Types in use:
   * BANK, PATENT, GRANT, GENERAL; any upper-case word is allowed. Without a time zone it has that of the server.
   */
  createOrganization(o: {
    readonly slug: string;
    readonly name: string;
    readonly type: string;
    readonly timeZone?: string;
    readonly actor: Access['actor'];
  }): Promise<Organization>;
  /** `tx`: inside a transaction of the organization hand it on, because no look-up of its own can begin there. */
  organization(id: OrganizationId, tx?: Transaction): Promise<Organization | null>;
  /** Also by a slug that it had before; its `slug` then is the new one. */
  organizationBySlug(slug: string): Promise<Organization | null>;
  organizations(ids: readonly OrganizationId[]): Promise<readonly Organization[]>;
  createWorkspace(access: OrganizationAccess, o: { name: string; type: WorkspaceType }): Promise<Workspace>;
  workspaces(organization: OrganizationId): Promise<readonly Workspace[]>;
  /** Null when unknown in this organization. */
  workspace(organization: OrganizationId, id: WorkspaceId): Promise<Workspace | null>;
  createTeam(access: OrganizationAccess, o: { name: string; description?: string }): Promise<Team>;
  teams(organization: OrganizationId): Promise<readonly Team[]>;
  /** The bytes, for what cannot load an address: a PDF, an attachment. Null without a logo. */
  logo(organization: OrganizationId): Promise<Logo | null>;
  /** How the organization's accent can be read, for pages and paper; null without an accent. */
  accent(organization: OrganizationId): Promise<AccentReading | null>;
  /** Says anew how clients reach the organization. Throws with what is wrong (422). */
  setContact(access: OrganizationAccess, contact: ClientContact): Promise<ClientContact>;
}
export const Tenancy = service<Tenancy>('tenancy/tenancy@1');

/**
 * What another module has to say or to do when an organization, a workspace or a team begins or ends. Each runs in the
 * transaction of the change, so that throwing a problem undoes all of it. One contribution per module, under its id;
 * members that do not concern it are left out.
 */
export interface TenantHooks {
  /**
   * The organization was made, with its first workspace: makes `owner` able to run it. `access` may do everything
   * there.
   */
  founded?(access: OrganizationAccess, o: { readonly owner: UserId; readonly workspace: WorkspaceId }): Promise<void>;
  /** Why the workspace cannot be archived, as a sentence that says what to do; null when nothing stands against it. */
  occupied?(access: OrganizationAccess, workspace: WorkspaceId): Promise<string | null>;
  /** Takes back what leads people and keys into the workspace. */
  workspaceArchived?(access: OrganizationAccess, workspace: WorkspaceId): Promise<void>;
  /**
   * Deletes what refers to the team, which goes afterwards: memberships, rights. Throws 409 when nobody could run the
   * organization without it.
   */
  teamRemoved?(access: OrganizationAccess, team: string): Promise<void>;
  /** How many teams work in each workspace. */
  teamsIn?(organization: OrganizationId): Promise<ReadonlyMap<WorkspaceId, number>>;
}
export const tenantHooks = extensionPoint<TenantHooks>('tenancy/tenant-hooks@1');

export const manageOrganization = permission('organization.manage', {
  title: 'Manage the organization',
  scope: 'organization',
  staff: true,
});
/** The operator holds it; people need it only where the installation does not let everybody create organizations. */
export const createOrganizations = permission('organizations.create', {
  title: 'Create organizations',
  scope: 'installation',
});

const Names = Type.Object({ name: Type.String() });
export const organizationCreated = event('tenancy/organization-created@1', {
  says: '{actor} created the organization {subject}.',
  title: 'An organization was created',
  schema: Type.Object({ slug: Type.String(), type: Type.String() }),
});
export const organizationChanged = event('tenancy/organization-changed@1', {
  says: '{actor} renamed the organization {subject}, or moved it to another address.',
  title: 'An organization was renamed or moved to another address',
  schema: Type.Object({ name: Type.String(), slug: Type.String() }),
});
export const brandingChanged = event('tenancy/branding-changed@1', {
  says: '{actor} changed the logo or accent colour of {subject}.',
  title: 'The logo or accent colour was changed',
  schema: Type.Object({
    logo: Type.Union([Type.String(), Type.Null()]),
    accent: Type.Union([Type.String(), Type.Null()]),
  }),
});
export const contactChanged = event('tenancy/contact-changed@1', {
  says: '{actor} changed how clients reach {subject}.',
  title: 'The contact for clients was changed',
  schema: ClientContact,
});
export const workspaceCreated = event('tenancy/workspace-created@1', {
  says: '{actor} created the workspace {subject}.',
  title: 'A workspace was created',
  schema: Type.Object({ name: Type.String(), type: Type.String() }),
});
export const workspaceRenamed = event('tenancy/workspace-renamed@1', {
  says: '{actor} renamed the workspace {before.name} to {subject}.',
  title: 'A workspace was renamed',
  schema: Names,
});
export const workspaceArchived = event('tenancy/workspace-archived@1', {
  says: '{actor} archived the workspace {subject}.',
  title: 'A workspace was archived',
  schema: Names,
});
export const teamCreated = event('tenancy/team-created@1', {
  says: '{actor} created the team {subject}.',
  title: 'A team was created',
  schema: Type.Object({ name: Type.String() }),
});
export const teamChanged = event('tenancy/team-changed@1', {
  says: '{actor} changed the team {subject}.',
  title: 'A team was changed',
  schema: Names,
});
export const teamRemoved = event('tenancy/team-removed@1', {
  says: '{actor} removed the team {subject}.',
  title: 'A team was removed',
  schema: Names,
});
