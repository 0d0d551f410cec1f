import { ContextConsumer } from '@lit/context';
import { contributionsContext, define, DossierElement, followOffers } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { viewerQuery } from './contributions.ts';
import type { Viewer } from './contributions.ts';
import { destinations, doings, wanted } from './destinations.ts';
import type { Entry, Group } from './destinations.ts';
import { FindingController } from './finding.controller.ts';
import { marked } from './marked.ts';
import { actionsHere } from './offers.ts';
import { linesOf } from './palette-lines.ts';
import type { Line } from './palette-lines.ts';
import { paletteStyles } from './palette.styles.ts';
import { typedAs } from './prefix.ts';
import { RecentController } from './recent.controller.ts';
import './slot.element.ts';

/** The keys of the page, in the palette like everything that is done. */
const keys = (act: () => void): Group => ({
  title: 'Help',
  isDoing: true,
  entries: [{ title: 'Keys of this page', icon: 'info', keys: ['?'], words: 'shortcuts keyboard help', does: { act } }],
});

/**
 * Search or jump: what is typed finds records, and narrows what the open page does, and the pages, workspaces and
 * commands that are open to this person; arrows choose, Enter goes there, with Ctrl in another window; where the
 * answer is not there yet, it waits for it. Before anything is typed, what the person had open stands there. A command
 * of a plugin is shown in place of the list.
 */
export class Palette extends DossierElement {
  static override styles = [DossierElement.styles, paletteStyles];
  static override properties = {
    typed: { state: true },
    at: { state: true },
    command: { state: true },
    workspaces: { state: true },
    isListed: { state: true },
  };
  declare typed: string;
  /** Which entry is chosen, counted through all groups. */
  declare at: number;
  declare command: Contribution | null;
  declare workspaces: Viewer['workspaces'];
  /** The box takes what is typed a frame before the list stands below it: a long one takes as long as the rest. */
  declare isListed: boolean;
  readonly #finding = new FindingController(this);
  readonly #recent = new RecentController(this);
  readonly #offered = new ContextConsumer(this, { context: contributionsContext, subscribe: true });

  constructor() {
    super();
    this.typed = '';
    this.at = 0;
    this.command = null;
    this.workspaces = [];
    this.isListed = false;
  }

  #following: Disposable | null = null;
  /** Enter came before the answer to what is typed: what it finds first is chosen when it is there. */
  #awaited: { readonly elsewhere: boolean } | null = null;
  /** The key of the line to which an arrow has led: it stays chosen when others come above it. */
  #held: string | null = null;

  async open(): Promise<void> {
    Object.assign(this, { typed: '', at: 0, command: null, isListed: false });
    this.#awaited = null;
    this.#held = null;
    this.#finding.look(typedAs(''), undefined);
    this.#recent.look();
    this.requestUpdate();
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    this.#following = followOffers(() => this.requestUpdate());
    this.renderRoot.querySelector('input')?.focus();
    // Behind the frame in which the box is drawn.
    requestAnimationFrame(() => setTimeout(() => (this.isListed = true)));
    // What cannot be asked is left out: everything else leads on all the same.
    const asked = await this.host.query(viewerQuery, {}).catch(() => null);
    if (asked) this.workspaces = asked.viewer.workspaces;
  }

