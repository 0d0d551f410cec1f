import type Provider from 'oidc-provider';
import {
  Clock,
  commands,
  contributions,
  Database,
  definePlugin,
  globalTable,
  Installation,
  optional,
  Type,
  Vault,
} from '@dossier/sdk';
import { Invitations } from '@dossier/core/platform/invitations/contract';
import { identityProviders, People, signInThrottles } from '@dossier/core/platform/people/contract';
import { accountCommand } from './account-command.ts';
import { createAccounts, storedAs } from './accounts.ts';
import { Credentials, passwordChanged } from './contract.ts';
import { entities } from './entities.ts';
import { createFront } from './front.ts';
import { createGuests } from './guests.ts';
import { createKnownDevices } from './known-devices.ts';
import { createInteractions } from './interaction.ts';
import { createSigningKeys } from './keys.ts';
import { migrations } from './migrations/index.ts';
import { standardCost } from './passwords.ts';
import { passwordCommand } from './password-command.ts';
import { handlePassword, passwordAt, passwordRoutes } from './password-routes.ts';
import { clientId, clientSecret, createProvider, mountPath } from './provider.ts';
import { createThrottle } from './throttle.ts';

const every = ['select', 'insert', 'update', 'delete'] as const;
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
    invitations: optional(Invitations),
  },
  provides: [Credentials],
  extends: [
    contributions(identityProviders, 'sign-in'),
    contributions(signInThrottles, 'sign-in'),
    contributions(commands, 'account', 'password'),
  ],
  events: [passwordChanged],
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
    globalTable(entities.SignInThrottle, {
      why: 'Tries are counted before anybody is known.',
      jobsMay: every,
      appMay: [],
    }),
  ],
  migrations,
  routes: passwordRoutes,
  mounts: {
    provider: {
      path: mountPath,
      why: 'The OpenID provider speaks its own protocol and decides for itself who may ask what.',
    },
  },
  setup({ database, clock, vault, installation, people, invitations }, plugin) {
    const publicUrl = (): string => installation.publicUrl();
    const throttle = createThrottle({ database, clock, vault });
    plugin.contribute(signInThrottles, 'sign-in', { open: 'to members' }, throttle);
    const accounts = createAccounts({ database, clock, throttle, passwordCost: plugin.config.passwordCost });
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
        hint: guests.hint,
        forget: accounts.forget,
        passwordAt,
        reachedAt: () => installation.localUrl(),
      },
    );
    plugin.routes(
      handlePassword({
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
    );
    plugin.mount(
      'provider',
      createFront({
        provider,
        interactions: createInteractions({
          accounts,
          guests,
          devices: createKnownDevices({ vault, publicUrl }),
          publicUrl,
          log: plugin.log,
        }),
        publicUrl,
        log: plugin.log,
      }),
    );
  },
});
