import type { Migration } from '@dossier/sdk';

/**
 * Invitations to teams. Teams and roles are other modules' tables, so no foreign key ties the migrations together; they
 * are asked for when they are needed.
 */
const invitations: Migration = {
  id: '0001-invitations',
  async up(run) {
    await run(`create table "team_invitation" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "teamId" uuid not null,
      "teamRoleId" uuid not null,
      "email" text not null,
      "message" text,
      "status" text not null check ("status" in ('pending', 'accepted', 'declined', 'revoked', 'expired', 'used')),
      "invitedUserId" uuid,
      "proven" boolean not null,
      "fingerprint" text not null,
      "invitedBy" text not null,
      "invitedByName" text not null,
      "createdAt" timestamptz not null,
      "expiresAt" timestamptz not null,
      "sentAt" timestamptz not null,
      "sendings" integer not null,
      "mailId" uuid,
      primary key ("organizationId", "id")
    )`);
    // A double click invites once.
    await run(
      `create unique index "team_invitation_open" on "team_invitation" ("organizationId", "teamId", "email") where "status" in ('pending', 'accepted')`,
    );
    await run('create index "team_invitation_team" on "team_invitation" ("organizationId", "teamId", "id" desc)');
    await run('create index "team_invitation_sent" on "team_invitation" ("organizationId", "sentAt")');
    // Who is invited is no member yet: these look-ups know no organization.
    await run('create unique index "team_invitation_fingerprint" on "team_invitation" ("fingerprint")');
    await run(`create index "team_invitation_email" on "team_invitation" ("email") where "status" = 'pending'`);
    await run(
      'create index "team_invitation_user" on "team_invitation" ("invitedUserId") where "invitedUserId" is not null',
    );
    await run(
      `create index "team_invitation_due" on "team_invitation" ("expiresAt") where "status" in ('pending', 'accepted')`,
    );
    await run('create index "team_invitation_id" on "team_invitation" ("id")');
  },
};

/** The e-mails of a day are counted where they are kept, so nobody asks when an invitation was sent. */
const sentNoMore: Migration = {
  id: '0002-sent-no-more',
  async up(run) {
    await run('drop index "team_invitation_sent"');
  },
};

export const migrations: readonly Migration[] = [invitations, sentNoMore];
