import { define, DossierElement, Offered } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import type { LiveState } from '../realtime/client.ts';
import { frameStyles } from './frame.styles.ts';
import { lastUsed } from './last-used.ts';
import {
  organizationPageAddress,
  organizationsAddress,
  settingsAddress,
  workspaceAddress,
} from '@dossier/sdk/web/ui/addresses';
import './header-items.element.ts';
import './user-menu.element.ts';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { slots, withPath } from './contributions.ts';
import { paletteButton, paletteButtonStyles } from './palette-button.ts';
import { NarrowController } from './narrow.controller.ts';
import { PaletteController } from './palette.controller.ts';
import { sectionsStyles } from './sections.styles.ts';

type Section = Contribution & { readonly path: string };

/** What there is of an organization outside its workspaces, with its words. */
const kinds = {
  settings: {
    slot: slots.settingsSection,
    address: settingsAddress,
    name: 'Settings',
    choice: 'Part of the settings',
    closed: 'The settings are not open to you',
    why: 'They are for those who manage people, access or the organization itself. An administrator can give you a role that may.',
    missing: 'There is no such part of the settings',
  },
  pages: {
    slot: slots.organizationPage,
    address: organizationPageAddress,
    name: 'Organization',
    choice: 'Page of the organization',
    closed: 'No page of the organization is open to you',
    why: 'An administrator can give you a role that has some.',
    missing: 'There is no such page of the organization',
  },
} as const;

/**
 * The organization's settings, or its pages: those that the person may open, and the one that the address names. A
 * phone shows them as a select.
 */
class SectionsFrame extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    emblemStyles,
    frameStyles,
    sectionsStyles,
    paletteButtonStyles,
  ];
  static override properties = { kind: {}, section: {}, rest: {}, search: {}, liveState: {} };
  declare kind: keyof typeof kinds;
  declare section: string;
  declare rest: string;
  declare search: string;
  declare liveState: LiveState;
  readonly #sections = {
    settings: new Offered(this, slots.settingsSection),
    pages: new Offered(this, slots.organizationPage),
  };
  readonly #narrow = new NarrowController(this);
  readonly #palette = new PaletteController(this, () =>
    this.host.notify({ kind: 'error', text: 'The search could not be loaded. Please try again.' }),
  );
  #shown: string | null = null;

  constructor() {
    super();
    this.kind = 'settings';
    this.section = '';
    this.rest = '';
    this.search = '';
    this.liveState = 'idle';
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  #offered(): readonly Section[] {
    return withPath(this.#sections[this.kind].list);
  }

  protected override firstUpdated(): void {
    // Live updates need their own chunk; the page is drawn first.
    requestAnimationFrame(() =>
      setTimeout(() => this.dispatchEvent(new Event('dossier-drawn', { bubbles: true, composed: true }))),
    );
  }

  protected override updated(): void {
    const section = this.#offered().find((one) => one.path === this.section);
    const deadEnd = this.renderRoot.querySelector('main > .state h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · ${this.session?.organization?.name ?? 'Dossier'}`;
    const shown = `${this.section}/${this.rest}`;
    if (!section || this.#shown === shown) return;
    const first = this.#shown === null;
    this.#shown = shown;
    document.title = `${section.title} · ${kinds[this.kind].name} · ${this.session?.organization?.name ?? 'Dossier'}`;
    if (first) return;
    const main = this.renderRoot.querySelector('main');
    main?.scrollTo(0, 0);
    main?.focus({ preventScroll: true });
  }

  /** Where the person worked last, else the list of organizations. */
  get #back(): string {
    const workspace = lastUsed.workspace(this.#slug);
    return workspace === null ? organizationsAddress(this.#slug) : workspaceAddress(this.#slug, workspace);
  }

  #content(offered: readonly Section[]): TemplateResult {
    if (!this.session?.permissions || !this.#sections[this.kind].isKnown) return skeleton(8);
    const { address, closed, why, missing } = kinds[this.kind];
    const back = html`<a class="button" href=${this.#back}>Back to work</a>`;
    const first = offered[0];
    if (!first)
      return empty({
        alone: true,
        icon: 'key',
        title: closed,
        text: why,
        action: back,
      });
    if (this.section === '') {
      queueMicrotask(() => this.host.navigate(address(this.#slug, first.path), { replace: true }));
      return skeleton(8);
    }
    const section = offered.find((one) => one.path === this.section);
    if (!section)
      return empty({
        alone: true,
        icon: 'search',
        title: missing,
        text: 'The link may be old, or it is not open to you. An administrator can give you a role that may.',
        action: html`<a class="button" href=${address(this.#slug, first.path)}>Go to ${first.title}</a>`,
      });
    const input = { base: address(this.#slug, section.path), rest: this.rest, search: this.search };
    return html`<dossier-slot class="page" .contribution=${section} .input=${input}></dossier-slot>`;
  }

  #choose(event: Event): void {
    if (event.target instanceof HTMLSelectElement)
      this.host.navigate(kinds[this.kind].address(this.#slug, event.target.value));
  }

  #skip(): void {
    this.renderRoot.querySelector('main')?.focus();
  }

  override render(): TemplateResult {
    const offered = this.#offered();
    const listed = offered.filter((one) => one.listed);
    const organization = this.session?.organization;
    const { name, address, choice } = kinds[this.kind];
    const paused = html`<div role="status">${
      this.liveState === 'paused' ? html`<p class="paused">${icon('pulse', 16)} Live updates paused</p>` : nothing
    }</div>`;
    const current = (one: Section): boolean => one.path === this.section;
    const choices = offered.filter((one) => one.listed || current(one));
    return html`
      <aside class="side" aria-label="Sidebar">
        <button class="skip" @click=${this.#skip}>Skip to the content</button>
        <a class="back" href=${this.#back}>${icon('left', 16)} Back to work</a>
        <p class="organization">${organization ? emblem(organization, 'small') : nothing}<span><b>${name}</b><span
          class="muted small">${organization?.name ?? ''}</span></span></p>
        <div class="jumps">${paletteButton(() => void this.#palette.open())}</div>
        ${
          listed.length > 0
            ? html`
            <nav aria-label=${name}><ul>${listed.map(
              (one) =>
                html`<li><a href=${address(this.#slug, one.path)}
                  aria-current=${current(one) ? 'page' : nothing}>${icon(one.icon)}${one.title}</a></li>`,
            )}</ul></nav>
            `
            : nothing
        }
        ${
          choices.length > 0
            ? html`<label class="choice"><span class="visually-hidden">${choice}</span>
              <select class="input" @change=${this.#choose}>${choices.map(
                (one) =>
                  html`<option value=${one.path} ?selected=${current(one)}
                    .selected=${current(one)}>${one.title}</option>`,
              )}</select>${icon('down', 16)}</label>`
            : nothing
        }
        <button class="button quiet icon find" aria-label="Search or jump"
          @click=${() => void this.#palette.open()}>${icon('search', 20)}</button>
        ${this.#narrow.matches ? html`<dossier-header-items compact></dossier-header-items>` : nothing}
        <div class="foot">${paused}${
          this.#narrow.matches ? nothing : html`<dossier-header-items></dossier-header-items>`
        }<dossier-user-menu></dossier-user-menu></div>
      </aside>
      <main id="main" tabindex="-1">${this.#content(offered)}</main>${this.#palette.elements}`;
  }
}
define('dossier-sections', SectionsFrame);
