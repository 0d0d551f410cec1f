/**
 * The real process, as `npm start` runs it, with its demonstration: started, killed, stopped and started again on the
 * same data.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickPasswords } from '@dossier/sign-in/testing';
import { root, run, start, untilEnded } from './child.ts';
import type { Child, End } from './child.ts';

interface Submission {
  readonly workspaceId: string;
  readonly templateId: string;
  readonly applicants: readonly [
    { readonly type: string; readonly firstName: string; readonly lastName: string; readonly email: string },
  ];
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What the demonstration tells in `DATA_DIR/demo.json`. */
export interface Demo {
  readonly baseUrl: string;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly staffWorkspaceId: string;
  readonly clientWorkspaceId: string;
  readonly apiKey: string;
  readonly samples: { readonly clean: Submission; readonly doubtful: Submission };
  readonly users: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: string;
    readonly password: string;
    readonly token: string;
  }[];
}

/** A variable that is undefined is not there, whatever the shell has. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Dossier {
  readonly dataDir: string;
  readonly demo: Demo;
  /** Of the newest start; the port changes with each. */
  readonly child: Child;
  /** As a power cut of this process alone. */
  kill9(): Promise<void>;
  /** Asks it to end by SIGTERM; throws unless it ends by itself with exit code 0. */
  stop(): Promise<void>;
  /** Starts it again on the same data and settings, after `kill9` or `stop`; `env` is added for good. */
  restart(env?: Environment): Promise<void>;
  /** Runs a command, such as `audit verify`, on the same data, to its end. */
  command(...args: readonly string[]): Promise<End & { readonly printed: string }>;
  /** Ends it however it stands, and removes the data. */
  remove(): Promise<void>;
}

export const entry = join(root, 'core', 'start.js');

/** What a shell may have set, and a test must not take over. */
const ofTheShell = [
  'DATABASE_URL',
  'DATABASE_ADMIN_URL',
  'MQTT_URL',
  'PUBLIC_URL',
  'SECRET_KEY',
  'DOSSIER_PLUGINS',
  'DOSSIER_CONFIG',
];

/** Settings of a process that inherits nothing from the shell in which the tests run. */
export const bare = (dataDir: string): Environment => ({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  DEMO: 'true',
  OPERATOR_TOKEN: 'operator-token-of-a-test-process',
  ...Object.fromEntries(ofTheShell.map((name) => [name, undefined])),
  // Loads and floods come from one address with one key.
  RATE_PER_KEY: '0',
  RATE_PER_ADDRESS: '0',
  ...quickPasswords,
});

/**
 * Starts it once; ready means that `/health/ready` answers 200, and that no plugin is being set up any more: a start
 * leaves one behind that takes long.
 */
export async function launch(env: Environment, main: string = entry): Promise<Child & { readonly demo: Demo }> {
  const file = join(env['DATA_DIR'] ?? '', 'demo.json');
  const read = (): Demo => JSON.parse(readFileSync(file, 'utf8'));
  // A left address may belong to a process of another test, which is ready.
  if (existsSync(file)) writeFileSync(file, JSON.stringify({ ...read(), baseUrl: '' }));
  const child = await start([main], {
    env,
    find: async () => {
      try {
        const { baseUrl } = read();
        return (await isReady(baseUrl, env)) ? baseUrl : undefined;
      } catch {
        return undefined;
      }
    },
  });
  return { ...child, demo: read() };
}

/** Readiness as it is shown to the operator, who alone hears how each plugin is. */
export async function isReady(origin: string, { OPERATOR_TOKEN }: Environment): Promise<boolean> {
  const answer = await fetch(`${origin}/health/ready`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
  const { plugins }: { plugins: Readonly<Record<string, string>> } = await answer.json();
  return answer.status === 200 && !Object.values(plugins).some((state) => /planned|starting/.test(state));
}

/** Runs the process, or one of its commands, to its end. */
export async function runToEnd(args: readonly string[], env: Environment): Promise<End & { readonly printed: string }> {
  const running = run([entry, ...args], env);
  await untilEnded(running.process);
  return { ...(await running.ended), printed: running.printed() };
}

let page: Promise<unknown> | undefined;

/**
 * `env` is added to {@link bare}; a second node is given the `DATA_DIR` of the first, and what needs no empty one that
 * of `demoData`. `main` is run in place of `core/start.js`. The page is built before the first start on an empty one: a
 * start that is killed would leave its build behind.
 */
export async function startDossier(env: Environment = {}, { main = entry }: { main?: string } = {}): Promise<Dossier> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'dossier-data-')));
  let settings: Environment = { ...bare(dataDir), ...env };
  if (env['DATA_DIR'] === undefined) await (page ??= runToEnd(['build'], bare(dataDir)));
  let current = await launch(settings, main);
  return {
    dataDir,
    get demo() {
      return current.demo;
    },
    get child() {
      return current;
    },
    kill9: () => untilEnded(current.process, 'SIGKILL'),
    async stop() {
      const { code, signal } = await current.stop();
      if (code !== 0) throw new Error(`It ended with ${signal ?? `code ${code}`}:\n${current.printed()}`);
    },
    async restart(more = {}) {
      settings = { ...settings, ...more };
      current = await launch(settings, main);
    },
    command: (...args) => runToEnd(args, settings),
    async remove() {
      await untilEnded(current.process, 'SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The personal access token of the first person with this role. */
export function tokenOf(demo: Pick<Demo, 'users'>, role: string): string {
  const user = demo.users.find((one) => one.role === role);
  if (!user) throw new Error(`The demo has no ${role}.`);
  return user.token;
}
