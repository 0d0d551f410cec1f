import { define, DossierElement, Offered } from '@dossier/sdk/web';
import type { OrganizationSummary } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { slots } from './contributions.ts';
import { enter } from './enter.ts';
import { isFound } from '@dossier/sdk/web/ui/names';
import { lastUsed } from './last-used.ts';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { counted, words } from '@dossier/sdk/web/ui/format';
import { empty, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import './slot.element.ts';
import './user-menu.element.ts';

const searchFrom = 8;

/**
 * The person's organizations as cards, last used first. Choosing one makes it the session's and opens its workspace.
 */
class OrganizationPicker extends DossierElement {
  static override styles = [
    DossierElement.styles,
    emblemStyles,
    stateStyles,
    css`
    :host { display: grid; grid-template-rows: auto 1fr; min-height: 100dvh; }
    header { display: flex; align-items: center; justify-content: space-between; padding: 0.75rem 1.25rem; }
    .mark { font-weight: 700; letter-spacing: -0.02em; }
    dossier-user-menu { max-width: 14rem; }
    main { width: min(46rem, 100%); margin: 0 auto; padding: 6dvh 1.25rem 3rem; display: grid; gap: 1.5rem;
      align-content: start; }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 0.875rem; }
    .choice { width: 100%; display: flex; align-items: center; gap: 1rem; padding: 1.125rem; text-align: start;
      cursor: pointer; transition: border-color 90ms, background 90ms; }
    .choice:hover { border-color: var(--dossier-accent); background: var(--dossier-hover); }
    .choice[aria-busy="true"] { opacity: 0.7; }
    .text { display: grid; min-width: 0; flex: 1; }
    .name { font-weight: 620; font-size: var(--dossier-size-l); overflow-wrap: anywhere; }
    .go { color: var(--dossier-muted); flex: none; }
    .lead { display: grid; gap: 0.375rem; }
    .state ~ .create { justify-self: center; }
  `,
  ];
  static override properties = {
    direct: { attribute: false },
    wanted: { state: true },
    opening: { state: true },
  };
  /** Opens the only organization at once, where there is nothing to choose. */
  declare direct: boolean;
  declare wanted: string;
  declare opening: string | null;
  readonly #more = new Offered(this, slots.organizationChoice);

  constructor() {
    super();
    this.direct = false;
    this.wanted = '';
    this.opening = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = 'Organizations · Dossier';
    const [only, ...others] = this.session?.organizations ?? [];
    if (this.direct && only && others.length === 0) void this.#open(only);
  }

  async #open(organization: Pick<OrganizationSummary, 'id' | 'slug' | 'name'>): Promise<void> {
    if (this.opening) return;
    this.opening = organization.slug;
    try {
      const workspaces = await enter(this.session, organization);
      const last = lastUsed.workspace(organization.slug);
      const workspace = workspaces.find((one) => one.id === last) ?? workspaces[0];
      if (workspace)
        this.dispatchEvent(
          new CustomEvent('dossier-organization-chosen', {
            detail: workspaceAddress(organization.slug, workspace.id),
            bubbles: true,
            composed: true,
          }),
        );
      else
        this.host.notify({
          kind: 'info',
          text: `You have no workspace in ${organization.name} yet. An administrator there can add you.`,
        });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'The organization could not be opened. Please try again.',
      });
    }
    this.opening = null;
  }

  /** Arrow keys go from card to card, from the search too; Enter in the search opens the first. */
  #key(event: KeyboardEvent): void {
    const cards = [...this.renderRoot.querySelectorAll<HTMLButtonElement>('.choice')];
    const from = cards.findIndex((card) => card === event.target);
    const to = {
      ArrowDown: from + 1,
      ArrowRight: from + 1,
      ArrowUp: from - 1,
      ArrowLeft: from - 1,
      Home: 0,
      End: cards.length - 1,
    }[event.key];
    const typing = event.target instanceof HTMLInputElement;
    // Enter may also end a word that is still being composed.
    if (typing && event.key === 'Enter' && !event.isComposing) cards[0]?.click();
    // Keys inside other elements of the page, such as the form of a new organization, are theirs.
    if (to === undefined || (typing ? event.key !== 'ArrowDown' : from < 0)) return;
    event.preventDefault();
    cards[to]?.focus();
  }

  #cards(all: readonly OrganizationSummary[]): TemplateResult {
    const shown = all.filter((one) => isFound(one.name, this.wanted));
    return html`
      ${
        all.length > searchFrom
          ? html`<label class="field"><span class="label">Search</span><input class="input" type="search" autofocus
            .value=${this.wanted} @input=${(event: Event) => {
              if (event.target instanceof HTMLInputElement) this.wanted = event.target.value;
            }}></label>
          <p class="visually-hidden" role="status">${
            this.wanted.trim() === '' ? '' : counted(shown.length, 'organization', 'organizations')
          }</p>`
          : nothing
      }
      ${shown.length === 0 ? empty({ icon: 'search', title: 'No organization of that name', text: 'Try another part of the name.' }) : nothing}
      <ul>${repeat(
        shown,
        (one) => one.id,
        (one) => html`
        <li><button class="choice card" aria-busy=${this.opening === one.slug} @click=${() => this.#open(one)}>
          ${emblem(one, 'large')}<span class="text"><bdi class="name">${one.name}</bdi><span
            class="muted small">${words(one.type)}</span></span><span class="go">${icon('right')}</span>
        </button></li>`,
      )}</ul>`;
  }

  override render(): TemplateResult {
    const all = lastUsed.sort(this.session?.organizations ?? [], (one) => one.slug);
    if (this.direct && this.opening) return html`<main>${skeleton(4)}</main>`;
    return html`
      <header><span class="mark">Dossier</span><dossier-user-menu></dossier-user-menu></header>
      <main @keydown=${this.#key}>
        ${
          all.length === 0
            ? empty({
                alone: true,
                icon: 'people',
                title: 'You are not in an organization yet',
                text: 'An invitation appears here, and you are in as soon as you accept it. Ask an administrator of your organization for one.',
              })
            : html`<div class="lead"><h1>Choose an organization</h1><p
              class="muted">Signed in as ${this.session?.user.email ?? ''}</p></div>${this.#cards(all)}`
        }
        ${this.#more.list.map(
          (one) => html`<dossier-slot .contribution=${one} .input=${{}}
          .quiet=${true}></dossier-slot>`,
        )}
      </main>`;
  }
}
define('dossier-organization-picker', OrganizationPicker);
