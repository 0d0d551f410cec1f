import { AccessControl, authenticators, Clock, Database, definePlugin, all, globalTable, Http, Installation, tenantTable, Vault } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { byAccessToken, bySession, byToken, refuseToken } from './authenticators.ts';
import { createBearerTokens } from './bearer.ts';
import { identityProviders, People, sessionClosed, tokenIssued, tokenRevoked, userEntered } from './contract.ts';
import { createEntrance } from './entrance.ts';
import { entities } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { createIssuers } from './issuers.ts';
import { migrations } from './migrations/index.ts';
import { createRelyingParty } from './relying-party.ts';
import { handle, routes } from './routes.ts';
import type { OwnTokens } from './routes.ts';
import { createSessions } from './sessions.ts';
import { handleSignIn, signInRoutes } from './sign-in-routes.ts';
import { createTokens } from './tokens.ts';
import { createUsers } from './users.ts';

const people = ['select', 'insert', 'update', 'delete'] as const;

export default definePlugin({
  id: 'people', version: '1.0.0', kernel: '^1.0.0',
  needs: { database: Database, clock: Clock, vault: Vault, http: Http, installation: Installation, control: AccessControl, tenancy: Tenancy, administration: AccessAdministration, providers: all(identityProviders) },
  provides: [People],
  points: [identityProviders],
  extends: [authenticators],
  events: [userEntered, sessionClosed, tokenIssued, tokenRevoked],
  tables: [
    globalTable(entities.User, { why: 'A person is one in all organizations.', jobsMay: people, appMay: ['select'] }),
    globalTable(entities.UserIdentity, { why: 'An identity is looked up before any organization is known.', jobsMay: people, appMay: ['select'] }),
    globalTable(entities.Session, { why: 'A session is looked up by its secret, and may have no organization yet.', jobsMay: people, appMay: [] }),
    tenantTable(entities.PersonalToken, { jobsMay: ['select', 'update'] }),
  ],
  migrations,
  routes: { ...routes, ...signInRoutes },
  graphql,
  setup({ database, clock, vault, http, installation, control, tenancy, administration, providers }, plugin) {
    const publicUrl = (): string => installation.publicUrl();
    const now = (): number => clock.now().getTime();
    const users = createUsers({ database, clock });
    const sessions = createSessions({ database, clock, vault });
    const tokens = createTokens({ database, clock, vault });
    const issuers = createIssuers({ providers, http, now });
    const party = createRelyingParty({ issuers, vault, now, publicUrl });
    const bearer = createBearerTokens({ issuers, clock, publicUrl, refuse: refuseToken });

    const entrance = createEntrance({
      users, sessions, tenancy, organizationsOf: administration.organizationsOf,
      entered: (access, user, issuer) => plugin.emit(userEntered, access, { subject: { type: 'user', id: user.id } }, { userId: user.id, issuer }),
      left(access, session) {
        plugin.emit(sessionClosed, access, { subject: { type: 'user', id: session.user } }, { userId: session.user });
        if (session.organization !== null) control.changed(access, { organization: session.organization, user: session.user, credential: session.id });
      },
    });

    const own: OwnTokens = {
      issue: (access, o) => tokens.issue(access, { user: access.actor.id, ...o }, (id) =>
        plugin.emit(tokenIssued, access, { subject: { type: 'personal-token', id }, after: { name: o.name } }, { tokenId: id, userId: access.actor.id, name: o.name })),
      list: (access) => tokens.list(access, access.actor.id),
      revoke: (access, id) => tokens.revoke(access, access.actor.id, id, () => {
        plugin.emit(tokenRevoked, access, { subject: { type: 'personal-token', id } }, { tokenId: id });
        control.changed(access, { organization: access.organization, user: access.actor.id, credential: id });
      }),
    };

    plugin.provide(People, {
      user: users.user, users: users.users, byVerifiedEmail: users.byVerifiedEmail, enter: users.enter,
      async issueToken({ user, organization, name, until }) {
        const access = { ...(await plugin.asSystem(organization)), organization };
        const { id, secret } = await tokens.issue(access, { user, name, ...(until === undefined ? {} : { until }) }, (tokenId) =>
          plugin.emit(tokenIssued, access, { subject: { type: 'personal-token', id: tokenId }, after: { name } }, { tokenId, userId: user, name }));
        return { id, secret };
      },
      openSession: (o) => sessions.open(o),
      async closeSession(secret) {
        await entrance.leave(secret);
      },
    });

    const toMembers = { open: 'to members' } as const;
    plugin.contribute(authenticators, 'session', toMembers, bySession(sessions, publicUrl));
    plugin.contribute(authenticators, 'token', toMembers, byToken(tokens));
    plugin.contribute(authenticators, 'access-token', toMembers, byAccessToken({ bearer, users, organizationsOf: administration.organizationsOf }));

    const organizationsOf = administration.organizationsOf;
    plugin.routes({
      ...handle({ users, sessions, tokens: own, tenancy, organizationsOf, publicUrl }),
      ...handleSignIn({ party, issuers, entrance, publicUrl, log: plugin.log }),
    });
    plugin.resolve(resolvers({ users, tenancy, organizationsOf, workspacesOf: administration.workspacesOf }));
  },
});
