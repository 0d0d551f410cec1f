import { organizationChoice, personPage } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { inviteUsers, peopleAction, peoplePart, personPart, teamPart } from '../access/contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-invitation',
      slot: personPage,
      path: 'invitations',
      title: 'Invitation',
      icon: 'inbox',
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-my-invitations',
      slot: organizationChoice,
      title: 'Invitations to you',
      order: 10,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-invite-people',
      slot: peopleAction,
      title: 'Invite people',
      order: 10,
      gate: { anyOf: [inviteUsers] },
    },
    {
      tag: 'dossier-open-invitations',
      slot: peoplePart,
      title: 'Invited, not here yet',
      order: 10,
      gate: { anyOf: [inviteUsers] },
    },
    {
      tag: 'dossier-person-invitations',
      slot: personPart,
      title: 'Open invitations',
      order: 20,
      gate: { anyOf: [inviteUsers] },
    },
    {
      tag: 'dossier-team-invitations',
      slot: teamPart,
      path: 'invitations',
      title: 'Invitations',
      icon: 'inbox',
      gate: { permission: inviteUsers },
    },
  ],
} satisfies WebBundle;
