import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

/**
 * The status as stored: one that has run out is `expired` to everybody from that moment, and becomes so here a little
 * later.
 */
export type StoredStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'used';

export const TeamInvitationEntity = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitation',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    teamId: p.uuid(),
    teamRoleId: p.uuid(),
    email: p.text(),
    message: p.text().nullable(),
    status: p.text().$type<StoredStatus>(),
    invitedUserId: p.uuid().nullable(),
    proven: p.boolean(),
    fingerprint: p.text(),
    invitedBy: p.text(),
    invitedByName: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    sentAt: p.datetime(),
    sendings: p.integer(),
    mailId: p.uuid().nullable(),
  },
});

/**
 * The table as the query builder sees it. `email` is in lower case, `fingerprint` is keyed: the secret itself is stored
 * nowhere.
 */
export interface InvitationTables {
  readonly team_invitation: TableOf<typeof TeamInvitationEntity>;
}
