import type { DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import type { ReactiveController } from 'lit';
import { pageSize, search } from './asking.ts';
import type { Found, Hit, Query } from './asking.ts';
import { lastFinds } from './last-search.ts';

/** Publications that a search has found so far, page by page; a person asks for each, since it may cost a credit. */
export class SearchingController implements ReactiveController {
  hits: readonly Hit[] = [];
  /** The last page that came; null before the first search. */
  found: Found | null = null;
  phase: 'still' | 'searching' | 'more' = 'still';
  error: unknown = null;
  readonly #element: DossierElement;
  readonly #used: () => void;
  #query: Query | null = null;
  #about = { workspaceId: '', applicationId: '' };
  #asking: AbortController | null = null;

  /** `used` is called when credits may have been used. */
  constructor(element: DossierElement, o: { readonly used: () => void }) {
    this.#element = element;
    this.#used = o.used;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#asking?.abort();
    this.phase = 'still';
  }

  /** Of another application there is what was found there last, or nothing yet. */
  show(workspaceId: string, applicationId: string): void {
    if (workspaceId === this.#about.workspaceId && applicationId === this.#about.applicationId) return;
    this.#asking?.abort();
    this.#about = { workspaceId, applicationId };
    const { query, hits, found } = lastFinds.get(applicationId) ?? { query: null, hits: [], found: null };
    Object.assign(this, { hits, found, phase: 'still', error: null });
    this.#query = query;
  }

  /** Makes a search. What the last one has found stays until this one has found something. */
  async run(query: Query): Promise<boolean> {
    this.#query = query;
    return this.#ask(1);
  }

  /** The next page of it. */
  async more(): Promise<void> {
    if (this.found !== null && this.phase === 'still') await this.#ask(this.found.from + pageSize);
  }

  /** The same again, after it has failed. */
  async again(): Promise<void> {
    if (this.#query !== null && this.phase === 'still') await this.#ask(1);
  }

  async #ask(from: number): Promise<boolean> {
    const { workspaceId, applicationId } = this.#about;
    // The next pages are those of what was found, also where the form says something else by now.
    const query: Query | null = from > 1 && this.found !== null ? { by: 'cql', q: this.found.cql } : this.#query;
    if (query === null) return false;
    const asked = { ...query, from, applicationId };
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.phase = from > 1 ? 'more' : 'searching';
    this.error = null;
    this.#element.requestUpdate();
    try {
      const { host } = this.#element;
      const found = await search(host, workspaceId, asked, { signal: asking.signal });
      if (asking.signal.aborted) return false;
      const known = new Set(from > 1 ? this.hits.map(({ number }) => number) : []);
      const fresh = found.results.filter(({ number }) => !known.has(number));
      this.hits = from > 1 ? [...this.hits, ...fresh] : fresh;
      // Pages of one search are of one search, whatever each was kept under.
      this.found = from > 1 && this.found !== null ? { ...found, searchId: this.found.searchId } : found;
      lastFinds.set(applicationId, { query: this.#query, hits: this.hits, found: this.found });
      host.announce(this.#said(found));
    } catch (error) {
      if (asking.signal.aborted) return false;
      this.error = error;
    }
    this.phase = 'still';
    this.#element.requestUpdate();
    this.#used();
    return this.error === null;
  }

  #said({ total, credits }: Found): string {
    const used = `${counted(credits.used, 'credit was', 'credits were')} used.`;
    if (total === 0) return `Nothing was found. ${used}`;
    const here = counted(this.hits.length, 'is', 'are');
    return `${counted(total, 'publication', 'publications')} found, ${here} here. ${used}`;
  }
}
