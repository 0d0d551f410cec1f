/** The office as an organization has set it up: its own key, its own token, its own pace. */
import { setTimeout as delay } from 'node:timers/promises';
import { perOrganization, Problem, Type } from '@dossier/sdk';
import type { Clock, Http, OrganizationId, Static } from '@dossier/sdk';
import type { SettingsCheck } from '@dossier/core/platform/settings/contract';
import { createClient } from './service/client.ts';
import type { OfficeClient } from './service/client.ts';
import { OfficeError } from './service/errors.ts';
import type { Credentials } from './service/token.ts';

/** Its client; null where the organization has set up no account. */
export const Office = perOrganization<OfficeClient | null>('patent-office/office@1');

export const OfficeSettings = Type.Object(
  {
    key: Type.String({
      title: 'Consumer key',
      writeOnly: true,
      minLength: 1,
      maxLength: 200,
      description: 'Of your account with the European Patent Office (Open Patent Services).',
    }),
    secret: Type.String({
      title: 'Consumer secret',
      writeOnly: true,
      minLength: 1,
      maxLength: 200,
      description: 'Comes with the consumer key.',
    }),
  },
  {
    title: 'Patent office',
    description: 'Applications have a Patent Search, which asks the European Patent Office with your account.',
  },
);

interface Deps {
  readonly http: Pick<Http, 'request' | 'bytes'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Where the service is. */
  readonly base: string;
}

export const clientOf = ({ http, clock, signal }: Deps, credentials: Credentials): OfficeClient =>
  createClient({
    http,
    clock,
    credentials,
    signal,
    pause: async (milliseconds, stop) => {
      await delay(milliseconds, undefined, stop ? { signal: stop } : {});
    },
  });

/**
 * The clients of organizations: made once for each, so that token and pace are kept, and made anew when key or secret
 * change. Null for who has set up nothing; `usual` is the account of a demonstration.
 */
export function createOffices(
  o: Deps,
  settings: (organization: OrganizationId) => Promise<Static<typeof OfficeSettings>>,
  usual: () => Credentials | null,
): (organization: OrganizationId) => Promise<OfficeClient | null> {
  const made = new Map<OrganizationId, { readonly credentials: Credentials; readonly client: OfficeClient }>();
  const credentialsOf = async (organization: OrganizationId): Promise<Credentials | null> => {
    try {
      const { key, secret } = await settings(organization);
      return { base: o.base, key, secret };
    } catch (error) {
      if (!(Problem.is(error) && error.code === 'not-set-up')) throw error;
      return usual();
    }
  };
  return async (organization) => {
    const credentials = await credentialsOf(organization);
    if (!credentials) return null;
    const there = made.get(organization);
    if (there && areSame(there.credentials, credentials)) return there.client;
    const client = clientOf(o, credentials);
    made.set(organization, { credentials, client });
    return client;
  };
}

const areSame = (one: Credentials, other: Credentials): boolean =>
  one.base === other.base && one.key === other.key && one.secret === other.secret;

/** Asks for a token: that costs nothing, and shows whether key and secret are right. */
export const officeCheck = (o: Deps): SettingsCheck => ({
  limit: 25_000,
  async run({ values, step }) {
    const client = clientOf(o, { base: o.base, key: String(values['key']), secret: String(values['secret']) });
    await step('Sign in at the patent office', async () => {
      try {
        await client.check();
      } catch (error) {
        if (error instanceof OfficeError && error.reason === 'wrong-key')
          throw new Error('The patent office does not know this key and secret. Copy both from your account there.');
        throw new Error('The patent office does not answer. Try again in a few minutes.');
      }
      return 'The patent office accepts the key and the secret. No credit was used.';
    });
  },
});
