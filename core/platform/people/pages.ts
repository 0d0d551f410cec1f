import { profileSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { personAside } from '../access/contract.ts';
import { manageOrganization } from '../tenancy/contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-profile-about',
      slot: profileSection,
      path: '',
      title: 'About you',
      icon: 'person',
      order: 10,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-profile-sessions',
      slot: profileSection,
      path: 'sessions',
      title: 'Sessions',
      icon: 'clock',
      order: 60,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-profile-security',
      slot: profileSection,
      path: 'security',
      title: 'Security log',
      icon: 'shield',
      order: 65,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-person-standing',
      slot: personAside,
      title: 'How they stand',
      order: 10,
      gate: { permission: manageOrganization },
    },
    {
      tag: 'dossier-profile-tokens',
      slot: profileSection,
      path: 'tokens',
      title: 'Access tokens',
      icon: 'key',
      order: 70,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
