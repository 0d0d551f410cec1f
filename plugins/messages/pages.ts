import { headerItem, organizationPage } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { staffAction } from '@dossier/core/platform/applications/contract';
import { messagesFeature, useMessages } from './contract.ts';

/**
 * What this plugin shows, and where. Rights are held in workspaces, and these are pages of the organization: who has no
 * colleagues to write to finds there what is written about their applications.
 */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-messages',
      slot: organizationPage,
      path: 'messages',
      title: 'Messages',
      icon: 'chat',
      // The line in the header leads there.
      listed: false,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-write-about',
      slot: staffAction,
      title: 'Write to colleagues',
      order: 30,
      gate: { feature: messagesFeature, permission: useMessages },
    },
    {
      tag: 'dossier-messages-line',
      slot: headerItem,
      title: 'Messages',
      icon: 'chat',
      order: 20,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
