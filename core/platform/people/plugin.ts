import { setTimeout as pause } from 'node:timers/promises';
import {
  AccessControl,
  actingAs,
  all,
  authenticators,
  Clock,
  contributions,
  Database,
  definePlugin,
  EventLog,
  globalTable,
  Http,
  Installation,
  OrganizationSettings,
  tenantTable,
  Type,
  Vault,
} from '@dossier/sdk';
import type { Access, Actor } from '@dossier/sdk';
import { AccessAdministration, entryPolicies } from '../access/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { createAcceptedWays } from './accepted-ways.ts';
import { byAccessToken, bySession, byToken, refuseToken } from './authenticators.ts';
import { backchannel, handleBackchannel } from './backchannel.ts';
import { createBearerTokens } from './bearer.ts';
import {
  contacts,
  identityProviders,
  organizationProviders,
  passwordVerifiers,
  signInThrottles,
  People,
  personWork,
  sessionClosed,
  signInSwitched,
  switchSignIn,
  tokenIssued,
  tokenRevoked,
  userEntered,
  WaysToSignIn,
} from './contract.ts';
import { originOf } from './device.ts';
import { createEndings } from './endings.ts';
import { createEntrance } from './entrance.ts';
import { entities } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { createForgetting, createSubjects, handleIdentities, identityRoutes } from './identities.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import { createIssuers } from './issuers.ts';
import { createChoices, signInSettings } from './choices.ts';
import { handlePassword, passwordMount } from './password-mount.ts';
import { createPasswordSignIn } from './password-sign-in.ts';
import { createProvisioning } from './provisioning.ts';
import { createMayKnow } from './may-know.ts';
import { createLogoutTokens } from './logout-token.ts';
import { migrations } from './migrations/index.ts';
import { handleOperator, operatorRoutes } from './operator-routes.ts';
import { handlePreferences, preferenceChecks, preferenceRoutes, preferencesOf } from './preferences.ts';
import { createRelyingParty } from './relying-party.ts';
import { checks, handle, routes } from './routes.ts';
import type { OwnTokens } from './routes.ts';
import { createCurrent, handleSessions, sessionRoutes } from './session-routes.ts';
import { createSecurity } from './security.ts';
import { handleSecurity, securityRoutes } from './security-routes.ts';
import { createSessions } from './sessions.ts';
import type { Session } from './sessions.ts';
import { handleSignIn, signInRoutes } from './sign-in-routes.ts';
import { createStandings } from './standing.ts';
import { handleStandings, standingRoutes } from './standing-routes.ts';
import { createTokens } from './tokens.ts';
import { createUsers } from './users.ts';
import { createWaysToSignIn } from './ways-to-sign-in.ts';
import { web } from './pages.ts';

const people = ['select', 'insert', 'update', 'delete'] as const;

const config = Type.Object({
  sessionIdleMinutes: Type.Integer({
    minimum: 5,
    maximum: 720,
    default: 30,
    description: 'A session that was not used for so many minutes ends.',
  }),
  sessionHours: Type.Integer({
    minimum: 1,
    maximum: 168,
    default: 12,
    description: 'A session ends after so many hours, however busy it is.',
  }),
});

