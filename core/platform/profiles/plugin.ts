import { Clock, contributions, Database, definePlugin, globalTable, tenantTable } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { contacts } from '../people/contract.ts';
import { FieldSchemas } from '../templates/contract.ts';
import { tenantHooks } from '../tenancy/contract.ts';
import { byLink, bySharing } from './contacts.ts';
import {
  linkCreated,
  linkEnded,
  manageProfileSchemas,
  profileChanged,
  profileCreated,
  profileDeleted,
  profileShared,
  schemaChanged,
  schemaRegistered,
  schemaRemoved,
  shareChanged,
  shareEnded,
  UserProfileSchemas,
} from './contract.ts';
import { UserLinkEntity, UserProfileEntity, UserProfileSchemaEntity, UserProfileShareEntity } from './entities.ts';
import { linkChecks, linkHandlers, linkRoutes } from './link-routes.ts';
import { createUserLinks } from './links.ts';
import { migrations } from './migrations/index.ts';
import { profileChecks, profileHandlers, profileRoutes } from './profile-routes.ts';
import { createUserProfiles } from './profiles.ts';
import { schemaChecks, schemaHandlers, schemaRoutes } from './schema-routes.ts';
import { createProfileSchemas } from './schemas.ts';
import { shareHandlers, shareRoutes } from './share-routes.ts';
import { createUserProfileShares } from './shares.ts';
import { web } from './pages.ts';

export default definePlugin({
  id: 'profiles',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database, clock: Clock, administration: AccessAdministration, fields: FieldSchemas },
  provides: [UserProfileSchemas],
  extends: [contributions(tenantHooks, 'profiles'), contributions(contacts, 'shares', 'links')],
  permissions: [manageProfileSchemas],
  events: [
    profileCreated,
    profileChanged,
    profileDeleted,
    profileShared,
    shareChanged,
    shareEnded,
    schemaRegistered,
    schemaChanged,
    schemaRemoved,
    linkCreated,
    linkEnded,
  ],
  tables: [
    globalTable(UserLinkEntity, {
      why: 'A link is between two people, who are the same in all organizations.',
      jobsMay: ['select', 'insert', 'delete'],
      appMay: [],
    }),
    globalTable(UserProfileEntity, {
      why: 'A profile belongs to its person, who is the same in all organizations.',
      jobsMay: ['select', 'insert', 'update', 'delete'],
      appMay: ['select', 'update'],
      // An organization meets the profiles that are shared with its teams: the subquery sees its own shares only.
      appSees: 'exists (select from "user_profile_share" s where s."userProfileId" = "user_profile"."id")',
    }),
    // The owner finds and ends their shares wherever these are.
    tenantTable(UserProfileShareEntity, { jobsMay: ['select', 'update', 'delete'] }),
    tenantTable(UserProfileSchemaEntity),
  ],
  migrations,
  routes: { ...linkRoutes, ...profileRoutes, ...shareRoutes, ...schemaRoutes },
  web,
  setup({ database, clock, administration, fields }, plugin) {
    const schemas = createProfileSchemas({ database, clock, fields, log: plugin });
    plugin.provide(UserProfileSchemas, schemas);
    const shares = createUserProfileShares({ database, clock, schemas, log: plugin });
    plugin.contribute(tenantHooks, 'profiles', { open: 'to members' }, { teamRemoved: shares.endWith });
    plugin.contribute(contacts, 'shares', { open: 'to members' }, bySharing(database));
    plugin.contribute(contacts, 'links', { open: 'to members' }, byLink(database));
    const links = createUserLinks({ database, clock, organizationsOf: administration.organizationsOf, log: plugin });
    const profiles = createUserProfiles({ database, clock, schemas, log: plugin });
    plugin.routes(
      { ...linkHandlers(links), ...profileHandlers(profiles), ...shareHandlers(shares), ...schemaHandlers(schemas) },
      { ...linkChecks(links), ...profileChecks(profiles), ...schemaChecks(schemas) },
    );
  },
});
