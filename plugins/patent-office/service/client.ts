/**
 * The office as the rest of the plugin asks it. One call of a method is one call of the office, but for a token that
 * has ended: then it is asked once more. Nothing else is tried again, because each try would be paid for.
 */
import type { Clock, Http } from '@dossier/sdk';
import type {
  DocumentsAnswer,
  FamilyAnswer,
  FulltextAnswer,
  ImagesInquiry,
  NumberAnswer,
  SearchAnswer,
  Answer,
} from '../answers/types.ts';
import { read } from '../answers/read.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { errorOf, OfficeError } from './errors.ts';
import { createPace } from './pace.ts';
import type { OfficeService } from './pace.ts';
import { createTokens } from './token.ts';
import type { Credentials } from './token.ts';

/** Bytes of an answer in text; a large family with bibliographic data has some ten million. */
const MOST_TEXT = 32 * 1024 * 1024;
/** Bytes of a page. */
const MOST_PAGE = 8 * 1024 * 1024;
const TIMEOUT = 30_000;
/** Milliseconds for which nothing is asked of an office that takes us for a robot and does not say until when. */
const ROBOT = 5 * 60_000;

/** What the office has counted for the account, in bytes; null where it has not said. */
export interface Volume {
  readonly hour: number | null;
  readonly week: number | null;
}

/** Every method throws {@link OfficeError}. */
export interface OfficeClient {
  /** With bibliographic data. No hit is an answer. `from` counts from 1; at most 100 of the first 2,000. */
  search(cql: string, o: { readonly from: number; readonly size: number }): Promise<SearchAnswer>;
  /** Titles, abstracts and all else that the office has beside the texts. Without a kind, of every kind there is. */
  biblio(number: PatentNumber): Promise<DocumentsAnswer>;
  claims(number: PatentNumber): Promise<FulltextAnswer>;
  description(number: PatentNumber): Promise<FulltextAnswer>;
  family(number: PatentNumber): Promise<FamilyAnswer>;
  legal(number: PatentNumber): Promise<FamilyAnswer>;
  images(number: PatentNumber): Promise<ImagesInquiry>;
  /** An application number as other offices write it, or one that nobody can read without the office. */
  convert(kind: 'publication' | 'application', from: 'original' | 'epodoc', text: string): Promise<NumberAnswer>;
  /** One page, from 1, of what {@link OfficeClient.images} gave a link of. */
  page(link: string, page: number, as: 'pdf' | 'png'): Promise<Uint8Array>;
  /** The same client, that calls `before` right before it sends something; it is not sent when that rejects. */
  announcing(before: () => Promise<void>): OfficeClient;
  /** Takes a token, which shows that key and secret are right; it costs nothing. */
  check(): Promise<void>;
  readonly volume: Volume;
}

interface Deps {
  readonly http: Pick<Http, 'request' | 'bytes'>;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal;
}

interface Call {
  readonly service: OfficeService;
  /** Below the rest services. */
  readonly path: string;
  readonly accept: string;
  readonly maxBytes: number;
}
type Before = () => Promise<void>;
type Received = { readonly headers: Readonly<Record<string, string>>; readonly bytes: Uint8Array };

const docdb = ({ country, number, kind }: PatentNumber): string =>
  [country, number, ...(kind === null ? [] : [kind])].map(encodeURIComponent).join('.');

