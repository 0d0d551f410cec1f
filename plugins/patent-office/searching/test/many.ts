/** An office with as many publications as a test likes: search alone, in what of the protocol a saved search meets. */
import { createServer } from 'node:http';

export interface ManyHits {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Publications from 1 to so many are there; the highest is the newest, and stands first. */
  there: number;
  /** How many stand before the highest: it was taken in late. */
  late: number;
  /** Numbers that are not given, though they are counted. */
  readonly missing: Set<number>;
  /** What the next questions are answered instead, one after the other. */
  readonly next: (number | 'ok')[];
  /** First hits of the pages that were asked for. */
  readonly asked: number[];
  close(): Promise<void>;
}

const numberOf = (n: number): string => String(1_000_000 + n);
/** As the plugin writes them. */
export const named = (n: number): string => `EP${numberOf(n)}A1`;

const document = (n: number): string =>
  `<exchange-documents><exchange-document system="ops.epo.org" family-id="${n}" country="EP" doc-number="${numberOf(n)}" kind="A1"><bibliographic-data><publication-reference><document-id document-id-type="docdb"><country>EP</country><doc-number>${numberOf(n)}</doc-number><kind>A1</kind><date>20260101</date></document-id></publication-reference><invention-title lang="en">Number ${n}</invention-title></bibliographic-data></exchange-document></exchange-documents>`;

const nothing =
  '<fault xmlns="http://ops.epo.org"><code>SERVER.EntityNotFound</code><message>No results found</message></fault>';

/** The highest first, but for the highest of all when it is late. */
const order = ({ there, late }: Pick<ManyHits, 'there' | 'late'>): readonly number[] => {
  const [newest, ...others] = Array.from({ length: there }, (_, at) => there - at);
  return newest === undefined ? [] : [...others.slice(0, late), newest, ...others.slice(late)];
};

/** Starts it on a free port. */
export async function manyHits(): Promise<ManyHits> {
  const answer = (url: string): readonly [status: number, body: string, type: string] => {
    if (url.includes('/auth/')) return [200, '{"access_token":"many","expires_in":"1199"}', 'application/json'];
    const [, first = '1', last = '25'] = /Range=(\d+)-(\d+)/.exec(url) ?? [];
    const [from, to] = [Number(first), Number(last)];
    const instead = office.next.shift();
    if (instead !== undefined && instead !== 'ok') return [instead, 'Not now', 'text/plain'];
    office.asked.push(from);
    const count = Math.max(0, Math.min(to, office.there) - from + 1);
    const hits = order(office).slice(from - 1, from - 1 + count);
    if (hits.length === 0) return [404, nothing, 'application/xml'];
    const given = hits.filter((n) => !office.missing.has(n)).map(document);
    return [
      200,
      `<ops:world-patent-data xmlns="http://www.epo.org/exchange" xmlns:ops="http://ops.epo.org"><ops:biblio-search total-result-count="${office.there}"><ops:query syntax="CQL">x</ops:query><ops:range begin="${from}" end="${to}"/><ops:search-result>${given.join('')}</ops:search-result></ops:biblio-search></ops:world-patent-data>`,
      'application/xml',
    ];
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body, type] = answer(request.url ?? '');
      response
        .writeHead(status, { 'content-type': type, 'x-throttling-control': 'idle (search=green:1000)' })
        .end(body);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The office has no port.');
  const office: ManyHits = {
    ...{ url: `http://127.0.0.1:${address.port}`, key: 'many', secret: 'many' },
    ...{ there: 0, late: 0, missing: new Set(), next: [], asked: [] },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return office;
}
