import { ContextConsumer } from '@lit/context';
import { contributionsContext, define, DossierElement } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { viewerQuery } from './contributions.ts';
import type { Viewer } from './contributions.ts';
import { destinations, wanted } from './destinations.ts';
import type { Entry, Group } from './destinations.ts';
import { paletteStyles } from './palette.styles.ts';
import './slot.element.ts';

/**
 * Search or jump: what is typed narrows the pages, workspaces and commands that are open to this person; arrows choose,
 * Enter goes there. A command of a plugin is shown in place of the list.
 */
export class Palette extends DossierElement {
  static override styles = [DossierElement.styles, paletteStyles];
  static override properties = {
    typed: { state: true },
    at: { state: true },
    command: { state: true },
    workspaces: { state: true },
  };
  declare typed: string;
  /** Which entry is chosen, counted through all groups. */
  declare at: number;
  declare command: Contribution | null;
  declare workspaces: Viewer['workspaces'];
  readonly #offered = new ContextConsumer(this, { context: contributionsContext, subscribe: true });

  constructor() {
    super();
    this.typed = '';
    this.at = 0;
    this.command = null;
    this.workspaces = [];
  }

  async open(): Promise<void> {
    Object.assign(this, { typed: '', at: 0, command: null });
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    this.renderRoot.querySelector('input')?.focus();
    // What cannot be asked is left out: everything else leads on all the same.
    const asked = await this.host.query(viewerQuery, {}).catch(() => null);
    if (asked) this.workspaces = asked.viewer.workspaces;
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  get #groups(): readonly Group[] {
    const { session } = this;
    if (!session) return [];
    const offered = this.#offered.value ?? [];
    const all = destinations({ offered, session, workspaceId: this.workspace?.id, workspaces: this.workspaces });
    return wanted(all, this.typed.trim());
  }

  #choose({ does }: Entry): void {
    if ('run' in does) {
      this.command = does.run;
      return;
    }
    this.#close();
    this.host.navigate(does.go);
  }

  #key(event: KeyboardEvent): void {
    const entries = this.#groups.flatMap((group) => group.entries);
    const last = entries.length - 1;
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + 8, PageUp: this.at - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      // One step past an end comes round to the other.
      const round = Math.abs(to - this.at) === 1 ? (to > last ? 0 : to < 0 ? last : to) : to;
      this.at = Math.max(0, Math.min(last, round));
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const entry = entries[this.at];
      if (entry) this.#choose(entry);
    }
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('at') || changed.has('typed'))
      this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    if (changed.has('command') && this.command) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
    if (changed.get('command') && !this.command) this.renderRoot.querySelector('input')?.focus();
  }

  #list(groups: readonly Group[]): TemplateResult {
    let index = -1;
    const option = (entry: Entry): TemplateResult => {
      index += 1;
      return html`<div role="option" id="option-${index}" aria-selected=${index === this.at}
        @click=${() => this.#choose(entry)}>${icon(entry.icon)}<span class="title">${entry.title}</span>${
          index === this.at ? html`<span class="note" aria-hidden="true"><kbd>Enter</kbd></span>` : nothing
        }</div>`;
    };
    return html`<div role="listbox" id="list" aria-label="Where to" tabindex="-1">
      ${groups.map(
        ({ title, entries }, i) => html`<div role="group" aria-labelledby="group-${i}"><div class="group"
        id="group-${i}" role="presentation">${title}</div>${entries.map(option)}</div>`,
      )}
    </div>`;
  }

  #search(): TemplateResult {
    const groups = this.#groups;
    const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
    const onInput = (event: Event): void => {
      if (!(event.target instanceof HTMLInputElement)) return;
      this.typed = event.target.value;
      this.at = 0;
    };
    return html`
      <div class="ask">${icon('search')}
        <input type="text" role="combobox" aria-label="Search or jump" aria-expanded=${count > 0} aria-controls="list"
          aria-autocomplete="list" aria-activedescendant=${count > 0 ? `option-${this.at}` : nothing}
          autocomplete="off" spellcheck="false" placeholder="Search or jump" .value=${this.typed} @input=${onInput}
          @keydown=${this.#key}>
        <button class="button quiet small" @click=${() => this.#close()}>Close</button>
      </div>
      <p class="visually-hidden"
        role="status">${this.typed.trim() === '' ? '' : counted(count, 'result', 'results')}</p>
      ${
        count > 0
          ? this.#list(groups)
          : html`<div id="list" role="listbox" aria-label="Where to"></div><p
        class="none muted">Nothing here is called “${this.typed.trim()}”.</p>`
      }
      <p class="foot"
        aria-hidden="true"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> open</span><span><kbd>Esc</kbd> close</span></p>`;
  }

  #running(command: Contribution): TemplateResult {
    return html`<div class="command" @dossier-command-done=${() => this.#close()}>
      <h2 tabindex="-1"><button class="button quiet icon" aria-label="Back to the list"
        @click=${() => (this.command = null)}>${icon('left')}</button>${command.title}</h2>
      <dossier-slot .contribution=${command} .input=${{}}></dossier-slot></div>`;
  }

  override render(): TemplateResult {
    const closed = (): void => {
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
