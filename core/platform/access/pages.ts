import { profileSection, settingsSection, withoutPage } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { editTeam, inviteUsers, manageAccess, manageMembers } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-people',
      slot: settingsSection,
      path: 'people',
      title: 'People',
      words: 'users members invite invitation suspend',
      icon: 'person',
      order: 10,
      gate: { anyOf: [manageOrganization, manageAccess, manageMembers, inviteUsers] },
    },
    {
      tag: 'dossier-settings-teams',
      slot: settingsSection,
      path: 'teams',
      title: 'Teams',
      words: 'groups roles members',
      icon: 'people',
      order: 20,
      gate: { anyOf: [manageOrganization, manageAccess, manageMembers, inviteUsers, editTeam] },
    },
    {
      tag: 'dossier-settings-access',
      slot: settingsSection,
      path: 'access',
      title: 'Features & Access',
      words: 'roles permissions rights switch on off matrix',
      icon: 'shield',
      order: 40,
      gate: { permission: manageAccess },
    },
    {
      tag: 'dossier-without-page',
      slot: withoutPage,
      title: 'Features & Access',
      icon: 'shield',
      gate: { permission: manageAccess },
    },
    {
      tag: 'dossier-profile-memberships',
      slot: profileSection,
      path: 'memberships',
      title: 'Memberships',
      icon: 'people',
      order: 20,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
