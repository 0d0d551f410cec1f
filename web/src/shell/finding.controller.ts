import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { graphDocument } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import type { Group } from './destinations.ts';
import { entryOf, hitFields } from './hits.ts';
import type { Found } from './hits.ts';
import type { Typed } from './prefix.ts';

const searchQuery = graphDocument<{ search: readonly Found[] }, { text: string; sign: string | null }>(
  `query Search($text: String!, $sign: String) { search(text: $text, sign: $sign) { ${hitFields} } }`,
);

/** Letters from which on records are looked for, and milliseconds without a further one. */
const FEWEST = 2;
const PAUSE = 120;

/** Looks for records by what is typed; an answer to what was typed before is not shown. */
export class FindingController implements ReactiveController {
  groups: readonly Group[] = [];
  /** An answer is waited for. */
  busy = false;
  readonly #element: ReactiveControllerHost & { readonly host: PluginHost };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = '';

  constructor(element: ReactiveControllerHost & { readonly host: PluginHost }) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** `slug` is that of the organization; without one there are no records. */
  look({ text, sign }: Typed, slug: string | undefined): void {
    const asked = `${sign ?? ''} ${text}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    const isSought = text.length >= FEWEST && sign !== '>';
    this.busy = slug !== undefined && isSought;
    if (slug === undefined || !this.busy) this.groups = [];
    else this.#timer = setTimeout(() => void this.#ask({ text, sign }, asked, slug), PAUSE);
    this.#element.requestUpdate();
  }

  async #ask(o: { text: string; sign: string | null }, asked: string, slug: string): Promise<void> {
    // What cannot be asked is left out: everything else leads on all the same.
    const answer = await this.#element.host.query(searchQuery, o).catch(() => null);
    if (asked !== this.#asked) return;
    this.busy = false;
    this.groups = (answer?.search ?? []).map(({ title, icon, isAlike, hits }) => ({
      title: isAlike ? `${title} that are spelled nearly so` : title,
      entries: hits.map((hit) => entryOf(hit, icon, slug)),
    }));
    this.#element.requestUpdate();
  }
}
