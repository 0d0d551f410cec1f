import { profileSection, settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { manageCalendar } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-calendar',
      slot: settingsSection,
      path: 'calendar',
      title: 'Working hours and holidays',
      words: 'deadlines office hours days off weekend time zone',
      icon: 'calendar',
      order: 45,
      gate: { permission: manageCalendar },
    },
    {
      tag: 'dossier-profile-absences',
      slot: profileSection,
      path: 'absences',
      title: 'Out of office',
      icon: 'calendar',
      order: 25,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
