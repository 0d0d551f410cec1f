import { defineEntity, p } from '@mikro-orm/core';

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
    status: p.text(),
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

/** The status as stored: one that has run out is `expired` to everybody from that moment, and becomes so here a little later. */
export type StoredStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'used';

/** The table as the query builder sees it; times are text in and out. `email` is in lower case, `fingerprint` is keyed: the secret itself is stored nowhere. */
export interface InvitationTables {
  readonly team_invitation: {
    organizationId: string; id: string; teamId: string; teamRoleId: string; email: string; message: string | null; status: StoredStatus; invitedUserId: string | null; proven: boolean;
    fingerprint: string; invitedBy: string; invitedByName: string; createdAt: string; expiresAt: string; sentAt: string; sendings: number; mailId: string | null;
  };
}
