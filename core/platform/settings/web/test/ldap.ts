/** An LDAP directory among the integrations of a page, from memory: its routes, and what they were sent. */
import type { Page } from 'playwright-core';
import type { IntegrationWithValues, TestResult } from '../../contract.ts';

type Step = TestResult['steps'][number];

/** A step that held. */
const passed = (title: string, milliseconds: number, detail = ''): Step => ({
  title,
  state: 'passed',
  detail,
  remedy: null,
  milliseconds,
});
const notTried = (title: string): Step => ({ title, state: 'not-tried', detail: '', remedy: null, milliseconds: null });

const first = [
  passed('The address may be used', 2, 'public name, no inner network'),
  passed('The server answers', 38, 'directory.larkfield.example:636'),
  passed('The certificate is valid', 1240, 'until 4 May 2027'),
];
/** A test in which all six steps held. */
export const working: TestResult = {
  ok: true,
  milliseconds: 413,
  steps: [
    ...first,
    passed('The Bind DN can sign in', 44),
    passed('The Users DN exists', 21),
    passed('The filter finds people', 212, '214, for example m.keller, s.duarte, t.lind'),
  ],
};
/** A test that stopped at the fourth of six steps. */
export const stopped: TestResult = {
  ok: false,
  milliseconds: 145,
  steps: [
    ...first,
    {
      title: 'The Bind DN cannot sign in',
      state: 'failed',
      detail: 'The directory says: wrong name or password (49).',
      remedy: 'Check the Bind DN for typing errors, then enter the password again.',
      milliseconds: 44,
    },
    notTried('The Users DN exists'),
    notTried('The filter finds people'),
  ],
};

const by = { kind: 'user', id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' } as const;
const changedAt = '2026-03-02T09:30:00.000Z';
const code = { type: 'string', 'x-code': true } as const;
const schema = {
  type: 'object',
  required: ['url', 'bindDn', 'password', 'usersDn', 'filter'],
  properties: {
    url: { ...code, title: 'Server URL', description: 'ldaps:// or ldap:// with StartTLS', 'x-group': 'The server' },
    keycloakUrl: {
      ...code,
      title: 'Keycloak-side LDAP URL',
      description: 'Only if Keycloak reaches the directory at another address. Empty: the Server URL is used for both.',
      'x-group': 'The server',
      'x-advanced': true,
    },
    bindDn: { ...code, title: 'Bind DN', maxLength: 1000, 'x-group': 'Reading account' },
    password: {
      type: 'string',
      title: 'Bind password',
      writeOnly: true,
      description: 'Asked again when the URL or the Bind DN changes.',
      'x-group': 'Reading account',
    },
    usersDn: { ...code, title: 'Users DN', maxLength: 1000, 'x-group': 'The people' },
    filter: { ...code, title: 'User filter', maxLength: 4000, 'x-group': 'The people' },
    pageSize: { type: 'integer', title: 'Page size', default: 500, 'x-group': 'The people', 'x-advanced': true },
    timeout: { type: 'integer', title: 'Time limit', default: 5000, 'x-advanced': true },
  },
};
const values = {
  url: 'ldaps://directory.larkfield.example:636',
  keycloakUrl: 'ldaps://10.20.0.14:636',
  bindDn: 'cn=dossier,ou=services,dc=larkfield,dc=example',
  password: { set: true, changedAt, by },
  usersDn: 'ou=people,dc=larkfield,dc=example',
  filter: '(&(objectClass=person)(memberOf=cn=lending,ou=groups,dc=larkfield,dc=example))',
  pageSize: 500,
  timeout: 5000,
};

/** The integration as it was saved. */
export const connected: IntegrationWithValues = {
  plugin: 'ldap',
  title: 'LDAP directory',
  description: '',
  state: 'set-up',
  badge: { ok: true, text: 'Connected' },
  test: true,
  version: 2,
  changedAt,
  by,
  schema,
  collections: [],
  values,
};
/** That integration before anybody saved it. */
export const unsaved: IntegrationWithValues = {
  ...connected,
  state: 'not-set-up',
  badge: null,
  version: 0,
  changedAt: null,
  by: null,
  values: { password: { set: false, changedAt: null, by: null }, pageSize: 500, timeout: 5000 },
};

/** A status with what is sent. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}
/** A refusal with faults at fields. */
export const refused = (...errors: readonly { readonly pointer: string; readonly detail: string }[]): Answer => ({
  status: 422,
  body: { status: 422, code: 'invalid', title: 'Not valid', detail: 'Something needs to be corrected.', errors },
});

export interface Ldap {
  stored: IntegrationWithValues;
  /** Answers a test, and a save; the latter saves unless a test says otherwise. */
  test: (sent: unknown) => Promise<Answer> | Answer;
  save: (sent: unknown) => Promise<Answer> | Answer;
  /** Method of each request, and of a test its name, with what was sent. */
  readonly asked: { readonly what: string; readonly body: unknown }[];
}

/** Stands behind a page of the real platform. */
export const openLdap = async (page: Page, stored = connected): Promise<Ldap> => {
  const ldap: Ldap = {
    stored,
    test: () => ({ body: working }),
    save: () => {
      ldap.stored = { ...connected, version: ldap.stored.version + 1 };
      return { body: ldap.stored };
    },
    asked: [],
  };
  const answer = async (method: string, body: unknown): Promise<Answer> => {
    if (method === 'TEST') return ldap.test(body);
    if (method === 'PUT') return ldap.save(body);
    if (method === 'GET') return { body: ldap.stored };
    ldap.stored = unsaved;
    return { status: 204 };
  };
  await page.route(/\/api\/v1\/integrations\/ldap(\/test)?$/, async (route) => {
    const request = route.request();
    const method = request.url().endsWith('/test') ? 'TEST' : request.method();
    const sent: unknown = request.postData() === null ? undefined : request.postDataJSON();
    ldap.asked.push({ what: method, body: sent });
    const { status = 200, body } = await answer(method, sent);
    const contentType = status >= 400 ? 'application/problem+json' : 'application/json';
    // The page may have ended its request meanwhile.
    await route
      .fulfill({ status, ...(body === undefined ? {} : { contentType, body: JSON.stringify(body) }) })
      .catch(() => undefined);
  });
  return ldap;
};