export default definePlugin({
  id: 'people',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    vault: Vault,
    http: Http,
    installation: Installation,
    control: AccessControl,
    tenancy: Tenancy,
    administration: AccessAdministration,
    providers: all(identityProviders),
    known: all(contacts),
    work: all(personWork),
    log: EventLog,
    own: all(organizationProviders),
    verifiers: all(passwordVerifiers),
    throttles: all(signInThrottles),
    settings: OrganizationSettings,
  },
  provides: [People, WaysToSignIn],
  points: [identityProviders, organizationProviders, passwordVerifiers, signInThrottles, contacts, personWork],
  settings: signInSettings,
  settingOptions: { saving: true },
  extends: [contributions(authenticators, 'session', 'token', 'access-token'), contributions(entryPolicies, 'sign-in')],
  permissions: [switchSignIn],
  events: [userEntered, sessionClosed, tokenIssued, tokenRevoked, signInSwitched],
  config,
  tables: [
    globalTable(entities.User, { why: 'A person is one in all organizations.', jobsMay: people, appMay: ['select'] }),
    globalTable(entities.UserIdentity, {
      why: 'An identity is looked up before any organization is known.',
      jobsMay: people,
      appMay: ['select'],
    }),
    globalTable(entities.Session, {
      why: 'A session is looked up by its secret, and may have no organization yet.',
      jobsMay: people,
      appMay: [],
    }),
    globalTable(entities.SecurityEntry, {
      why: 'It is about the account of a person, who is one in all organizations.',
      jobsMay: ['select', 'insert', 'delete'],
      appMay: [],
    }),
    tenantTable(entities.PersonalToken, { jobsMay: ['select', 'update'] }),
    tenantTable(entities.ProvisionedPerson),
  ],
  migrations,
  routes: {
    ...routes,
    ...preferenceRoutes,
    ...identityRoutes,
    ...sessionRoutes,
    ...securityRoutes,
    ...standingRoutes,
    ...operatorRoutes,
    ...signInRoutes,
  },
  mounts: { backchannel, password: passwordMount },
  graphql,
  web,
  setup(needs, plugin) {
    const { database, clock, vault, http, installation, control, tenancy, administration, providers, known, log } =
      needs;
    const publicUrl = (): string => installation.publicUrl();
    const now = (): number => clock.time();
    const lifetime = plugin.config.sessionHours * 60 * 60;
    const users = createUsers({ database, clock });
    const security = createSecurity({ database, clock });
    const limits = { idle: plugin.config.sessionIdleMinutes * 60_000, absolute: lifetime * 1000 };
    const sessions = createSessions({ database, clock, vault, limits, security });
    const tokens = createTokens({ database, clock, vault });
    const issuers = createIssuers({ providers, http, now });
    const keys = createIssuerKeys({ issuers, clock, refuse: refuseToken });
    const choices = createChoices({
      issuers,
      own: needs.own,
      verifiers: needs.verifiers,
      settings: plugin.settings,
      tenancy,
      lockedOut: (change) => ways.lockedOut(change),
      changed: (access) => control.changed(access, { organization: access.organization }),
    });
    const ways = createAcceptedWays({
      database,
      providers,
      settings: plugin.settings,
      choicesOf: choices.of,
      tenancy,
      control,
      now,
    });
    plugin.settingRules(choices.rules);
    plugin.contribute(entryPolicies, 'sign-in', { open: 'to members' }, ways);
    const party = createRelyingParty({ issuers, vault, now, publicUrl, ownProvider: choices.ownProvider });
    const verify = createPasswordSignIn({ throttles: needs.throttles, now, wait: pause, log: plugin.log });
    const bearer = createBearerTokens({ issuers, keys, clock, publicUrl, refuse: refuseToken });
    const organizationsOf = administration.organizationsOf;

    const left = (by: Actor, session: Session): void => {
      const access = actingAs(by, session.organization);
      plugin.emit(
        sessionClosed,
        access,
        { subject: { type: 'user', id: session.user } },
        { userId: session.user, own: by.kind === 'user' && by.id === session.user },
      );
      control.changed(access, { organization: session.organization, user: session.user, credential: session.id });
    };
    /** Nobody has signed out, but what was opened with the session in the organization that is left ends. */
    const moved = (access: Access, { organization, user, id }: Session): void => {
      control.changed(actingAs(access.actor, organization), { organization, user, credential: id });
    };
    const revoked = (access: Access, id: string): void =>
      plugin.emit(tokenRevoked, access, { subject: { type: 'personal-token', id } }, { tokenId: id });
    const entrance = createEntrance({
      database,
      users,
      sessions,
      security,
      tenancy,
      administration,
      ways,
      left,
      entered: (access, user, { issuer, sharesAddress }) =>
        plugin.emit(
          userEntered,
          access,
          { subject: { type: 'user', id: user.id } },
          { userId: user.id, issuer, ...(sharesAddress ? { sharesAddress } : {}) },
        ),
    });
    const provisioning = createProvisioning({
      ...{ database, users, administration, tenancy },
      ...{ system: plugin.asSystem, log: plugin.log },
    });
    const endings = createEndings({
      database,
      clock,
      sessions,
      tokens,
      users,
      security,
      control,
      organizationsOf,
      left,
      revoked,
      forget: createForgetting({ database, issuers }),
      switched: (access, user, enabled) =>
        plugin.emit(
          signInSwitched,
          access,
          { subject: { type: 'user', id: user }, before: { enabled: !enabled }, after: { enabled } },
          { userId: user, enabled },
        ),
    });
    const standings = createStandings({ database, clock, log, administration, work: needs.work, endings, limits });
    const current = createCurrent({ sessions, publicUrl });
    const logouts = createLogoutTokens({ issuers, keys, clock, end: endings.byIssuer });

    const own: OwnTokens = {
      issue: (access, o) =>
        tokens.issue(access, { user: access.actor.id, ...o }, (id) =>
          plugin.emit(
            tokenIssued,
            access,
            { subject: { type: 'personal-token', id }, after: { name: o.name } },
            { tokenId: id, userId: access.actor.id, name: o.name },
          ),
        ),
      list: (access) => tokens.list(access, access.actor.id),
      revoke: (access, id) =>
        tokens.revoke(access, access.actor.id, id, () => {
          revoked(access, id);
          control.changed(access, { organization: access.organization, user: access.actor.id, credential: id });
        }),
    };

    plugin.provide(People, {
      user: users.user,
      users: users.users,
      chosen: users.chosen,
      byVerifiedEmail: users.byVerifiedEmail,
      enter: users.enter,
      async issueToken({ user, organization, name, until }) {
        const access = await plugin.asSystem(organization);
        const { id, secret } = await tokens.issue(
          access,
          { user, name, ...(until === undefined ? {} : { until }) },
          (tokenId) =>
            plugin.emit(
              tokenIssued,
              access,
              { subject: { type: 'personal-token', id: tokenId }, after: { name } },
              { tokenId, userId: user, name },
            ),
        );
        return { id, secret };
      },
      faceAt: choices.face,
      openSession: (o) => sessions.open(o),
      async closeSession(secret) {
        await entrance.leave(secret);
      },
      subjectsOf: createSubjects({ database }),
      sessionOf: current,
      noteSecurity: ({ from, ...o }) => security.noteOf({ ...o, from: from === undefined ? null : originOf(from) }),
      async endOtherSessions(access, own) {
        await endings.end(access, { except: own });
      },
      endSessionsOf: (subject, storedAs, by = 'operator') => endings.bySubject(storedAs, subject, by),
    });

    plugin.provide(WaysToSignIn, createWaysToSignIn(needs.settings));

    const toMembers = { open: 'to members' } as const;
    plugin.contribute(authenticators, 'session', toMembers, bySession(sessions, publicUrl, ways));
    plugin.contribute(authenticators, 'token', toMembers, byToken(tokens));
    plugin.contribute(authenticators, 'access-token', toMembers, byAccessToken({ bearer, users, organizationsOf }));

    plugin.routes(
      {
        ...handle({
          users,
          sessions,
          tokens: own,
          tenancy,
          organizationsOf,
          ways,
          moved,
          preferences: preferencesOf({ database }),
          mayKnow: createMayKnow({ administration, known }),
          publicUrl,
          lifetime,
          now,
        }),
        ...handlePreferences({ database }),
        ...handleIdentities({ database, issuers, verifiers: needs.verifiers }),
        ...handleSessions({ sessions, tenancy, end: endings.end, everywhere: endings.everywhere, current, publicUrl }),
        ...handleSecurity({ security, tenancy, current }),
        ...handleStandings(standings),
        ...handleOperator(endings.setEnabled),
        ...handleSignIn({ party, choices, entrance, publicUrl, lifetime, log: plugin.log }),
      },
      { ...checks(now), ...preferenceChecks },
    );
    plugin.mount(
      'password',
      handlePassword({ choices, verify, provisioning, entrance, publicUrl, lifetime, now, log: plugin.log }),
    );
    plugin.mount('backchannel', handleBackchannel({ log: plugin.log, logout: logouts.accept }));
    plugin.resolve(
      resolvers({
        users,
        preferences: preferencesOf({ database }),
        tenancy,
        organizationsOf,
        workspacesOf: administration.workspacesOf,
        standings,
      }),
    );
  },
});
