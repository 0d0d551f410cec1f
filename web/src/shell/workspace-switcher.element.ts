import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Viewer } from './contributions.ts';
import { isFound } from '@dossier/sdk/web/ui/names';
import { lastUsed } from './last-used.ts';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';

/** More than so many are searched. */
const few = 8;

type Place = Viewer['workspaces'][number];

/**
 * Goes from workspace to workspace, last used first: a select while they are few, a list with a search when they are
 * many. Nothing for a single one.
 */
class WorkspaceSwitcher extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; }
    .few { display: block; position: relative; }
    .few svg { position: absolute; inset-inline-end: 0.75rem; top: calc(50% - 8px); pointer-events: none;
      color: var(--dossier-muted); }
    .few .input { appearance: none; padding-inline-end: 2.25rem; cursor: pointer; font-weight: 550;
      text-overflow: ellipsis; border-color: var(--dossier-border); }
    .open { display: flex; width: 100%; align-items: center; justify-content: space-between; gap: 0.5rem;
      min-height: 2.375rem; padding: 0.375rem 0.75rem; border-radius: var(--dossier-radius);
      border: 1px solid var(--dossier-border); background: var(--dossier-field); font-weight: 550; text-align: start;
      cursor: pointer; anchor-name: --workspaces; }
    .open span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .open svg { flex: none; color: var(--dossier-muted); }
    [popover] { inset: auto; margin: 0.375rem 0; position-anchor: --workspaces; position-area: bottom span-right;
      position-try-fallbacks: flip-block, flip-inline; width: 18rem; max-width: calc(100vw - 2rem); padding: 0.5rem;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
      background: var(--dossier-raised); color: inherit; box-shadow: var(--dossier-shadow-l); }
    ul { display: grid; max-height: min(22rem, 55dvh); overflow: auto; margin-top: 0.5rem; padding: 0.125rem; }
    a { display: block; padding: 0.4375rem 0.625rem; border-radius: var(--dossier-radius); color: inherit;
      text-decoration: none; overflow-wrap: anywhere; }
    a:hover { background: var(--dossier-hover); }
    a[aria-current] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); font-weight: 600; }
    .none { padding: 0.5rem 0.625rem; }
  `,
  ];
  static override properties = { workspaces: { attribute: false }, workspaceId: {}, wanted: { state: true } };
  declare workspaces: readonly Place[];
  declare workspaceId: string;
  declare wanted: string;

  constructor() {
    super();
    this.workspaces = [];
    this.workspaceId = '';
    this.wanted = '';
  }

  #address(id: string): string {
    return workspaceAddress(this.session?.organization?.slug ?? '', id);
  }

  #switch(event: Event): void {
    if (event.target instanceof HTMLSelectElement) this.host.navigate(this.#address(event.target.value));
  }

  /**
   * The browser itself goes to the search, by `autofocus`, while it opens the list: what is typed right after a click
   * arrives.
   */
  #toggled(event: ToggleEvent): void {
    if (event.newState !== 'open') this.wanted = '';
  }

  /** Arrow keys go from the search into the list and back; Enter in the search opens the first. */
  #key(event: KeyboardEvent): void {
    const stops = [...this.renderRoot.querySelectorAll<HTMLElement>('[popover] input, [popover] a')];
    const from = stops.findIndex((stop) => stop === event.target);
    if (event.key === 'Enter' && !event.isComposing && from === 0) stops[1]?.click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stops[from + step]?.focus();
  }

  #few(all: readonly Place[]): TemplateResult {
    return html`
      <label class="few"><span class="visually-hidden">Workspace</span>
        <select class="input" @change=${this.#switch}>${repeat(
          all,
          (one) => one.id,
          (one) => html`<option value=${one.id} .selected=${one.id === this.workspaceId}>${one.name}</option>`,
        )}</select>${icon('down', 16)}</label>`;
  }

  #many(all: readonly Place[]): TemplateResult {
    const shown = all.filter((one) => isFound(one.name, this.wanted));
    return html`
      <button class="open" popovertarget="list" aria-haspopup="dialog"><span><span
        class="visually-hidden">Workspace: </span>${
          all.find((one) => one.id === this.workspaceId)?.name ?? 'Choose a workspace'
        }</span>${icon('down', 16)}</button>
      <div id="list" popover role="dialog" aria-label="Workspaces" @toggle=${this.#toggled} @keydown=${this.#key}>
        <input class="input" type="search" autofocus aria-label="Search workspaces" placeholder="Search"
          .value=${this.wanted} @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) this.wanted = event.target.value;
          }}>
        <p class="visually-hidden" role="status">${
          this.wanted.trim() === '' ? '' : counted(shown.length, 'workspace', 'workspaces')
        }</p>
        ${shown.length === 0 ? html`<p class="none muted small">No workspace of that name.</p>` : nothing}
        <ul @click=${() => this.renderRoot.querySelector<HTMLElement>('[popover]')?.hidePopover()}>${repeat(
          shown,
          (one) => one.id,
          (one) =>
            html`<li><a href=${this.#address(one.id)}
              aria-current=${one.id === this.workspaceId ? 'true' : nothing}>${one.name}</a></li>`,
        )}</ul>
      </div>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.workspaces.length < 2) return nothing;
    const all = lastUsed.sortWorkspaces(this.workspaces, (one) => one.id);
    return all.length > few ? this.#many(all) : this.#few(all);
  }
}
define('dossier-workspace-switcher', WorkspaceSwitcher);
