/** A patent office of a page, from memory: what the routes of patents would answer, and what they were asked. */
import { staff } from '../../../../web/test/mock/data.ts';
import type { Asked, Mock } from '../../../../web/test/mock/mock.ts';
import { problem } from '../../../../web/test/mock/reply.ts';
import type { Reply } from '../../../../web/test/mock/reply.ts';
import type { Credits, PatentLine, SavedPatent } from '../../contract.ts';
import type { Checked, EarlierSearch, Found, Hit, NumberRead, PatentRecord, Watch } from '../../replies.ts';
import { check } from '../../searching/query.ts';
import type { Query } from '../asking.ts';

/** A publication with everything that the office may leave out. */
export const line = (number: string, o: Partial<PatentLine> = {}): PatentLine => ({
  number,
  spoken: number.replace(/^([A-Z]{2})(\d+)([A-Z]\d)$/, '$1 $2 $3'),
  title: `Vessel ${number}`,
  titleLanguage: 'en',
  applicants: ['Nordvik Energi AS'],
  date: '2024-05-29',
  classes: ['F17C 11/00'],
  family: `f-${number}`,
  ...o,
});
export const hit = (patent: PatentLine, o: Partial<Hit> = {}): Hit => ({
  ...patent,
  marks: [],
  isSaved: false,
  isSeen: false,
  behind: null,
  ...o,
});
/** Hits of their own families: Vessel 1, Vessel 2 and so on. */
export const many = (count: number): readonly Hit[] =>
  Array.from({ length: count }, (_, i) => hit(line(`EP${1_000_000 + i}A1`, { title: `Vessel ${i + 1}` })));

export const checked = (cql: string, o: Partial<Checked> = {}): Checked => ({
  cql,
  valid: true,
  message: null,
  position: null,
  length: null,
  repair: null,
  faults: [],
  understood: cql,
  tokens: [],
  completions: [],
  credits: 1,
  freeUntil: null,
  ...o,
});

export const watch = (o: Partial<Watch> = {}): Watch => ({
  id: '01939f00-0000-7000-8000-0000000000f1',
  name: 'Hydrides',
  cql: 'ta=hydride',
  every: 'week',
  nextAt: '2026-12-07T05:00:00.000Z',
  lastAt: '2026-11-27T05:00:00.000Z',
  total: 148,
  fresh: 2,
  trouble: null,
  version: 1,
  ...o,
});

const record = (patent: PatentLine): PatentRecord => ({
  patent,
  publications: [],
  parts: [],
  biblio: null,
  claims: null,
  description: null,
  family: null,
  legal: null,
  citing: null,
  pages: null,
  textAt: null,
  links: { espacenet: 'https://worldwide.espacenet.com/', register: null },
  savedTo: [],
  citation: patent.spoken,
});

export interface Office {
  hits: readonly Hit[];
  total: number;
  /** What the form means. */
  readonly cql: string;
  credits: Credits;
  /** Answers a check: CQL as the server does, a form as `cql`. Its price is that of what is kept. */
  check: (asked: Query & { readonly caret?: number }) => Checked;
  number: (text: string) => NumberRead;
  earlier: readonly EarlierSearch[];
  watches: readonly Watch[];
  saved: readonly SavedPatent[];
  /** Until when a page costs nothing that was searched for, by query and first hit. */
  readonly kept: Map<string, string>;
  /** What the next search is refused with. */
  refusal: Reply | null;
  /** Method and path behind `/patents` of what was asked, with what was sent. */
  readonly asked: { readonly what: string; readonly body: unknown }[];
  /** How often the office itself was asked. */
  searches(): number;
}

const of = `/api/v1/workspaces/${staff.id}/patents`;
const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
/** The query of a request, in the way in which the routes of the server take it; another one fails the test. */
const queryIn = (body: unknown): Query & { readonly caret?: number } => {
  const [by, q, form] = [member(body, 'by'), member(body, 'q'), member(body, 'form')];
  const caret = member(body, 'caret');
  if ((by === 'cql' || by === 'applicant') && typeof q === 'string' && form === undefined)
    return { by, q, ...(typeof caret === 'number' ? { caret } : {}) };
  if (by === 'form' && typeof form === 'object' && form !== null && q === undefined) return { by, form };
  throw new Error(`This is no query: ${JSON.stringify(body)}`);
};
/** Milliseconds. */
const day = 86_400_000;
const unread: NumberRead = { number: null, spoken: null, question: null, candidates: [] };

