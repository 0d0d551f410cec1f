/** A part of the organization's settings: a line in its navigation, and an element that is loaded when it is first opened. */
export interface SettingsSection {
  /** Address below `/p/{slug}/settings/`. */
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /** The element that `load` defines. It gets the properties `base` (its address), `rest` (what follows it, without slashes at the ends) and `search`. */
  readonly tag: `dossier-settings-${string}`;
  /** Who holds one of these permissions is offered the section. The server decides what he sees in it. */
  readonly anyOf: readonly string[];
  readonly load: () => Promise<unknown>;
}

/** In the order of the navigation. */
export const sections: readonly SettingsSection[] = [
  { path: 'people', title: 'People', icon: 'people', tag: 'dossier-settings-people', anyOf: ['organization.manage', 'access.manage', 'manageMembers', 'inviteUsers'], load: () => import('./people/people.element.ts') },
];

/** The sections that this person is offered. `holds` as elements have it. */
export const sectionsFor = (holds: (...anyOf: readonly string[]) => boolean): readonly SettingsSection[] => sections.filter((section) => holds(...section.anyOf));
