import { define, DossierElement, Offered } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { organizationsAddress, profileAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { slots, withPath } from './contributions.ts';
import { frameStyles } from './frame.styles.ts';
import { lastUsed } from './last-used.ts';
import { sectionsStyles } from './sections.styles.ts';
import './header-items.element.ts';
import { paletteButton, paletteButtonStyles } from './palette-button.ts';
import { NarrowController } from './narrow.controller.ts';
import { PaletteController } from './palette.controller.ts';
import './user-menu.element.ts';

type Section = Contribution & { readonly path: string };

/**
 * All that is a person's own, the same in every organization. Some parts are for the one in which they work, so it can
 * be chosen here.
 */
class ProfileFrame extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    frameStyles,
    sectionsStyles,
    paletteButtonStyles,
    css`
    .skip { border: 0; cursor: pointer; }
    main > .field { display: none; max-width: 46rem; margin-bottom: 1.25rem; }
    @media (max-width: 63.99em) { main > .field { display: grid; } .side .back { align-self: center; } }
  `,
  ];
  static override properties = { section: {}, rest: {}, search: {} };
  declare section: string;
  declare rest: string;
  declare search: string;
  readonly #sections = new Offered(this, slots.profileSection);
  readonly #narrow = new NarrowController(this);
  readonly #palette = new PaletteController(this, () =>
    this.host.notify({ kind: 'error', text: 'The search could not be loaded. Please try again.' }),
  );
  #shown: string | null = null;
  #heard: string | undefined;

  constructor() {
    super();
    this.section = '';
    this.rest = '';
    this.search = '';
  }

  /**
   * Live updates, by which the page learns that its session was ended, need their own chunk; the page is drawn first.
   * Each organization has its own.
   */
  #listen(): void {
    const organization = this.session?.organization?.id;
    if (organization === this.#heard) return;
    this.#heard = organization;
    requestAnimationFrame(() =>
      setTimeout(() => this.dispatchEvent(new Event('dossier-drawn', { bubbles: true, composed: true }))),
    );
  }

  protected override updated(): void {
    this.#listen();
    const shown = `${this.section}/${this.rest}`;
    if (this.#shown === shown || !this.#sections.isKnown) return;
    const first = this.#shown === null;
    this.#shown = shown;
    document.title = `${this.#section?.title ?? 'Profile'} · Your profile · Dossier`;
    if (first) return;
    const main = this.renderRoot.querySelector('main');
    main?.scrollTo(0, 0);
    main?.focus({ preventScroll: true });
  }

  get #section(): Section | undefined {
    return withPath(this.#sections.list).find((one) => one.path === this.section);
  }

  /** Where the person worked last, else the list of organizations, else the beginning. */
  get #back(): string {
    const slug = this.session?.organization?.slug;
    if (slug === undefined) return '/';
    const workspace = lastUsed.workspace(slug);
    return workspace === null ? organizationsAddress(slug) : workspaceAddress(slug, workspace);
  }

  #go(event: Event): void {
    if (event.target instanceof HTMLSelectElement) this.host.navigate(profileAddress(event.target.value));
  }

  async #workIn(event: Event): Promise<void> {
    if (!(event.target instanceof HTMLSelectElement)) return;
    try {
      await this.host.send('POST', '/api/v1/session/organization', { slug: event.target.value });
      this.dispatchEvent(
        new CustomEvent('dossier-organization-chosen', { detail: location.pathname, bubbles: true, composed: true }),
      );
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'The organization could not be opened. Please try again.',
      });
      this.requestUpdate();
    }
  }

  #skip(): void {
    this.renderRoot.querySelector('main')?.focus();
  }

  #organizations(): TemplateResult | typeof nothing {
    const organizations = this.session?.organizations ?? [];
    const slug = this.session?.organization?.slug;
    if (organizations.length < 2) return nothing;
    return html`<label class="field"><span class="label">Organization</span>
      <select class="input" @change=${this.#workIn}>
        ${slug === undefined ? html`<option value="" selected>Choose…</option>` : nothing}
        ${organizations.map(
          (one) => html`<option value=${one.slug} ?selected=${one.slug === slug}
          .selected=${one.slug === slug}>${one.name}</option>`,
        )}
      </select></label>`;
  }

  override render(): TemplateResult {
    const sections = withPath(this.#sections.list);
    const section = this.#section;
    return html`
      <aside class="side" aria-label="Sidebar">
        <button class="skip" @click=${this.#skip}>Skip to the content</button>
        <a class="back" href=${this.#back} aria-label="Back to work">${icon('left', 16)} Back to work</a>
        <div class="jumps">${paletteButton(() => void this.#palette.open())}</div>
        <nav aria-label="Your profile"><ul>${sections.map(
          (one) =>
            html`<li><a href=${profileAddress(one.path)}
              aria-current=${one.path === section?.path ? 'page' : nothing}>${icon(one.icon)}${one.title}</a></li>`,
        )}</ul></nav>
        <label class="choice"><span class="visually-hidden">Part of your profile</span>
          <select class="input" @change=${this.#go}>${sections.map(
            (one) =>
              html`<option value=${one.path} ?selected=${one.path === section?.path}
                .selected=${one.path === section?.path}>${one.title}</option>`,
          )}</select>${icon('down', 16)}</label>
        <button class="button quiet icon find" aria-label="Search or jump"
          @click=${() => void this.#palette.open()}>${icon('search', 20)}</button>
        ${this.#narrow.matches ? html`<dossier-header-items compact></dossier-header-items>` : nothing}
        <div class="foot">${this.#organizations()}${
          this.#narrow.matches ? nothing : html`<dossier-header-items></dossier-header-items>`
        }<dossier-user-menu></dossier-user-menu></div>
      </aside>
      <main id="main"
        tabindex="-1">${this.#organizations()}${this.#content(section)}</main>${this.#palette.elements}`;
  }

  #content(section: Section | undefined): unknown {
    if (!this.#sections.isKnown) return skeleton(8);
    if (!section)
      return empty({
        alone: true,
        icon: 'search',
        title: 'There is no such part of your profile',
        text: 'The link may be old or mistyped.',
        action: html`<a class="button" href=${profileAddress()}>Go to your profile</a>`,
      });
    const input = { base: profileAddress(section.path), rest: this.rest, search: this.search };
    return keyed(
      `${section.path} ${this.session?.organization?.id ?? ''}`,
      html`<dossier-slot .contribution=${section} .input=${input}></dossier-slot>`,
    );
  }
}
define('dossier-profile', ProfileFrame);
