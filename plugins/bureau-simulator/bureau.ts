import type { IncomingMessage, ServerResponse } from 'node:http';
import { shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';

/** Enquiries above this amount are declined. */
export const DECLINE_ABOVE = 100_000;

const Enquiry = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 200 }),
  applicants: Type.Array(Type.Object({ lastName: Type.String() }), { minItems: 1 }),
  amount: Type.Union([Type.Number(), Type.Null()]),
});
const enquiry = shapeOf(Enquiry);

/**
 * How the bureau treats an enquiry; chosen by the last name of the first applicant, so that a demonstration can show
 * each.
 */
export type Behaviour = 'answer' | 'slow' | 'outage' | 'wrong' | 'foreign' | 'lost-answer' | 'decline' | 'refuse';

const behaviours: Readonly<Record<string, Behaviour>> = {
  slow: 'slow',
  outage: 'outage',
  wrong: 'wrong',
  foreign: 'foreign',
  twice: 'lost-answer',
  declined: 'decline',
  refused: 'refuse',
};

export interface BureauOptions {
  /** Milliseconds before a slow answer; one minute unless given. */
  readonly delay?: number;
}

export interface Decision {
  readonly reference: string;
  readonly decision: 'approve' | 'decline';
  readonly score: number;
  readonly reasons: readonly string[];
}

/**
 * A credit bureau in miniature: `handle` serves POSTed enquiries, and `decisions` holds what was decided, once for each
 * `Idempotency-Key`. The same enquiry always gets the same decision. Only the newest thousand are kept.
 */
export function bureau({ delay = 60_000 }: BureauOptions = {}): {
  handle(request: IncomingMessage, response: ServerResponse): void;
  readonly decisions: ReadonlyMap<string, Decision>;
} {
  const decisions = new Map<string, Decision>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return send(response, 405, { error: 'Enquiries are posted.' });
    const key = request.headers['idempotency-key'];
    const asked = await read(request);
    if (typeof key !== 'string' || !enquiry.fits(asked))
      return send(response, 422, {
        error: 'An enquiry has an Idempotency-Key, a reference, applicants and an amount.',
      });

    const behaviour = behaviours[asked.applicants[0]?.lastName.toLowerCase() ?? ''] ?? 'answer';
    const known = decisions.get(key);
    if (behaviour === 'outage') return send(response, 500, { error: 'Out of order.' });
    if (behaviour === 'refuse') return send(response, 400, { error: 'The bureau does not answer this enquiry.' });
    if (behaviour === 'wrong') return send(response, 200, { reference: asked.reference, verdict: 'yes' });
    if (behaviour === 'foreign')
      return send(response, 200, { ...decide(asked, behaviour), reference: 'of-somebody-else' });
    if (known) return send(response, 409, known);

    const decision = decide(asked, behaviour);
    remember(key, decision);
    if (behaviour === 'lost-answer') return void response.destroy();
    if (behaviour === 'slow' && !(await pause(delay, response))) return;
    send(response, 200, decision);
  }

  function remember(key: string, decision: Decision): void {
    decisions.set(key, decision);
    const oldest = decisions.keys().next();
    if (decisions.size > 1000 && !oldest.done) decisions.delete(oldest.value);
  }

  return {
    decisions,
    handle: (request, response) =>
      void answer(request, response).catch(() => send(response, 400, { error: 'The enquiry could not be read.' })),
  };
}

function decide(asked: Static<typeof Enquiry>, behaviour: Behaviour): Decision {
  const { reference, amount } = asked;
  if (behaviour === 'decline')
    return { reference, decision: 'decline', score: 120, reasons: ['There are unpaid debts on record.'] };
  if (amount !== null && amount > DECLINE_ABOVE)
    return {
      reference,
      decision: 'decline',
      score: 340,
      reasons: [`The amount is above ${DECLINE_ABOVE.toLocaleString('en')}.`],
    };
  return { reference, decision: 'approve', score: 780, reasons: [] };
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array) || (size += chunk.length) > 64 * 1024) throw new Error('Too large.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** False when the caller went away meanwhile. */
const pause = (milliseconds: number, response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
