/**
 * A third party that never gives up: it submits, and what was not acknowledged it submits again with the same
 * Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { tokenOf } from '../servers/dossier.ts';
import type { Demo, Dossier } from '../servers/dossier.ts';
import type { Chance } from './support.ts';

/**
 * `clean` is approved at once, `doubtful` halts at the officer, `outside` is approved when a job has asked the credit
 * bureau.
 */
export const kinds = ['clean', 'doubtful', 'outside'] as const;
export type Kind = (typeof kinds)[number];

export interface Sent {
  readonly kind: Kind;
  readonly key: string;
  readonly email: string;
  readonly body: string;
  /** Of the application, when it was acknowledged. */
  id: string | null;
  tries: number;
  /** Statuses of the answers that were no acknowledgement; 0 for none at all. */
  readonly refusals: number[];
}

export interface Submitter {
  readonly sent: readonly Sent[];
  /** Waits until the server may be asked. */
  open(): void;
  close(): void;
  /**
   * Submits one until it is acknowledged. By this last name of the applicant the simulated bureau knows how to answer;
   * by chance unless given.
   */
  one(kind: Kind, lastName?: 'Slow' | 'Swift'): Promise<Sent>;
  /** Submits with so many connections until `enough` is called; resolves when everything sent is acknowledged. */
  many(connections: number): { enough(): Promise<void> };
}

const domain = 'partner.example';

/** The server is asked at its present address. */
export function submitter(dossier: Dossier, o: { chance: Chance; outsideTemplate: string }): Submitter {
  const sent: Sent[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();

  const make = (kind: Kind, lastName = o.chance.next() < 0.5 ? 'Slow' : 'Swift'): Sent => {
    const { samples } = dossier.demo;
    const sample = kind === 'doubtful' ? samples.doubtful : samples.clean;
    const email = `${randomUUID()}@${domain}`;
    // The simulated bureau takes its time for Slow, so that a kill meets handlers at work.
    const applicants = [{ type: 'PRIMARY', firstName: 'Sam', lastName, email }];
    const body = JSON.stringify({
      ...sample,
      applicants,
      templateId: kind === 'outside' ? o.outsideTemplate : sample.templateId,
    });
    return { kind, key: randomUUID(), email, body, id: null, tries: 0, refusals: [] };
  };

  const attempt = async (one: Sent): Promise<void> => {
    one.tries += 1;
    const answer = await fetch(`${dossier.demo.baseUrl}/api/v1/applications`, {
      method: 'POST',
      body: one.body,
      headers: { 'content-type': 'application/json', 'x-api-key': dossier.demo.apiKey, 'idempotency-key': one.key },
    }).catch(() => null);
    if (answer && answer.status !== 201 && answer.status < 500)
      throw new Error(`${answer.status} ${await answer.text()}`);
    if (answer?.status === 201) one.id = (await answer.json().catch(() => null))?.id ?? null;
    else await answer?.body?.cancel().catch(() => undefined);
    if (one.id === null) one.refusals.push(answer?.status ?? 0);
  };

  const one: Submitter['one'] = async (kind, lastName) => {
    const made = make(kind, lastName);
    sent.push(made);
    await eventually(`the submission of ${made.email} is acknowledged`, async () => {
      await gate.promise;
      await attempt(made);
      return made.id;
    });
    return made;
  };

  return {
    sent,
    one,
    open: () => gate.resolve(),
    close: () => {
      gate = Promise.withResolvers<void>();
    },
    many(connections) {
      const going = { on: true };
      const all = Promise.all(
        Array.from({ length: connections }, async () => {
          while (going.on) await one(o.chance.pick(kinds));
        }),
      );
      // Awaited in `enough`; a failure before must not end the process.
      all.catch(() => undefined);
      return {
        async enough() {
          going.on = false;
          await all;
        },
      };
    },
  };
}

type Headers = Readonly<Record<string, string>>;

async function get(url: string, headers: Headers): Promise<{ body: Json; next: string | null }> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`GET ${url}: ${answer.status} ${await answer.text()}`);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return { body: await answer.json(), next: next === undefined ? null : new URL(next, url).href };
}

async function pages(url: string, headers: Headers): Promise<Json[]> {
  const all: Json[] = [];
  for (let at: string | null = url; at !== null;) {
    const { body, next }: { body: Json; next: string | null } = await get(at, headers);
    all.push(...body);
    at = next;
  }
  return all;
}

/** Everything that {@link submitter} ever sent and the server has. */
export const stored = async ({ baseUrl, apiKey }: Demo): Promise<Json[]> =>
  (await pages(`${baseUrl}/api/v1/applications?limit=100`, { 'x-api-key': apiKey })).filter((one) =>
    one.applicants[0].email.endsWith(`@${domain}`),
  );

/**
 * The audit trail of an application in short: one line per entry, when it tells of the status that the application has.
 * It shows what has committed when no transaction that began before is open any more.
 */
export async function trail({ baseUrl, apiKey, ...demo }: Demo, id: string): Promise<string[]> {
  const url = `${baseUrl}/api/v1/applications/${id}`;
  const { status } = (await get(url, { 'x-api-key': apiKey })).body;
  return eventually(`the trail tells that it is ${status}`, async () => {
    const entries = await pages(`${url}/audit?limit=200`, { authorization: `Bearer ${tokenOf(demo, 'officer')}` });
    const lines = entries.map(({ type, details, after }) =>
      [type, details?.position, details?.state, after?.status].filter((part) => part !== undefined).join(' '),
    );
    return lines.some((line) => line.endsWith(` ${status}`)) && lines;
  });
}

/** Publishes a template whose only check calls outside. */
export async function publishOutsideTemplate({ baseUrl, ...demo }: Demo): Promise<string> {
  const post = async (path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${baseUrl}/api/v1/templates${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(demo, 'admin')}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await post('', {
    name: 'Credit only',
    description: '',
    requiredDocuments: [],
    schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
    wizard: [{ key: 'loan', title: 'Loan', fields: ['amount'] }],
    workflow: [
      { name: 'Credit report', kind: 'SYSTEM', handler: 'CreditReportCheckHandler' },
      { name: 'Underwriting', kind: 'MANUAL' },
    ],
  });
  await post(`/${id}/publish`);
  return id;
}
