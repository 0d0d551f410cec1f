import { define, DossierElement } from '@dossier/sdk/web';
import type { OrganizationSummary } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { showing } from '../api/organization.ts';
import { viewerQuery } from '../shell/contributions.ts';
import { lastUsed } from '../shell/last-used.ts';
import { workspaceAddress } from '../shell/routes.ts';
import { icon } from '../ui/icon.ts';
import { words } from '../ui/format.ts';
import { empty, stateStyles } from '../ui/states.ts';
import { emblem, emblemStyles } from './emblem.ts';
import '../shell/user-menu.element.ts';

const searchFrom = 8;

/** The person's organizations as cards, last used first. Choosing one makes it the session's and opens its workspace. */
class OrganizationPicker extends DossierElement {
  static override styles = [DossierElement.styles, emblemStyles, stateStyles, css`
    :host { display: grid; grid-template-rows: auto 1fr; min-height: 100dvh; }
    header { display: flex; align-items: center; justify-content: space-between; padding: 0.75rem 1.25rem; }
    .mark { font-weight: 700; letter-spacing: -0.02em; }
    dossier-user-menu { max-width: 14rem; }
    main { width: min(46rem, 100%); margin: 0 auto; padding: 6dvh 1.25rem 3rem; display: grid; gap: 1.5rem; align-content: start; }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 0.875rem; }
    .choice { width: 100%; display: flex; align-items: center; gap: 1rem; padding: 1.125rem; text-align: start; cursor: pointer; transition: border-color 120ms, box-shadow 120ms, translate 120ms; }
    .choice:hover { border-color: var(--dossier-accent); box-shadow: var(--dossier-shadow-l); translate: 0 -1px; }
    .choice[aria-busy="true"] { opacity: 0.7; }
    .text { display: grid; min-width: 0; flex: 1; }
    .name { font-weight: 620; font-size: var(--dossier-size-l); overflow-wrap: anywhere; }
    .go { color: var(--dossier-muted); flex: none; }
    .lead { display: grid; gap: 0.375rem; }
  `];
  static override properties = { wanted: { state: true }, opening: { state: true } };
  declare wanted: string;
  declare opening: string | null;

  constructor() {
    super();
    this.wanted = '';
    this.opening = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = 'Organizations · Dossier';
  }

  async #open(organization: OrganizationSummary): Promise<void> {
    if (this.opening) return;
    this.opening = organization.slug;
    try {
      if (this.session?.organization?.slug !== organization.slug) await this.host.send('POST', '/api/v1/session/organization', { slug: organization.slug });
      showing.organization = organization.id;
      const { viewer } = await this.host.query(viewerQuery, {});
      const last = lastUsed.workspace(organization.slug);
      const workspace = viewer.workspaces.find((one) => one.id === last) ?? viewer.workspaces[0];
      if (workspace) this.dispatchEvent(new CustomEvent('dossier-organization-chosen', { detail: workspaceAddress(organization.slug, workspace.id), bubbles: true, composed: true }));
      else this.host.notify({ kind: 'info', text: `You have no workspace in ${organization.name} yet. An administrator there can add you.` });
    } catch (error) {
      this.host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'The organization could not be opened. Please try again.' });
    }
    this.opening = null;
  }

  override render() {
    const all = lastUsed.sort(this.session?.organizations ?? [], (one) => one.slug);
    const wanted = this.wanted.trim().toLowerCase();
    const shown = all.filter((one) => one.name.toLowerCase().includes(wanted));
    return html`
      <header><span class="mark">Dossier</span><dossier-user-menu></dossier-user-menu></header>
      <main>
        <div class="lead"><h1>Choose an organization</h1><p class="muted">Signed in as ${this.session?.user.email ?? ''}</p></div>
        ${all.length > searchFrom
          ? html`<label class="field"><span class="label">Search</span><input class="input" type="search" .value=${this.wanted} @input=${(event: Event) => { if (event.target instanceof HTMLInputElement) this.wanted = event.target.value; }}></label>`
          : nothing}
        ${shown.length === 0 ? empty({ icon: 'search', title: 'No organization of that name', text: 'Try another part of the name.' }) : nothing}
        <ul>
          ${shown.map((one) => html`
            <li><button class="choice card" aria-busy=${this.opening === one.slug} @click=${() => this.#open(one)}>
              ${emblem(one, 'large')}<span class="text"><span class="name">${one.name}</span><span class="muted small">${words(one.type)}</span></span><span class="go">${icon('right')}</span>
            </button></li>`)}
        </ul>
      </main>`;
  }
}
define('dossier-organization-picker', OrganizationPicker);
