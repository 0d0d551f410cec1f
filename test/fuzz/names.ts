import type { Ids } from './furnish.ts';

/** What members of bodies and queries name, by the kind of it. */
export const named: Readonly<Record<string, string>> = {
  workspaceId: 'workspaces',
  teamId: 'teams',
  sharedWithTeamId: 'teams',
  userId: 'users',
  sourceUserId: 'users',
  targetUserId: 'users',
  toUserId: 'users',
  ownerId: 'users',
  assignee: 'users',
  actorId: 'users',
  subjectId: 'applications',
  teamRoleId: 'roles',
  templateId: 'templates',
  userProfileId: 'user-profiles',
  userProfileSchemaId: 'user-profile-schemas',
  template: 'report-templates',
  scheduleId: 'report-schedules',
  authProviderUserId: 'subjects',
  topic: 'topics',
  slug: 'slugs',
};

/**
 * The kind of what each parameter of a path names, by the name of the parameter: the word that stands before it.
 * @throws Error when there is nothing of the kind
 */
export const kindsIn = (path: string, ids: Ids): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].map(([, kind = '', name]) => {
      if (!ids[kind]?.length)
        throw new Error(`${path} names one of ${kind}, and there is none: make one in furnish().`);
      return [name, kind];
    }),
  );
