/**
 * Two nodes of one installation behind the Caddyfile that is shipped, on a real PostgreSQL and Mosquitto, and what is
 * asked of them.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCaddy } from '../servers/caddy.ts';
import type { CaddyServer } from '../servers/caddy.ts';
import { start, untilEnded } from '../servers/child.ts';
import type { Child } from '../servers/child.ts';
import { bare, entry, isReady } from '../servers/dossier.ts';
import type { Demo, Environment } from '../servers/dossier.ts';
import { startLink } from '../servers/link.ts';
import type { Link } from '../servers/link.ts';
import { freePort } from '../servers/daemon.ts';
import type { TestDatabase } from '../servers/postgres.ts';

export interface Node {
  /** Past the balancer. */
  readonly origin: string;
  /** Its way to the database. */
  readonly link: Link;
  readonly child: Child;
  /** SIGTERM, as a supervisor sends it; resolves when it has ended with code 0. */
  stop(): Promise<void>;
  kill9(): Promise<void>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
}

export interface Installation {
  readonly demo: Demo;
  readonly nodes: readonly [Node, Node];
  readonly caddy: CaddyServer;
  remove(): Promise<void>;
}

export async function startInstallation(o: {
  caddy: string;
  database: Pick<TestDatabase, 'url' | 'adminUrl'>;
  mqttUrl: string;
  env?: Environment;
}): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossier-data-'));
  const port = await freePort();
  const env = {
    ...bare(dataDir),
    MQTT_URL: o.mqttUrl,
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'true',
    ...o.env,
  };
  const made: Node[] = [];
  for (let i = 0; i < 2; i++) made.push(await node(env, o.database));
  const [one, two] = made as [Node, Node];
  const nodes = [one, two] as const;
  const caddy = await startCaddy(o.caddy, { port, nodes: nodes.map(({ origin }) => new URL(origin).host) });
  const demo: Demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  return {
    demo: { ...demo, baseUrl: caddy.origin },
    nodes,
    caddy,
    async remove() {
      for (const { link } of nodes) link.mend();
      await Promise.all(nodes.map((one) => one.kill9()));
      await caddy.stop();
      await Promise.all(nodes.map(({ link }) => link.close()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function node(env: Environment, { url, adminUrl }: Pick<TestDatabase, 'url' | 'adminUrl'>): Promise<Node> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const link = await startLink(Number(new URL(url).port));
  const begin = (): Promise<Child> =>
    start([entry], {
      env: { ...env, PORT: String(port), DATABASE_URL: link.through(url), DATABASE_ADMIN_URL: adminUrl },
      find: async () => ((await isReady(origin, env).catch(() => false)) ? origin : undefined),
    });
  let child = await begin().catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  return {
    origin,
    link,
    get child() {
      return child;
    },
    async stop() {
      const { code, signal } = await child.stop();
      if (code !== 0) throw new Error(`It ended with ${signal ?? `code ${code}`}:\n${child.printed()}`);
    },
    kill9: () => untilEnded(child.process, 'SIGKILL'),
    async start() {
      child = await begin();
    },
  };
}

export interface Load {
  /** What was answered with something else than success, or not at all. */
  readonly errors: readonly string[];
  /** Ids of what was made. */
  readonly made: readonly string[];
  readonly count: () => number;
  end(): Promise<void>;
}

/**
 * Asks by the balancer without a pause, each connection one request after another: half of them submit, half read.
 * `keyed`: submissions carry an Idempotency-Key.
 */
export function ask({ baseUrl, apiKey, samples }: Demo, o: { connections: number; keyed: boolean }): Load {
  const errors: string[] = [];
  const made: string[] = [];
  let count = 0;
  const going = { on: true };
  const once = async (submits: boolean): Promise<void> => {
    const sent = submits
      ? {
          method: 'POST',
          body: JSON.stringify({
            ...samples.clean,
            applicants: [
              { type: 'PRIMARY', firstName: 'Rolf', lastName: 'Roll', email: `${randomUUID()}@partner.example` },
            ],
          }),
          headers: {
            'content-type': 'application/json',
            'x-api-key': apiKey,
            ...(o.keyed ? { 'idempotency-key': randomUUID() } : {}),
          },
        }
      : { method: 'GET', headers: { 'x-api-key': apiKey } };
    try {
      const answer = await fetch(`${baseUrl}/api/v1/applications${submits ? '' : '?limit=5'}`, sent);
      const text = await answer.text();
      if (answer.status === (submits ? 201 : 200)) {
        if (submits) made.push(JSON.parse(text).id);
      } else errors.push(`${sent.method} ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      errors.push(`${sent.method} ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`);
    }
    count += 1;
  };
  const all = Promise.all(
    Array.from({ length: o.connections }, async (_, i) => {
      while (going.on) await once(i % 2 === 0);
    }),
  );
  return {
    errors,
    made,
    count: () => count,
    async end() {
      going.on = false;
      await all;
    },
  };
}
