/** The routes of the patent office as a page meets them, from memory, with the knobs that tests turn. */
import type { Page, Route } from 'playwright-core';
import type { PatentNote, PatentPart, SavedPatent } from '../../../contract.ts';
import type { DocumentState, NumberRead, PatentRecord } from '../../../replies.ts';
import { documentOf, found, saved as savedOne, whole } from './patents.ts';

export interface Office {
  record: PatentRecord;
  note: PatentNote | null;
  saved: SavedPatent[];
  pdf: DocumentState;
  left: number;
  words: string[];
  /** The question of a number that means no one publication. */
  unclear: NumberRead | null;
  /** The answer to the next question about parts instead of the parts; with 200, after another was paid for. */
  refusal: { readonly status: number; readonly code: string; readonly detail: string } | null;
  /** Method, address behind `/api/v1`, and body of each request that is no reading. */
  readonly asked: { readonly what: string; readonly body: unknown }[];
}

const fileOf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

const json = (route: Route, body: unknown, o: { status?: number; etag?: string } = {}): Promise<void> =>
  route.fulfill({
    status: o.status ?? 200,
    contentType: (o.status ?? 200) >= 400 ? 'application/problem+json' : 'application/json',
    headers: o.etag === undefined ? {} : { etag: o.etag },
    body: JSON.stringify(body),
  });

const problem = (route: Route, status: number, code: string, detail: string): Promise<void> =>
  json(route, { status, code, title: 'Refused', detail, errors: [] }, { status });

const at = '2026-11-12T09:00:00.000Z';

/** With these parts as if the office had answered. */
const withParts = (record: PatentRecord, asked: readonly PatentPart[]): PatentRecord => ({
  ...record,
  ...Object.fromEntries(asked.filter((part) => part in whole).map((part) => [part, Object(whole)[part]])),
  pages: asked.includes('images') ? whole.pages : record.pages,
  parts: record.parts.map((one) => (asked.includes(one.part) ? { ...one, state: 'there', at, credits: 0 } : one)),
});

const tagOf = ({ version }: { readonly version: number }): string => `"${version}"`;

export const startOffice = async (page: Page, o: Partial<Office> = {}): Promise<Office> => {
  const office: Office = {
    record: found,
    note: null,
    saved: [],
    pdf: documentOf(['waiting', 'waiting', 'waiting']),
    left: 1284,
    words: ['hydrogen'],
    unclear: null,
    refusal: null,
    asked: [],
    ...o,
  };
  const note = async (route: Route, method: string, body: unknown): Promise<void> => {
    const match = route.request().headers()['if-match'];
    const isOther = match !== undefined && match !== `"${office.note?.version ?? 0}"`;
    if (method !== 'GET' && isOther) return problem(route, 412, 'stale', 'Somebody changed this since you read it.');
    if (method === 'PUT')
      office.note = {
        text: String(Object(body).text),
        at: new Date().toISOString(),
        version: (office.note?.version ?? 0) + 1,
      };
    if (method === 'DELETE') office.note = null;
    if (method === 'DELETE') return route.fulfill({ status: 204 });
    const there = office.note ?? { text: '', at: null, version: 0 };
    return json(route, there, { etag: tagOf(there) });
  };
  const ofApplication = async (route: Route, id: string, number: string, body: unknown): Promise<void> => {
    const method = route.request().method();
    if (method === 'GET') return json(route, office.saved);
    office.saved = office.saved.filter((one) => one.patent.number !== number);
    if (method === 'DELETE') office.record = { ...office.record, savedTo: [] };
    if (method === 'DELETE') return route.fulfill({ status: 204 });
    const { tag, reason } = Object(body);
    const one = { ...savedOne, tag: String(tag), reason: String(reason) };
    office.saved = [one, ...office.saved];
    const there = { applicationId: id, title: 'Metal hydride tank', tag: one.tag, by: one.by.name, at: one.at };
    office.record = { ...office.record, savedTo: [there] };
    return json(route, one, { etag: tagOf(one) });
  };
  await page.route('**/api/v1/patents/credits', (route) =>
    json(route, {
      left: office.left,
      quota: 2000,
      until: '2026-12-01T00:00:00.000Z',
      used: 2000 - office.left,
      reserved: 0,
      isLow: office.left < 200,
      maySeeEntries: false,
    }),
  );
  await page.route(/\/api\/v1\/(?:workspaces|applications)\/[^/]+\/patents/, async (route) => {
    const request = route.request();
    const [method, { pathname }] = [request.method(), new URL(request.url())];
    const body: unknown = request.postData() === null ? null : request.postDataJSON();
    const [, place, id = '', rest = ''] =
      /\/api\/v1\/(workspaces|applications)\/([^/]+)\/patents\/?(.*)$/.exec(pathname) ?? [];
    if (method !== 'GET' && rest !== 'check') office.asked.push({ what: `${method} ${rest}`, body });
    if (place === 'applications') return ofApplication(route, id, rest, body);
    if (rest === 'number') return json(route, office.unclear);
    if (rest === 'rights') return json(route, { save: true });
    if (rest === 'searches' || rest === 'watches') return json(route, []);
    if (rest.startsWith('searches/')) return json(route, { words: office.words });
    if (rest.endsWith('/note')) return note(route, method, body);
    if (rest.endsWith('/pdf/file')) return route.fulfill({ contentType: 'application/pdf', body: fileOf });
    if (rest.endsWith('/pdf')) {
      if (method === 'DELETE') office.pdf = { ...office.pdf, isRunning: false };
      const pages: readonly number[] | undefined = Object(body).pages;
      if (method === 'POST')
        office.pdf = documentOf(
          office.pdf.pages.map(({ page: at, state }) => (pages === undefined || pages.includes(at) ? 'there' : state)),
        );
      return json(route, office.pdf, { status: method === 'POST' ? 202 : 200 });
    }
    if (rest.endsWith('/fetch') && office.refusal) {
      const { status, code, detail } = office.refusal;
      office.refusal = null;
      if (status === 200) return json(route, { ...office.record, refused: { part: 'family', code, detail } });
      return problem(route, status, code, detail);
    }
    if (rest.endsWith('/fetch')) office.record = withParts(office.record, Object(body).parts);
    if (office.unclear) return problem(route, 409, 'several-publications', office.unclear.question ?? '');
    return json(route, { ...office.record, refused: null });
  });
  return office;
};
