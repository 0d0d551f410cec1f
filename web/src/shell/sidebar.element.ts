import { define, DossierElement, Offered } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import type { LiveState } from '../realtime/client.ts';
import { icon } from '@dossier/sdk/web/ui/icon';
import { slots, withPath } from './contributions.ts';
import type { Viewer } from './contributions.ts';
import {
  organizationPageAddress,
  organizationsAddress,
  settingsAddress,
  workspaceAddress,
} from '@dossier/sdk/web/ui/addresses';
import './header-items.element.ts';
import { paletteButton, paletteButtonStyles } from './palette-button.ts';
import './panel-buttons.element.ts';
import './user-menu.element.ts';
import './workspace-switcher.element.ts';

/** Where one is (organization, workspace), where one can go (pages on offer), and who one is. */
class Sidebar extends DossierElement {
  static override styles = [
    DossierElement.styles,
    emblemStyles,
    paletteButtonStyles,
    css`
    :host { display: flex; flex-direction: column; gap: 1rem; min-height: 100%; padding: 0.875rem 0.75rem; }
    .organization { display: flex; align-items: center; gap: 0.625rem; padding: 0.375rem; margin-inline-end: 2.5rem;
      border-radius: var(--dossier-radius); color: inherit; text-decoration: none; font-weight: 620; min-width: 0; }
    .organization:hover { background: var(--dossier-hover); }
    .organization span:last-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    nav ul { display: grid; gap: 1px; }
    nav a { display: flex; align-items: center; gap: 0.625rem; min-height: var(--dossier-control); padding: 0 0.5rem;
      border-radius: var(--dossier-radius); color: var(--dossier-muted); text-decoration: none;
      font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); }
    nav a:hover { background: var(--dossier-hover); color: var(--dossier-text); }
    nav a svg { color: var(--dossier-muted); flex: none; }
    nav a[aria-current] { background: var(--dossier-pressed); color: var(--dossier-text); }
    nav a[aria-current] svg { color: var(--dossier-accent-text); }
    .foot { margin-top: auto; display: grid; gap: 0.5rem; }
    .paused { display: flex; align-items: center; gap: 0.5rem; padding: 0.5rem 0.6875rem;
      border-radius: var(--dossier-radius); font-size: var(--dossier-size-s); background: var(--dossier-warning-soft);
      color: var(--dossier-warning-text); }
  `,
  ];
  static override properties = {
    viewer: { attribute: false },
    pages: { attribute: false },
    path: {},
    workspaceId: {},
    liveState: {},
    panel: { attribute: false },
  };
  declare viewer: Viewer | null;
  declare pages: readonly (Contribution & { path: string })[];
  declare path: string;
  declare workspaceId: string;
  declare liveState: LiveState;
  /** Tag of the open side panel. */
  declare panel: string | null;
  readonly #organizationPages = new Offered(this, slots.organizationPage);
  readonly #sections = new Offered(this, slots.settingsSection);

  constructor() {
    super();
    this.viewer = null;
    this.pages = [];
    this.path = '';
    this.workspaceId = '';
    this.liveState = 'idle';
    this.panel = null;
  }

  #organization(slug: string): TemplateResult | typeof nothing {
    const pages = withPath(this.#organizationPages.list.filter(({ listed }) => listed)).map(
      ({ path, icon: name, title }) =>
        html`<li><a href=${organizationPageAddress(slug, path)}>${icon(name)}${title}</a></li>`,
    );
    const settings =
      this.#sections.list.length > 0
        ? html`<li><a href=${settingsAddress(slug)}>${icon('gear')}Settings</a></li>`
        : nothing;
    return pages.length === 0 && settings === nothing
      ? nothing
      : html`<nav aria-label="Organization"><ul>${pages}${settings}</ul></nav>`;
  }

  override render() {
    const organization = this.session?.organization;
    const slug = organization?.slug ?? '';
    return html`
      <a class="organization" href=${organizationsAddress(slug)}
        title="All organizations">${
          organization ? emblem(organization, 'small') : nothing
        }<span>${organization?.name ?? ''}</span></a>
      <dossier-workspace-switcher .workspaces=${this.viewer?.workspaces ?? []}
        .workspaceId=${this.workspaceId}></dossier-workspace-switcher>
      ${paletteButton(() => this.dispatchEvent(new Event('dossier-palette', { bubbles: true, composed: true })))}
      <nav aria-label="Pages">
        <ul>${this.pages
          .filter(({ listed }) => listed)
          .map(
            (page) =>
              html`<li><a href=${workspaceAddress(slug, this.workspaceId, page.path)}
              aria-current=${page.path === this.path ? 'page' : nothing}>${icon(page.icon)}${page.title}</a></li>`,
          )}</ul>
      </nav>
      <div class="foot">
        <div>
          <dossier-panel-buttons .open=${this.panel}></dossier-panel-buttons>
          <dossier-header-items></dossier-header-items>
          ${this.#organization(slug)}
        </div>
        <div role="status">${
          this.liveState === 'paused' ? html`<p class="paused">${icon('pulse', 16)} Live updates paused</p>` : nothing
        }</div>
        <dossier-user-menu></dossier-user-menu>
      </div>`;
  }
}
define('dossier-sidebar', Sidebar);
