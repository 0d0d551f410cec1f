/**
 * A part of the profile: a line in its navigation, and the element that shows it. The element gets `rest`, what follows
 * it in the address.
 */
export interface ProfileSection {
  /** Address below `/profile/`; the first one is at `/profile` itself. */
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly tag: `dossier-profile-${'about' | 'memberships' | 'profiles' | 'shared' | 'links' | 'sessions' | 'tokens'}`;
}

/** In the order of the navigation. */
export const sections: readonly ProfileSection[] = [
  { path: '', title: 'About you', icon: 'person', tag: 'dossier-profile-about' },
  { path: 'memberships', title: 'Memberships', icon: 'people', tag: 'dossier-profile-memberships' },
  { path: 'profiles', title: 'Your profiles', icon: 'file', tag: 'dossier-profile-profiles' },
  { path: 'shared', title: 'Shared with you', icon: 'inbox', tag: 'dossier-profile-shared' },
  { path: 'links', title: 'Links', icon: 'chat', tag: 'dossier-profile-links' },
  { path: 'sessions', title: 'Sessions', icon: 'clock', tag: 'dossier-profile-sessions' },
  { path: 'tokens', title: 'Access tokens', icon: 'key', tag: 'dossier-profile-tokens' },
];

export const profileAddress = (section = '', rest = ''): string =>
  ['/profile', section, rest].filter((part) => part !== '').join('/');
