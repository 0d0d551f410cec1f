import { Problem, Type } from '@dossier/sdk';
import type { Http, Static } from '@dossier/sdk';
import type { SettingsCheck } from '@dossier/core/platform/settings/contract';
import type { Bureau } from './credit-report.ts';

/**
 * An address of the web without user and password: those would be shown and logged with it, and no request is sent to
 * such an address.
 */
export const webAddress = { format: 'uri', pattern: '^https?://[^\\/?#@]+([\\/?#]|$)' } as const;

/** An organization's own bureau, in the place of the one of the installation. */
export const BureauSettings = Type.Object(
  {
    url: Type.String({
      title: 'Address',
      ...webAddress,
      maxLength: 500,
      description: 'A web address, https://…, without user and password, to which credit enquiries are posted.',
    }),
    token: Type.Optional(
      Type.String({
        title: 'Access token',
        writeOnly: true,
        minLength: 1,
        maxLength: 4000,
        description: 'What the bureau has given you to sign enquiries with.',
      }),
    ),
    timeout: Type.Integer({
      title: 'Time limit',
      default: 10_000,
      minimum: 100,
      maximum: 25_000,
      description: 'Milliseconds that the bureau may take for one answer.',
      'x-advanced': true,
    }),
  },
  {
    title: 'Credit bureau',
    description:
      'Where credit checks of this organization are made. Without it the bureau of the installation is asked, if there is one.',
  },
);

/**
 * The organization's bureau; null when it has set up none. Other faults of the settings are thrown, so that no enquiry
 * goes to a bureau that nobody meant.
 */
export async function ownBureau(settings: Promise<Static<typeof BureauSettings>>): Promise<Bureau | null> {
  try {
    const { url, token, timeout } = await settings;
    return { url, token, timeout, guard: 'public' };
  } catch (error) {
    if (Problem.is(error) && error.code === 'not-set-up') return null;
    throw error;
  }
}

/** Asks the bureau what it accepts: no enquiry is made, so that a test costs nothing and concerns nobody. */
export const bureauCheck = (http: Pick<Http, 'request'>): SettingsCheck => ({
  limit: 25_000,
  async run({ values, signal, step }) {
    const [url, token, timeout] = [String(values['url']), values['token'], Number(values['timeout'])];
    let status = 0;
    await step('Reach the bureau', async () => {
      status = (
        await http.request(url, {
          method: 'OPTIONS',
          ...(typeof token === 'string' ? { headers: { authorization: `Bearer ${token}` } } : {}),
          timeout,
          maxBytes: 64 * 1024,
          signal,
          guard: 'public',
        })
      ).status;
      if (status === 404 || status >= 500)
        throw new Error(`Something answers there with status ${status}. Check the address.`);
      return 'The bureau answers.';
    });
    await step('Sign in', async () => {
      if (status === 401 || status === 403) throw new Error(`The bureau does not accept the access token (${status}).`);
      return 'The bureau raises no objection to the access token.';
    });
  },
});