/** Stands behind the page of a mock. */
export function openOffice(mock: Mock): Office {
  const asked: { what: string; body: unknown }[] = [];
  const office: Office = {
    hits: [],
    total: 0,
    cql: 'ta all "hydrogen storage"',
    credits: {
      left: 1284,
      quota: 2000,
      until: new Date(Date.now() + 3 * day).toISOString(),
      used: 716,
      reserved: 0,
      isLow: false,
      maySeeEntries: true,
    },
    check: (asked) => (asked.by === 'cql' ? check(asked) : checked(office.cql)),
    number: () => unread,
    earlier: [],
    watches: [],
    saved: [],
    kept: new Map(),
    refusal: null,
    asked,
    searches: () => asked.filter(({ what }) => what === 'POST /search').length,
  };
  const keptUntil = (cql: string, from: number): string | null => office.kept.get(`${cql} ${from}`) ?? null;
  const look = (query: Query): Checked => {
    const said = office.check(query);
    const freeUntil = keptUntil(said.cql, 1);
    return { ...said, credits: freeUntil === null ? 1 : 0, freeUntil };
  };
  const found = (cql: string, from: number): Found => {
    const used = keptUntil(cql, from) === null ? 1 : 0;
    office.credits = { ...office.credits, left: office.credits.left - used, used: office.credits.used + used };
    if (used === 1) office.kept.set(`${cql} ${from}`, new Date(Date.now() + day).toISOString());
    return {
      searchId: '01939f00-0000-7000-8000-0000000000e1',
      cql,
      total: office.total || office.hits.length,
      reachable: Math.min(2000, office.total || office.hits.length),
      from,
      results: office.hits.slice(from - 1, from + 24),
      isPartial: false,
      credits: { used, left: office.credits.left },
      nextFreeUntil: keptUntil(cql, from + 25),
    };
  };
  const ofPatents = (method: string, path: string, body: unknown): Reply | null => {
    const what = `${method} ${path}`;
    asked.push({ what, body });
    const [text, cql] = [member(body, 'text'), member(body, 'cql')];
    switch (what) {
      case 'GET /rights':
        return { body: { save: true } };
      case 'POST /check':
        return { body: look(queryIn(body)) };
      case 'POST /search':
        return office.refusal ?? { body: found(look(queryIn(body)).cql, Number(member(body, 'from'))) };
      case 'POST /number':
        return { body: office.number(String(text)) };
      case 'GET /searches':
        return { body: office.earlier };
      case 'GET /watches':
        return { body: office.watches };
      case 'POST /watches': {
        const id = `01939f00-0000-7000-8000-0000000001${String(office.watches.length).padStart(2, '0')}`;
        const made = watch({ id, name: String(member(body, 'name')), cql: String(cql), fresh: 0 });
        office.watches = [...office.watches, made];
        return { status: 201, body: made };
      }
    }
    const [, list, id] = /^\/(searches|watches)\/([^/]+)$/.exec(path) ?? [];
    if (method === 'DELETE' && list === 'searches') {
      office.earlier = office.earlier.filter((one) => one.id !== id);
      return { status: 204 };
    }
    if (method === 'DELETE' && list === 'watches') {
      office.watches = office.watches.filter((one) => one.id !== id);
      return { status: 204 };
    }
    if (method === 'PUT' && list === 'watches') {
      const changed = watch({ id: String(id), name: String(member(body, 'name')), cql: String(cql), version: 2 });
      office.watches = office.watches.map((one) => (one.id === id ? changed : one));
      return { body: changed };
    }
    if (method === 'GET' && list === 'searches') return { body: { words: ['hydrogen'] } };
    if (path.endsWith('/hits')) return { body: { lines: office.hits.slice(0, 1) } };
    if (path.endsWith('/drawing')) return problem(409, 'no-drawing', 'No drawing', 'There is none.');
    if (path.endsWith('/note')) return { body: { text: '', at: null, version: 0 } };
    const [, number] = /^\/([A-Z]{2}\w+)$/.exec(path) ?? [];
    const known = office.hits.find((one) => one.number === number);
    return number === undefined ? null : { body: record(known ?? line(number)) };
  };
  mock.tabs = [{ plugin: 'patent-office', tag: 'dossier-patents', title: 'Patent Search' }];
  mock.answering = ({ method, path, body }: Asked) => {
    if (path === '/api/v1/patents/credits') {
      asked.push({ what: 'GET /credits', body });
      return { body: office.credits };
    }
    if (path.startsWith(of)) return ofPatents(method, path.slice(of.length), body);
    return /^\/api\/v1\/applications\/[^/]+\/patents$/.test(path) ? { body: office.saved } : null;
  };
  return office;
}
