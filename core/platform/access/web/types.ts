import type { PersonReply } from '../contract.ts';

export type { Member, PersonReply as Person, TeamReply as Team, TeamRole as Role } from '../contract.ts';

/** A membership as the list of people shows it. */
export type PersonMembership = PersonReply['memberships'][number];