export function createClient(o: Deps): OfficeClient {
  const tokens = createTokens(o);
  const pace = createPace(o);
  let volume: Volume = { hour: null, week: null };

  const send = async (call: Call, token: string): Promise<Received & { readonly status: number }> => {
    try {
      return await o.http.bytes(`${o.credentials.base}/3.2/rest-services/${call.path}`, {
        headers: { authorization: `Bearer ${token}`, accept: call.accept },
        timeout: TIMEOUT,
        maxBytes: call.maxBytes,
        ...(o.signal ? { signal: o.signal } : {}),
      });
    } catch (error) {
      throw new OfficeError(isTooLarge(error) ? 'too-much' : 'unavailable');
    }
  };

  const received = async (call: Call, before: Before): Promise<Received> => {
    await pace.turn(call.service, o.signal);
    let token = await tokens.current();
    await before();
    let answer = await send(call, token);
    if (isTokenRefused(answer)) {
      tokens.refused(token);
      token = await tokens.current();
      answer = await send(call, token);
      if (isTokenRefused(answer)) throw new OfficeError('wrong-key');
    }
    const { headers, status } = answer;
    pace.heard(headers['x-throttling-control']);
    volume = {
      hour: counted(headers['x-individualquotaperhour-used']) ?? volume.hour,
      week:
        counted(headers['x-registeredquotaperweek-used'] ?? headers['x-registeredpayingquotaperweek-used']) ??
        volume.week,
    };
    if (status === 200) return answer;
    const retryAfter = counted(headers['retry-after']);
    const refusal = { status, rejection: headers['x-rejection-reason'] ?? null, retryAfter };
    const error = errorOf(read(answer.bytes), refusal, o.clock.now());
    if (error.reason === 'robot') pace.closed(error.until ?? new Date(o.clock.time() + ROBOT));
    else if (error.until) pace.closed(error.until, error.reason === 'suspended' ? call.service : undefined);
    throw error;
  };

  const published = (number: PatentNumber, what: string): string =>
    `published-data/publication/docdb/${docdb(number)}/${what}`;

  const clientBefore = (before: Before): OfficeClient => {
    const asked = async (service: OfficeService, path: string): Promise<Answer> => {
      const { bytes } = await received({ service, path, accept: 'application/xml', maxBytes: MOST_TEXT }, before);
      return read(bytes);
    };
    const of = async <K extends Answer['kind']>(
      kind: K,
      service: OfficeService,
      path: string,
    ): Promise<Extract<Answer, { kind: K }>> => {
      const answer = await asked(service, path);
      if (isKind(answer, kind)) return answer;
      throw new OfficeError('unreadable', { code: answer.kind });
    };

    return {
      search: async (cql, { from, size }) => {
        const range = `${from}-${from + size - 1}`;
        try {
          return await of(
            'search',
            'search',
            `published-data/search/biblio?q=${encodeURIComponent(cql)}&Range=${range}`,
          );
        } catch (error) {
          if (error instanceof OfficeError && error.reason === 'not-found')
            return {
              kind: 'search',
              total: 0,
              query: cql,
              begin: null,
              end: null,
              hits: [],
              documents: [],
              partial: false,
            };
          throw error;
        }
      },
      biblio: (number) => of('documents', 'retrieval', published(number, 'biblio')),
      claims: (number) => of('fulltext', 'retrieval', published(number, 'claims')),
      description: (number) => of('fulltext', 'retrieval', published(number, 'description')),
      family: (number) => of('family', 'inpadoc', `family/publication/docdb/${docdb(number)}`),
      legal: (number) => of('family', 'inpadoc', `legal/publication/docdb/${docdb(number)}`),
      images: (number) => of('images-inquiry', 'retrieval', published(number, 'images')),
      convert: (kind, from, text) =>
        of('number', 'other', `number-service/${kind}/${from}/${encodeURIComponent(text)}/docdb`),
      page: async (link, page, as) => {
        // It comes out of an answer, and goes into an address.
        if (!imageLink.test(link)) throw new OfficeError('unreadable', { code: 'link' });
        const path = `${link.split('/').map(encodeURIComponent).join('/')}.${as}?Range=${page}`;
        const accept = as === 'pdf' ? 'application/pdf' : 'image/png';
        return (await received({ service: 'images', path, accept, maxBytes: MOST_PAGE }, before)).bytes;
      },
      announcing: (first) => clientBefore(first),
      check: async () => void (await tokens.current()),
      get volume() {
        return volume;
      },
    };
  };
  return clientBefore(async () => undefined);
}

const imageLink = /^published-data\/images(\/\w+)+$/;

const isKind = <K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> =>
  answer.kind === kind;

const counted = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === 'too-large';

/** 400 with these words; others answer 401, or 403 without saying why. */
const isTokenRefused = (answer: Received & { readonly status: number }): boolean =>
  answer.status === 401 ||
  (answer.status === 403 && answer.headers['x-rejection-reason'] === undefined && isToken(answer)) ||
  (answer.status === 400 && isToken(answer));
const isToken = ({ bytes, headers }: Received): boolean =>
  /invalid.?token|access token/i.test(headers['www-authenticate'] ?? '') ||
  /invalid_access_token/.test(Buffer.from(bytes.subarray(0, 2_000)).toString('latin1'));