  #showKeys(): void {
    this.dispatchEvent(new Event('dossier-keys-wanted'));
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  get #groups(): readonly Group[] {
    const { session } = this;
    if (!session) return [];
    const offered = this.#offered.value ?? [];
    const all = destinations({ offered, session, workspaceId: this.workspace?.id, workspaces: this.workspaces });
    const { text, sign } = typedAs(this.typed);
    const here = doings(actionsHere());
    const commands = [...all.filter(({ isDoing }) => isDoing), keys(() => this.#showKeys())];
    const opened = all.filter(({ isDoing }) => !isDoing);
    if (sign === '>') return wanted([...here, ...commands], text);
    if (sign !== null) return this.#finding.groups;
    // Before anything is typed, what is at hand comes first; then what was looked for.
    if (text === '') return [...here, ...this.#recent.groups(opened), ...opened, ...commands];
    return [...this.#finding.groups, ...wanted([...here, ...opened, ...commands], text)];
  }

  #choose({ does }: Entry, elsewhere = false): void {
    if ('run' in does) {
      this.command = does.run;
      return;
    }
    if ('act' in does) {
      this.#close();
      does.act();
      return;
    }
    if (elsewhere) {
      window.open(does.go, '_blank', 'noopener');
      return;
    }
    this.#close();
    this.host.navigate(does.go);
  }

  #key(event: KeyboardEvent): void {
    const lines = linesOf(this.#groups).flatMap((group) => group.lines);
    const last = lines.length - 1;
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + 8, PageUp: this.at - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.#awaited = null;
      // One step past an end comes round to the other.
      const round = Math.abs(to - this.at) === 1 ? (to > last ? 0 : to < 0 ? last : to) : to;
      this.at = Math.max(0, Math.min(last, round));
      this.#held = lines[this.at]?.key ?? null;
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const elsewhere = event.ctrlKey || event.metaKey;
      // What stands first is of what was typed before; who went to a line by an arrow has seen it.
      if (this.#finding.busy && this.#held === null) this.#awaited = { elsewhere };
      else this.#chooseAt(this.at, elsewhere);
    }
  }

  #chooseAt(at: number, elsewhere: boolean): void {
    const entry = this.#groups.flatMap((group) => group.entries)[at];
    if (entry) this.#choose(entry, elsewhere);
  }

  protected override willUpdate(): void {
    if (this.#held === null) return;
    const held = linesOf(this.#groups)
      .flatMap(({ lines }) => lines)
      .find(({ key }) => key === this.#held);
    this.at = held?.index ?? 0;
    if (!held) this.#held = null;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const awaited = this.#awaited;
    if (awaited && !this.#finding.busy) {
      this.#awaited = null;
      this.#chooseAt(0, awaited.elsewhere);
    }
    if (changed.has('at') || changed.has('typed'))
      this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    if (changed.has('command') && this.command) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
    if (changed.get('command') && !this.command) this.renderRoot.querySelector('input')?.focus();
  }

  #list(groups: readonly Group[]): TemplateResult {
    const { text } = typedAs(this.typed);
    const option = ({ entry, index }: Line): TemplateResult =>
      html`<div role="option" id="option-${index}" aria-selected=${index === this.at}
        @click=${(event: MouseEvent) => this.#choose(entry, event.ctrlKey || event.metaKey)}>${icon(entry.icon)}<span
          class="title">${marked(entry.title, text)}</span>${
            entry.about ? html`<span class="about">${marked(entry.about, text)}</span>` : nothing
          }<span class="note">${entry.note ?? nothing}${entry.keys?.map(
            (key) => html`<kbd>${key}</kbd>`,
          )}${index === this.at ? html`<kbd aria-hidden="true">Enter</kbd>` : nothing}</span></div>`;
    return html`<div role="listbox" id="list" aria-label="Where to" tabindex="-1">
      ${repeat(
        linesOf(groups),
        ({ key }) => key,
        ({ title, lines }, i) => html`<div role="group" aria-labelledby="group-${i}"><div class="group"
        id="group-${i}" role="presentation">${title}</div>${repeat(lines, ({ key }) => key, option)}</div>`,
      )}
    </div>`;
  }

  #search(): TemplateResult {
    const groups = this.isListed ? this.#groups : [];
    const { text } = typedAs(this.typed);
    const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
    const onInput = (event: Event): void => {
      if (!(event.target instanceof HTMLInputElement)) return;
      this.typed = event.target.value;
      this.at = 0;
      this.#awaited = null;
      this.#held = null;
      this.#finding.look(typedAs(this.typed), this.session?.organization?.slug);
    };
    return html`
      <div class="ask">${icon('search')}
        <input type="text" role="combobox" aria-label="Search or jump" aria-expanded=${count > 0} aria-controls="list"
          aria-autocomplete="list" aria-activedescendant=${count > 0 ? `option-${this.at}` : nothing}
          autocomplete="off" spellcheck="false" placeholder="Search or jump" .value=${this.typed} @input=${onInput}
          @keydown=${this.#key}>
        <button class="esc" @click=${() => this.#close()}><span class="visually-hidden">Close</span><kbd>Esc</kbd>${icon('cross', 20)}</button>
      </div>
      <p class="visually-hidden"
        role="status">${text === '' || this.#finding.busy ? '' : counted(count, 'result', 'results')}</p>
      ${
        count > 0
          ? this.#list(groups)
          : html`<div id="list" role="listbox" aria-label="Where to"></div>${
              this.#finding.busy || text === '' || !this.isListed
                ? nothing
                : html`<p class="none muted">Nothing that you may see is called “${text}”.</p>`
            }`
      }
      <p class="foot"
        aria-hidden="true"><span><kbd>&gt;</kbd> actions</span><span><kbd>#</kbd> number</span><span><kbd>@</kbd> person</span><span class="end"><kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab</span></p>`;
  }

  #running(command: Contribution): TemplateResult {
    return html`<div class="command" @dossier-command-done=${() => this.#close()}>
      <h2 tabindex="-1"><button class="button quiet icon" aria-label="Back to the list"
        @click=${() => (this.command = null)}>${icon('left')}</button>${command.title}</h2>
      <dossier-slot .contribution=${command} .input=${{}}></dossier-slot></div>`;
  }

  override render(): TemplateResult {
    const closed = (): void => {
      this.#following?.[Symbol.dispose]();
      this.#awaited = null;
      this.command = null;
    };
    return html`<dialog aria-label=${this.command?.title ?? 'Search or jump'} @close=${closed} @click=${(
      event: Event,
    ) => {
      if (event.target instanceof HTMLDialogElement) this.#close();
    }}>${this.command ? this.#running(this.command) : this.#search()}</dialog>`;
  }
}
define('dossier-palette', Palette);
