import type Provider from 'oidc-provider';
import type { Actor } from '@dossier/sdk';
import {
  actingAs,
  Clock,
  commands,
  contributions,
  Database,
  definePlugin,
  globalTable,
  Installation,
  job,
  optional,
  Type,
  Vault,
} from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Invitations } from '@dossier/core/platform/invitations/contract';
import { Mail } from '@dossier/core/platform/mail/contract';
import { identityProviders, People, signInThrottles } from '@dossier/core/platform/people/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { accountCommand } from './account-command.ts';
import { createAccounts, storedAs } from './accounts.ts';
import { Credentials, nameChanged, passwordChanged, passwordReset } from './contract.ts';
import { entities } from './entities.ts';
import { passwordEmail } from './forgotten/email.ts';
import { createForgotten, allowedRequests, Payload } from './forgotten/forgotten.ts';
import { createForgottenPages, linkPath } from './forgotten/front.ts';
import { createFront } from './front.ts';
import { createGuests } from './guests.ts';
import { createKnownDevices } from './known-devices.ts';
import { createInteractions } from './interaction.ts';
import { createSigningKeys } from './keys.ts';
import { migrations } from './migrations/index.ts';
import { handleName, nameAt, nameRoutes } from './name-routes.ts';
import { standardCost } from './passwords.ts';
import { passwordCommand } from './password-command.ts';
import { handlePassword, passwordAt, passwordRoutes } from './password-routes.ts';
import { clientId, clientSecret, createProvider, mountPath } from './provider.ts';
import { createThrottle } from './throttle.ts';
import { createWayBack } from './way-back.ts';

/** Tried for a quarter of an hour: a link that comes later is waited for by nobody. */
const mailLink = job('sign-in/mail-link@1', {
  purpose: 'sending a link to set a password',
  schema: Payload,
  retries: 5,
  backoff: 30,
});

const every = ['select', 'insert', 'update', 'delete'] as const;
const ourselves: Actor = { kind: 'system', id: 'sign-in', name: 'Sign-in' };
/** How long a list of keys is trusted before it is read again: a new key of another node shows within a minute. */
const keysKept = 60_000;

