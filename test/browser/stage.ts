import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../servers/browser.ts';
import { demonstration } from '../servers/demo-data.ts';
import { startDossier } from '../servers/dossier.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly password: string;
  readonly token: string;
}

interface Sample {
  readonly answers: Readonly<Record<string, unknown>>;
}

/** `DATA_DIR/demo.json`, as far as a person at the browser needs it. */
interface Demo {
  readonly baseUrl: string;
  readonly organization: { readonly slug: string };
  readonly staffWorkspaceId: string;
  readonly clientWorkspaceId: string;
  readonly apiKey: string;
  readonly samples: { readonly clean: Sample; readonly doubtful: Sample };
  readonly users: readonly Person[];
}

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

export interface Window {
  readonly page: Page;
  /** What the page complained about on its console, or threw. */
  readonly faults: string[];
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The real process with its demonstration, and a real browser in front of it. */
export interface Stage {
  /** Paths of the two lists, and of the organization picker. */
  readonly staffList: string;
  readonly clientList: string;
  readonly picker: string;
  /** The API key of a third party. */
  readonly key: string;
  /** A person of the demonstration by role, or by first name. */
  person(who: string): Person;
  /** A fresh window in which nobody is signed in. */
  window(o?: WindowOptions): Promise<Window>;
  /** A fresh window of this person at this path. The first one of each person signs in through the hosted page. */
  as(who: string, path: string, o?: WindowOptions): Promise<Window>;
  /** REST with the third party's key, or with a person's token. */
  rest(who: 'key' | Person, method: string, path: string, body?: unknown): Promise<Reply>;
  /**
   * Submits a sample of the demonstration as a third party; returns its id. Without an e-mail it belongs to nobody
   * known.
   */
  submit(sample: 'clean' | 'doubtful', firstName: string, lastName: string, email?: string): Promise<string>;
  /** Switches a feature in the workspaces of the staff and of the clients. */
  turn(feature: string, on: boolean): Promise<void>;
  /** Ends the process and starts it again on the same data, with further settings. */
  restart(env: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** Fills in the hosted page, and waits until it has led back. */
export const signIn = async (page: Page, person: Person): Promise<void> => {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !/^\/(oidc|auth)\//.test(url.pathname));
};

const idIn = ({ status, body }: Reply): string => {
  if (status === 201 && typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string')
    return body.id;
  throw new Error(`The submission was refused with ${status}: ${JSON.stringify(body)}`);
};

/** `env` is added to the settings of the process. */
export const openStage = async (env: Readonly<Record<string, string>> = {}): Promise<Stage> => {
  const [dossier, browser] = await Promise.all([
    demonstration().then((settings) => startDossier({ ...env, ...settings })),
    startBrowser(),
  ]);
  const read = (): Demo => JSON.parse(readFileSync(join(dossier.dataDir, 'demo.json'), 'utf8'));
  let demo = read();
  const at = (workspaceId: string, page: string): string => `/p/${demo.organization.slug}/w/${workspaceId}/${page}`;
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

  const person = (who: string): Person => {
    const found = demo.users.find((one) => one.role === who || one.email.startsWith(`${who.toLowerCase()}@`));
    if (!found) throw new Error(`The demonstration has no ${who}.`);
    return found;
  };

  const open = async (
    { width = 1280, height = 800, colorScheme = 'light' }: WindowOptions,
    storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
  ): Promise<Window> => {
    const context = await browser.newContext({
      baseURL: demo.baseUrl,
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      ...(storageState ? { storageState } : {}),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // The browser notes on its console that nobody is signed in yet, which is what the page asked.
      if (message.type() === 'error' && !message.location().url.endsWith('/api/v1/session'))
        faults.push(`${message.text()} ${message.location().url}`);
    });
    return { page, faults };
  };

  const rest: Stage['rest'] = async (who, method, path, body) => {
    const response = await fetch(demo.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${who === 'key' ? demo.apiKey : who.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  return {
    person,
    rest,
    key: demo.apiKey,
    staffList: at(demo.staffWorkspaceId, 'applications'),
    clientList: at(demo.clientWorkspaceId, 'my'),
    picker: `/p/${demo.organization.slug}/orgs`,
    window: (o = {}) => open(o),
    async as(who, path, o = {}) {
      const opened = await open(o, sessions.get(who));
      await opened.page.goto(path);
      if (!sessions.has(who)) {
        await signIn(opened.page, person(who));
        sessions.set(who, await opened.page.context().storageState());
      }
      return opened;
    },
    submit: async (
      sample,
      firstName,
      lastName,
      email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '-'),
    ) =>
      idIn(
        await rest('key', 'POST', '/api/v1/applications', {
          ...demo.samples[sample],
          applicants: [{ type: 'PRIMARY', firstName, lastName, email }],
        }),
      ),
    async turn(feature, on) {
      for (const workspaceId of [demo.clientWorkspaceId, demo.staffWorkspaceId]) {
        const { status, body } = await rest(person('admin'), 'PUT', `/api/v1/workspaces/${workspaceId}/access`, {
          features: [{ id: feature, on }],
        });
        if (status !== 200) throw new Error(`The feature was not switched: ${status} ${JSON.stringify(body)}`);
      }
    },
    async restart(more) {
      await dossier.stop();
      await dossier.restart(more);
      // Its address is another one.
      demo = read();
    },
    async close() {
      await browser.close();
      await dossier.remove();
    },
  };
};
