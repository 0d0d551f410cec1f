import { retryAfter, shapeOf, TryLater, Type } from '@dossier/sdk';
import type { Clock, Http, Static } from '@dossier/sdk';

/**
 * What the bureau is asked. `reference` is also sent as `Idempotency-Key`, so that asking again never makes a second
 * enquiry.
 */
export interface CreditEnquiry {
  readonly reference: string;
  readonly applicants: readonly {
    readonly type: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  }[];
  /** In the currency of the template; null when the application names none. */
  readonly amount: number | null;
}

/** What the bureau answers. Members beyond these are ignored. */
export const CreditReport = Type.Object({
  reference: Type.String(),
  decision: Type.Union([Type.Literal('approve'), Type.Literal('decline')]),
  score: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  reasons: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
});
export type CreditReport = Static<typeof CreditReport>;

const report = shapeOf(CreditReport);

/**
 * Where the bureau is and how it is spoken to. `timeout` in milliseconds. `guard` when its address comes from an
 * organization: only the operator's may lead into the operator's own network.
 */
export interface Bureau {
  readonly url: string;
  readonly guard?: 'public';
  readonly token?: string | undefined;
  readonly timeout: number;
}

/** What a check needs of the world. */
export interface Outside {
  readonly http: Pick<Http, 'request'>;
  readonly clock: Clock;
}

/**
 * Asks the bureau once. A refusal (4xx) is an answer and comes back as text; whatever may get better by itself (no
 * answer in time, 5xx, 408, 425, 429, an answer that is not a report) is thrown, so that the engine tries again with
 * the same key, and not before the bureau wants to be asked again (`Retry-After`).
 */
export async function askBureau(
  { http, clock }: Outside,
  bureau: Bureau,
  enquiry: CreditEnquiry,
  signal: AbortSignal,
): Promise<CreditReport | { readonly refused: string }> {
  const answer = await http.request(bureau.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': enquiry.reference,
      ...(bureau.token ? { authorization: `Bearer ${bureau.token}` } : {}),
    },
    body: JSON.stringify(enquiry),
    timeout: bureau.timeout,
    ...(bureau.guard ? { guard: bureau.guard } : {}),
    maxBytes: 64 * 1024,
    signal,
  });
  const { status } = answer;
  // 409 carries the report of an earlier enquiry with the same key: some bureaus answer a repetition this way.
  if ((status >= 200 && status < 300) || status === 409) return readReport(answer.text, enquiry.reference);
  if (status >= 400 && status < 500 && ![408, 425, 429].includes(status)) return { refused: refusal(status) };
  const why = `The credit bureau answered with status ${status}.`;
  const seconds = retryAfter(answer.headers['retry-after'], clock.time());
  throw seconds === undefined ? new Error(why) : new TryLater(why, seconds);
}

function readReport(text: string, reference: string): CreditReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error('The credit bureau did not answer with JSON.', { cause });
  }
  if (!report.fits(value)) throw new Error('The credit bureau answered with something that is not a credit report.');
  // An answer to somebody else's enquiry must never decide this application.
  if (value.reference !== reference)
    throw new Error('The credit bureau answered another enquiry than the one it was asked.');
  return value;
}

function refusal(status: number): string {
  if (status === 401 || status === 403)
    return `The credit bureau does not accept our credentials (${status}). An operator has to check them.`;
  if (status === 404)
    return 'The credit bureau was not found at the configured address (404). An operator has to check it.';
  return `The credit bureau refused the enquiry (${status}). Check the applicants and the amount.`;
}
