/** What is asked of the server, and what it answers. */
import type { AsRead, PluginHost } from '@dossier/sdk/web';
import type { Credits, PatentLine, PatentNote, PatentPart, SavedPatent } from '../contract.ts';
import type { SearchForm } from '../cql/index.ts';
import type { Checked, DocumentState, EarlierSearch, Found, Hit, NumberRead, Watch } from '../replies.ts';
import type { PatentFetched, PatentRecord } from '../replies.ts';

export type { Checked, Credits, DocumentState, EarlierSearch, Found, Hit, NumberRead, PatentLine };
export type { PatentNote, PatentPart, PatentRecord, SavedPatent, Watch };

/** A search: a name or CQL as it is written, or a form of several boxes. */
export type Query =
  { readonly by: 'applicant' | 'cql'; readonly q: string } | { readonly by: 'form'; readonly form: SearchForm };

/** What can be changed in a saved search. */
export interface WatchContent {
  readonly name: string;
  readonly cql: string;
  readonly every: Watch['every'];
}

/** Publications of a page, as the server gives them. */
export const pageSize = 25;

const patents = (workspaceId: string): string => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/patents`;
const one = (workspaceId: string, number: string): string => `${patents(workspaceId)}/${encodeURIComponent(number)}`;
const ofApplication = (applicationId: string): string =>
  `/api/v1/applications/${encodeURIComponent(applicationId)}/patents`;
const asOf = (version: number): AsRead => ({ headers: { 'if-match': `"${version}"` } });

export const credits = (host: PluginHost): Promise<Credits> => host.send('GET', '/api/v1/patents/credits');
/** Where the list of what they were used for is loaded from, as CSV. */
export const entriesPath = '/api/v1/patents/credits/entries.csv';
/** Tells when credits were used, as the page hears it. */
export const creditsTopic = 'patents/credits';

/** Whether the person may save patents to the applications of a workspace. */
export const rights = (host: PluginHost, workspaceId: string): Promise<{ readonly save: boolean }> =>
  host.send('GET', `${patents(workspaceId)}/rights`);

/** Looks a query through without asking the office: it costs nothing. At `caret` stands what may be completed. */
export const check = (
  host: PluginHost,
  workspaceId: string,
  asked: Query & { readonly caret?: number },
  o?: { readonly signal?: AbortSignal },
): Promise<Checked> => host.send('POST', `${patents(workspaceId)}/check`, asked, o);

/** Gives a page, for a credit unless it is kept. `from` is counted from 1; saved ones are marked for an application. */
export const search = (
  host: PluginHost,
  workspaceId: string,
  asked: Query & { readonly from: number; readonly applicationId: string },
  o?: { readonly signal?: AbortSignal },
): Promise<Found> => host.send('POST', `${patents(workspaceId)}/search`, asked, o);

/** Reads a spelling of a number, or gives the question that it raises. */
export const readNumber = (
  host: PluginHost,
  workspaceId: string,
  text: string,
  o?: { readonly signal?: AbortSignal },
): Promise<NumberRead> => host.send('POST', `${patents(workspaceId)}/number`, { text }, o);

export const earlier = (host: PluginHost, workspaceId: string): Promise<readonly EarlierSearch[]> =>
  host.send('GET', `${patents(workspaceId)}/searches`);
export const forgetSearch = (host: PluginHost, workspaceId: string, id: string): Promise<void> =>
  host.send('DELETE', `${patents(workspaceId)}/searches/${encodeURIComponent(id)}`);
/** The words that are marked in what a search has found. */
export const searchedWords = (
  host: PluginHost,
  workspaceId: string,
  id: string,
): Promise<{ readonly words: readonly string[] }> =>
  host.send('GET', `${patents(workspaceId)}/searches/${encodeURIComponent(id)}`);

const watchPath = (workspaceId: string, id: string): string =>
  `${patents(workspaceId)}/watches/${encodeURIComponent(id)}`;
export const watches = (host: PluginHost, workspaceId: string): Promise<readonly Watch[]> =>
  host.send('GET', `${patents(workspaceId)}/watches`);
/** `key` names this one saving in all its tries. */
export const addWatch = (
  host: PluginHost,
  workspaceId: string,
  content: WatchContent & { readonly applicationId: string },
  key: string,
): Promise<Watch> =>
  host.send('POST', `${patents(workspaceId)}/watches`, content, { headers: { 'idempotency-key': key } });
export const changeWatch = (
  host: PluginHost,
  workspaceId: string,
  { id, version }: Pick<Watch, 'id' | 'version'>,
  content: WatchContent,
): Promise<Watch> => host.send('PUT', watchPath(workspaceId, id), content, asOf(version));
export const removeWatch = (
  host: PluginHost,
  workspaceId: string,
  { id, version }: Pick<Watch, 'id' | 'version'>,
): Promise<void> => host.send('DELETE', watchPath(workspaceId, id), undefined, asOf(version));
/** What it has found since it was saved, the newest first: 200 at most. */
export const watchHits = (
  host: PluginHost,
  workspaceId: string,
  id: string,
): Promise<{ readonly lines: readonly PatentLine[] }> => host.send('GET', `${watchPath(workspaceId, id)}/hits`);

/** A patent as it is kept here: it costs nothing. `searchId` tells which words are marked. */
export const record = (
  host: PluginHost,
  workspaceId: string,
  number: string,
  o: { readonly searchId?: string; readonly applicationId?: string; readonly signal?: AbortSignal } = {},
): Promise<PatentRecord> => {
  const { searchId, applicationId, signal } = o;
  const query = new URLSearchParams({ ...(searchId && { search: searchId }), ...(applicationId && { applicationId }) });
  const path = `${one(workspaceId, number)}${query.size > 0 ? `?${query.toString()}` : ''}`;
  return host.send('GET', path, undefined, signal ? { signal } : {});
};
/** Asks the office for parts that are not there; with `again` for those, too, that are. */
export const fetchParts = (
  host: PluginHost,
  workspaceId: string,
  number: string,
  asked: { readonly parts: readonly PatentPart[]; readonly again?: boolean },
): Promise<PatentFetched> => host.send('POST', `${one(workspaceId, number)}/fetch`, asked);
/** Tells when a part of a patent has come, asked for by anybody, as the page hears it. */
export const partsTopic = 'patents/parts';

/** Where a kept drawing is; asked for by {@link askDrawing}. */
export const drawingPath = (workspaceId: string, number: string): string => `${one(workspaceId, number)}/drawing`;
/** Has the first drawing fetched, for one credit unless it is kept. The problem `no-drawing`: there is none. */
export const askDrawing = (host: PluginHost, workspaceId: string, number: string): Promise<void> =>
  host.send('POST', drawingPath(workspaceId, number));

/** Has pages fetched: all that are not there, or these. */
export const startPdf = (
  host: PluginHost,
  workspaceId: string,
  number: string,
  pages?: readonly number[],
): Promise<DocumentState> => host.send('POST', `${one(workspaceId, number)}/pdf`, pages === undefined ? {} : { pages });
export const pdfState = (
  host: PluginHost,
  workspaceId: string,
  number: string,
  o?: { readonly signal?: AbortSignal },
): Promise<DocumentState> => host.send('GET', `${one(workspaceId, number)}/pdf`, undefined, o);
export const pdfPath = (workspaceId: string, number: string): string => `${one(workspaceId, number)}/pdf/file`;

const notePath = (workspaceId: string, number: string): string => `${one(workspaceId, number)}/note`;
/** One's own note as it is at the server, and what goes with its change. Where there is none it has no moment. */
export interface NoteRead {
  readonly value: PatentNote;
  readonly asRead: AsRead;
}
export const note = (host: PluginHost, workspaceId: string, number: string): Promise<NoteRead> =>
  host.readForChange(notePath(workspaceId, number));
export const saveNote = (
  host: PluginHost,
  workspaceId: string,
  number: string,
  text: string,
  asRead: AsRead,
): Promise<NoteRead> => host.sendForChange('PUT', notePath(workspaceId, number), { text }, asRead);
export const removeNote = (host: PluginHost, workspaceId: string, number: string, asRead: AsRead): Promise<void> =>
  host.send('DELETE', notePath(workspaceId, number), undefined, asRead);

export const saved = (host: PluginHost, applicationId: string): Promise<readonly SavedPatent[]> =>
  host.send('GET', ofApplication(applicationId));
/** Where the list of saved ones is loaded from. */
export const savedPath = (applicationId: string, as: 'csv' | 'xlsx'): string => `${ofApplication(applicationId)}.${as}`;
/** Saves one, or changes why; `version` is that of what is changed. */
export const save = (
  host: PluginHost,
  applicationId: string,
  number: string,
  why: { readonly tag: string; readonly reason: string },
  version?: number,
): Promise<SavedPatent> =>
  host.send(
    'PUT',
    `${ofApplication(applicationId)}/${encodeURIComponent(number)}`,
    why,
    version === undefined ? {} : asOf(version),
  );
export const unsave = (host: PluginHost, applicationId: string, number: string, version?: number): Promise<void> =>
  host.send(
    'DELETE',
    `${ofApplication(applicationId)}/${encodeURIComponent(number)}`,
    undefined,
    version === undefined ? {} : asOf(version),
  );
