import type { ReactiveControllerHost } from 'lit';
import { graphDocument } from '@dossier/sdk/web';
import type { HostSession, PluginHost } from '@dossier/sdk/web';
import type { Entry, Group } from './destinations.ts';
import { entryOf, hitFields } from './hits.ts';
import type { Found } from './hits.ts';
import { MOST_RECENT, recentPages, recordPage } from './recent.ts';

const pagesQuery = graphDocument<{ searchPages: readonly Found[] }, { pages: readonly string[] }>(
  `query RecentPages($pages: [String!]!) { searchPages(pages: $pages) { ${hitFields} } }`,
);

type Element = ReactiveControllerHost & { readonly host: PluginHost; readonly session: HostSession | undefined };

/**
 * What the person had open before: pages as they are offered now, and records as the server calls them now. What does
 * not open any more is left out.
 */
export class RecentController {
  readonly #element: Element;
  #records: readonly (readonly [address: string, entry: Entry])[] = [];
  #addresses: readonly string[] = [];

  constructor(element: Element) {
    this.#element = element;
  }

  /** Looks what is still there; what was found before stands until then. */
  look(): void {
    const { session } = this.#element;
    const slug = session?.organization?.slug;
    if (!session) return;
    this.#addresses = recentPages(session.user.id)
      .list()
      .filter((one) => one !== location.pathname);
    this.#records = this.#records.filter(([address]) => this.#addresses.includes(address));
    const at = slug === undefined ? [] : this.#addresses.flatMap((one) => recordPage(one, slug) ?? []);
    if (slug !== undefined && at.length > 0) void this.#ask(at, slug);
  }

  async #ask(at: readonly string[], slug: string): Promise<void> {
    // What cannot be asked is left out: everything else leads on all the same.
    const answer = await this.#element.host.query(pagesQuery, { pages: at }).catch(() => null);
    this.#records = (answer?.searchPages ?? []).flatMap(({ icon, hits }) =>
      hits.flatMap((hit) => {
        const entry = entryOf(hit, icon, slug);
        return 'go' in entry.does ? [[entry.does.go, entry] as const] : [];
      }),
    );
    this.#element.requestUpdate();
  }

  /** The newest first; `pages` are those that are offered here. */
  groups(pages: readonly Group[]): readonly Group[] {
    const known = new Map(this.#records);
    for (const { title: group, entries } of pages)
      for (const entry of entries) if ('go' in entry.does) known.set(entry.does.go, { ...entry, note: group });
    const entries = this.#addresses.flatMap((address) => known.get(address) ?? []).slice(0, MOST_RECENT);
    return entries.length > 0 ? [{ title: 'Recent', entries }] : [];
  }
}
