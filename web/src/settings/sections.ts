/**
 * A part of the organization's settings: a line in its navigation, and an element that is loaded when it is first
 * opened.
 */
export interface SettingsSection {
  /** Address below `/p/{slug}/settings/`. */
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /**
   * The element that `load` defines. It gets the properties `base` (its address), `rest` (what follows it, without
   * slashes at the ends) and `search`.
   */
  readonly tag: `dossier-settings-${string}`;
  /** Who holds one of these permissions is offered the section. The server decides what he sees in it. */
  readonly anyOf: readonly string[];
  readonly load: () => Promise<unknown>;
}

/** In the order of the navigation. */
export const sections: readonly SettingsSection[] = [
  {
    path: 'people',
    title: 'People',
    icon: 'person',
    tag: 'dossier-settings-people',
    anyOf: ['organization.manage', 'access.manage', 'manageMembers', 'inviteUsers'],
    load: () => import('./people/people.element.ts'),
  },
  {
    path: 'teams',
    title: 'Teams',
    icon: 'people',
    tag: 'dossier-settings-teams',
    anyOf: ['organization.manage', 'access.manage', 'manageMembers', 'inviteUsers', 'editTeam'],
    load: () => import('./teams/teams.element.ts'),
  },
  {
    path: 'workspaces',
    title: 'Workspaces',
    icon: 'box',
    tag: 'dossier-settings-workspaces',
    anyOf: ['organization.manage'],
    load: () => import('./workspaces/workspaces.element.ts'),
  },
  {
    path: 'access',
    title: 'Features & Access',
    icon: 'shield',
    tag: 'dossier-settings-access',
    anyOf: ['access.manage'],
    load: () => import('./access/access.element.ts'),
  },
  {
    path: 'branding',
    title: 'Branding',
    icon: 'brush',
    tag: 'dossier-settings-branding',
    anyOf: ['organization.manage'],
    load: () => import('./branding/branding.element.ts'),
  },
  {
    path: 'api-keys',
    title: 'API keys',
    icon: 'key',
    tag: 'dossier-settings-api-keys',
    anyOf: ['apiKeys.manage'],
    load: () => import('./api-keys/api-keys.element.ts'),
  },
  {
    path: 'integrations',
    title: 'Integrations',
    icon: 'plug',
    tag: 'dossier-settings-integrations',
    anyOf: ['integrations.manage'],
    load: () => import('./integrations/integrations.element.ts'),
  },
  {
    path: 'audit',
    title: 'Audit trail',
    icon: 'clock',
    tag: 'dossier-settings-audit',
    anyOf: ['audit.readOrganization'],
    load: () => import('./audit/audit.element.ts'),
  },
];

/** The sections that this person is offered. `holds` as elements have it. */
export const sectionsFor = (holds: (...anyOf: readonly string[]) => boolean): readonly SettingsSection[] =>
  sections.filter((section) => holds(...section.anyOf));
