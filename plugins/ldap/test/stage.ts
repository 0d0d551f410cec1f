/** A platform with the plugin, and how a test of a connection went. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, TestAnswer, TestClient, TestPlatform } from '@dossier/core/testing';
import type { RunningDirectory } from '@dossier/ldap-simulator/testing';

export const at = '/api/v1/integrations/ldap';
/** Entries of "Who comes in". */
export const rules = `${at}/collections/who-comes-in/entries`;
export type Values = Readonly<Record<string, unknown>>;
interface Step {
  readonly title: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy: string | null;
}

/** Makes this process trust an authority, as `NODE_EXTRA_CA_CERTS` has a server do. */
export const trust = (pem: string): void => setDefaultCACertificates([...getCACertificates(), pem]);

/** The six fields for a directory. */
export const fieldsOf = (directory: RunningDirectory): Values => ({
  serverUrl: directory.url,
  bindDn: directory.bindDn,
  bindPassword: directory.bindPassword,
  usersDn: directory.usersDn,
  userFilter: '(objectClass=person)',
});

/** `open` says whether organizations may connect to this machine. */
export async function stage(env: Readonly<Record<string, string>> = {}, { open = true } = {}) {
  const logged: string[] = [];
  const platform: TestPlatform = await testPlatform({
    logTo: { write: (line) => void logged.push(line) },
    plugins: ['@dossier/ldap', '@dossier/ldap-simulator', '@dossier/sign-in'],
    env: {
      ...(open ? { OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' } : {}),
      LDAP_WAIT: '3000',
      LOG_LEVEL: 'debug',
      ...env,
    },
  });
  const acme: Bank = await bank(platform, 'acme');
  const tried = async (values: Values) => {
    const { status, body } = await acme.admin.post(`${at}/test`, { values });
    if (status !== 200) return { status, body, states: '', failed: null };
    const steps: readonly Step[] = body.steps;
    return {
      status,
      body,
      /** Letters, one for each step: passed, failed, not tried. */
      states: steps.map(({ state }) => ({ passed: 'p', failed: 'f' })[state] ?? '-').join(''),
      failed: steps.find(({ state }) => state === 'failed') ?? null,
    };
  };
  return {
    platform,
    /** The log, line by line. */
    logged,
    acme,
    tried,
    save: (values: Values) => acme.admin.put(at, { values }),
    read: async () => (await acme.admin.get(at)).body,
    /** The directory is looked at, when its time has come. */
    async pass(minutes: number) {
      platform.clock.advance(minutes * 60_000);
      await platform.settle();
    },
  };
}

/** The sign-in page of an organization, and who has come in by it. */
export function signInPage(platform: TestPlatform) {
  const browser = platform.as({ host: new URL(platform.kernel.publicUrl()).host });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: platform.kernel.publicUrl(),
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
  };
  const pageOf = ({ slug }: Bank): string => `/p/${slug}/orgs`;
  const sessionOf = (entered: TestAnswer): TestClient => {
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    return platform.as({ cookie, 'x-dossier-csrf': '1' });
  };
  return {
    /** The ways to sign in are offered. */
    chooser: (to: Bank) => browser.get(`/auth/login?returnTo=${pageOf(to)}`),
    /** Somebody sends the form of the directory. */
    send: (to: Bank, name: string, password: string): Promise<TestAnswer> =>
      browser.request({
        method: 'POST',
        url: '/auth/password',
        headers,
        payload: new URLSearchParams({ way: 'password.ldap', returnTo: pageOf(to), name, password }).toString(),
      }),
    /** The session that an answer to the form has opened. */
    sessionOf,
    meOf: async (entered: TestAnswer): Promise<Json> => (await sessionOf(entered).get('/api/v1/session')).body,
  };
}