export default definePlugin({
  id: 'sign-in',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    vault: Vault,
    installation: Installation,
    people: People,
    administration: AccessAdministration,
    tenancy: Tenancy,
    invitations: optional(Invitations),
    mail: optional(Mail),
  },
  provides: [Credentials],
  extends: [
    contributions(identityProviders, 'sign-in'),
    contributions(signInThrottles, 'sign-in'),
    contributions(commands, 'account', 'password'),
  ],
  events: [passwordChanged, passwordReset, nameChanged],
  jobs: [mailLink],
  config: Type.Object({
    passwordCost: Type.Integer({
      default: standardCost,
      minimum: 10,
      maximum: 20,
      description:
        'How much the hash of a password costs who tries to guess it, as a power of two. Each more doubles time and memory of a sign-in; hashes of another cost are renewed as people sign in. Less than the default is for tests.',
    }),
  }),
  tables: [
    globalTable(entities.Credential, {
      why: 'An account serves a person in all organizations.',
      jobsMay: every,
      appMay: [],
    }),
    globalTable(entities.OidcRecord, {
      why: 'Somebody who signs in has no organization yet.',
      jobsMay: every,
      appMay: [],
    }),
    globalTable(entities.OidcKey, {
      why: 'The provider signs for the whole installation.',
      jobsMay: ['select', 'insert'],
      appMay: [],
    }),
    globalTable(entities.PasswordReset, {
      why: 'Who forgot their password has no organization yet.',
      jobsMay: ['select', 'insert', 'delete'],
      appMay: [],
    }),
    globalTable(entities.SignInThrottle, {
      why: 'Tries are counted before anybody is known.',
      jobsMay: every,
      appMay: [],
    }),
  ],
  migrations,
  routes: { ...passwordRoutes, ...nameRoutes },
  mounts: {
    provider: {
      path: mountPath,
      why: 'The OpenID provider speaks its own protocol and decides for itself who may ask what.',
    },
  },
  setup({ database, clock, vault, installation, people, administration, tenancy, invitations, mail }, plugin) {
    const publicUrl = (): string => installation.publicUrl();
    const throttle = createThrottle({ database, clock, vault });
    plugin.contribute(signInThrottles, 'sign-in', { open: 'to members' }, throttle);
    const accounts = createAccounts({ database, clock, throttle, passwordCost: plugin.config.passwordCost });
    const wayBack = createWayBack({ vault });
    const forgotten = createForgotten({
      database,
      clock,
      vault,
      accounts,
      requests: createThrottle({ database, clock, vault }, { what: 'forgotten ', allowed: allowedRequests }),
      tries: throttle,
      canSend: () => mail?.canSend() ?? false,
      enqueue: (payload) => plugin.enqueue(mailLink, actingAs(ourselves, null), payload),
      async send({ to, secret, returnTo }, how) {
        if (!mail) return;
        const { subject, ...content } = passwordEmail({ email: to.email, url: `${publicUrl()}${linkPath(secret)}` });
        const face = await people.faceAt(returnTo);
        const logo = face && (await tenancy.logo(face.organization));
        const sender = {
          name: face?.name ?? 'Dossier',
          logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
          accent: face?.accent ?? null,
        };
        const sent = await mail.sendNow(
          {
            to: { name: to.name, address: to.email },
            from: sender.name,
            subject,
            ...mail.compose(sender, content),
            kind: 'password-link',
          },
          how,
        );
        if (sent === 'refused') plugin.log.warn({}, 'The mail server refused a link for a new password.');
      },
      async settle(subject) {
        const owner = await people.endSessionsOf(subject, storedAs, 'owner');
        if (!owner) return;
        await people.noteSecurity({ subject, storedAs, kind: 'password-reset' });
        const by: Actor = { kind: 'user', id: owner.id, name: owner.name };
        for (const organization of [null, ...(await administration.organizationsOf(owner.id))])
          plugin.emit(
            passwordReset,
            actingAs(by, organization),
            { subject: { type: 'user', id: owner.id } },
            { userId: owner.id },
          );
      },
    });
    plugin.work(mailLink, forgotten.mail);
    const forgottenPages = createForgottenPages({ forgotten, faceAt: people.faceAt, publicUrl, log: plugin.log });
    const guests = createGuests({ vault, invitations });
    const signing = createSigningKeys({ database, clock, vault });

    let made: { readonly at: number; readonly name: string; readonly provider: Promise<Provider> } | undefined;
    let reading: Promise<Provider> | undefined;

    /** Made with the first request, and anew when the address or the keys have changed. */
    const current = async (): Promise<Provider> => {
      const now = clock.time();
      const address = publicUrl();
      if (made && now - made.at < keysKept && made.name.startsWith(`${address} `)) return made.provider;
      const { version, keys } = await signing.read();
      const name = `${address} ${version}`;
      const provider =
        made?.name === name
          ? made.provider
          : createProvider({ publicUrl: address, keys, accounts, database, clock, vault, log: plugin.log });
      made = { at: now, name, provider };
      return provider;
    };
    const provider = (): Promise<Provider> => {
      reading ??= current().finally(() => {
        reading = undefined;
      });
      return reading;
    };

    plugin.provide(Credentials, { create: accounts.create, setPassword: accounts.setPassword });
    plugin.contribute(commands, 'account', { open: 'to members' }, accountCommand({ database, accounts, people }));
    plugin.contribute(commands, 'password', { open: 'to members' }, passwordCommand({ accounts, people }));
    plugin.contribute(
      identityProviders,
      'sign-in',
      { open: 'to members' },
      {
        title: 'E-mail and password',
        storedAs,
        issuer: () => `${publicUrl()}${mountPath}`,
        clientId: () => clientId,
        clientSecret: () => clientSecret(vault),
        hint: (returnTo) => ({ ...guests.hint(returnTo), ...wayBack.hint(returnTo) }),
        forget: accounts.forget,
        passwordAt,
        nameAt,
        reachedAt: () => installation.localUrl(),
      },
    );
    plugin.routes({
      ...handlePassword({
        accounts,
        people,
        changed: (access) =>
          plugin.emit(
            passwordChanged,
            access,
            { subject: { type: 'user', id: access.actor.id } },
            { userId: access.actor.id },
          ),
      }),
      ...handleName({
        accounts,
        people,
        changed: (access, { before, after }) =>
          plugin.emit(
            nameChanged,
            access,
            { subject: { type: 'user', id: access.actor.id }, before: { name: before }, after: { name: after } },
            { userId: access.actor.id },
          ),
      }),
    });
    plugin.mount(
      'provider',
      createFront({
        provider,
        forgotten: forgottenPages,
        interactions: createInteractions({
          accounts,
          guests,
          wayBack,
          faceAt: people.faceAt,
          forgotten: () => (forgotten.offered() ? forgottenPages : undefined),
          devices: createKnownDevices({ vault, publicUrl }),
          refused: (subject, from) => people.noteSecurity({ subject, storedAs, kind: 'refused', from }),
          publicUrl,
          log: plugin.log,
        }),
        publicUrl,
        log: plugin.log,
      }),
    );
  },
});
