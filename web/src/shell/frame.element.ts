import { ContextConsumer, ContextProvider } from '@lit/context';
import { contributionsContext, define, DossierElement, inSlot, ProblemError, workspaceContext } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { LiveState } from '../realtime/client.ts';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { frameQuery, shellPart, slots, viewerQuery, withPath } from './contributions.ts';
import type { Viewer } from './contributions.ts';
import { frameStyles } from './frame.styles.ts';
import { lastUsed } from './last-used.ts';
import { organizationsAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import './header-items.element.ts';
import { PaletteController } from './palette.controller.ts';
import { lastPanel } from './last-panel.ts';
import { NarrowController } from './narrow.controller.ts';
import './panel-buttons.element.ts';
import './sidebar.element.ts';
import './slot.element.ts';

/** The side panel, which comes when one is opened. */
const sidePanel = shellPart('dossier-side-panel', 'The panel');
const loadSidePanel = (): Promise<object> => import('./side-panel.element.ts');

/** A workspace: its sidebar, and in the middle the page that the address names. */
class Frame extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, frameStyles];
  static override properties = {
    workspaceId: {},
    rest: {},
    search: {},
    liveState: {},
    frame: { state: true },
    error: { state: true },
    panel: { state: true },
  };
  declare workspaceId: string;
  declare rest: string;
  declare search: string;
  declare liveState: LiveState;
  declare frame: { readonly viewer: Viewer; readonly shell: readonly Contribution[] } | null;
  declare error: unknown;
  /** Tag of the open side panel, and whether the person has opened it just now. */
  declare panel: { readonly tag: string; readonly asked: boolean } | null;
  readonly #palette = new PaletteController(this, () =>
    this.host.notify({ kind: 'error', text: 'The search could not be loaded. Please try again.' }),
  );
  readonly #workspaces = new ContextProvider(this, { context: workspaceContext });
  readonly #contributions = new ContextProvider(this, { context: contributionsContext, initialValue: null });
  /** What is offered outside workspaces is offered here too. */
  readonly #elsewhere = new ContextConsumer(this, {
    context: contributionsContext,
    callback: () => this.#offer(),
    subscribe: true,
  });
  readonly #narrow = new NarrowController(this);
  #configuration: Disposable | null = null;
  #shown: string | null = null;
  /** How many looks have begun, and which of them is shown. */
  #looks = 0;
  #newest = 0;
  /** How far a page was scrolled when something of it was opened. */
  readonly #left = new Map<string, number>();

  constructor() {
    super();
    this.workspaceId = '';
    this.rest = '';
    this.search = '';
    this.liveState = 'idle';
    this.frame = null;
    this.error = null;
    const kept = lastPanel.tag;
    // On a phone it would hide the page.
    this.panel = kept === null || this.#narrow.matches ? null : { tag: kept, asked: false };
    this.addEventListener('dossier-palette', () => {
      this.#drawer(false);
      void this.#palette.open();
    });
    this.addEventListener('dossier-panel', (event) => {
      if (event instanceof CustomEvent) this.#openPanel(event.detail);
    });
  }

  #openPanel(tag: string | null): void {
    this.#drawer(false);
    this.panel = tag === null ? null : { tag, asked: true };
    lastPanel.tag = tag;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#configuration?.[Symbol.dispose]();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('rest') && this.#shown !== null && this.rest.startsWith(`${this.#shown}/`))
      this.#left.set(this.#shown, this.renderRoot.querySelector('main')?.scrollTop ?? 0);
    if (changed.has('workspaceId') && this.workspaceId) {
      this.frame = null;
      this.#shown = null;
      this.#left.clear();
      this.#configuration?.[Symbol.dispose]();
      // Also when changes may have been missed: what was switched between the first look and the subscription.
      this.#configuration = this.host.live(
        { kind: 'configuration', workspaceId: this.workspaceId },
        () => void this.#load(),
      );
      void this.#load();
    }
  }

  async #load(): Promise<void> {
    const workspaceId = this.workspaceId;
    const look = (this.#looks += 1);
    // An answer counts unless a look that began later has come: a stream of changes is followed, never turned back.
    const counts = (): boolean => look >= this.#newest && workspaceId === this.workspaceId;
    this.error = null;
    try {
      const frame = await this.host.query(frameQuery, { workspaceId }).catch((error: unknown) => this.#outside(error));
      if (!counts()) return;
      this.#newest = look;
      this.error = null;
      const workspace = frame.viewer.workspaces.find((one) => one.id === workspaceId);
      if (workspace) {
        this.#workspaces.setValue(workspace);
        const slug = this.session?.organization?.slug;
        if (slug) lastUsed.mark(slug, workspaceId);
      }
      this.frame = frame;
      this.#offer();
      // Live updates need their own chunk; the page is drawn first.
      requestAnimationFrame(() => setTimeout(() => this.dispatchEvent(new Event('dossier-drawn'))));
    } catch (error) {
      if (counts()) this.error = error;
    }
  }

  #offer(): void {
    if (this.frame) this.#contributions.setValue([...this.frame.shell, ...(this.#elsewhere.value ?? [])]);
  }

  /** What there is around a workspace that is not, or is no longer, one of this person's. */
  async #outside(error: unknown): Promise<NonNullable<Frame['frame']>> {
    if (!(error instanceof ProblemError) || error.status !== 404) throw error;
    return { ...(await this.host.query(viewerQuery, {})), shell: [] };
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  #pages(): readonly (Contribution & { path: string })[] {
    return withPath(inSlot(this.frame?.shell ?? [], slots.page));
  }

  #page(): (Contribution & { path: string }) | undefined {
    return this.#pages()
      .toSorted((a, b) => b.path.length - a.path.length)
      .find((page) => this.rest === page.path || this.rest.startsWith(`${page.path}/`));
  }

  protected override updated(): void {
    const page = this.#page();
    const deadEnd = this.renderRoot.querySelector('main > .state h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · ${this.session?.organization?.name ?? 'Dossier'}`;
    if (!page || this.#shown === this.rest) return;
    const before = this.#shown;
    this.#shown = this.rest;
    document.title = `${page.title} · ${this.session?.organization?.name ?? 'Dossier'}`;
    this.renderRoot.querySelector<HTMLDialogElement>('dialog')?.close();
    if (before === null) return;
    const main = this.renderRoot.querySelector('main');
    main?.scrollTo(0, 0);
    main?.focus({ preventScroll: true });
    // Coming back from what was opened, a user goes on where they were; the page is drawn again by the next frame.
    const left = before.startsWith(`${this.rest}/`) ? (this.#left.get(this.rest) ?? 0) : 0;
    if (left > 0)
      requestAnimationFrame(() => {
        if (this.#shown === this.rest) main?.scrollTo(0, left);
      });
  }

  #content(): TemplateResult {
    const { frame } = this;
    if (this.error) return failure(this.error, () => void this.#load(), { alone: true });
    if (!frame) return skeleton(8);
    const home = html`<a class="button" href=${organizationsAddress(this.#slug)}>All organizations</a>`;
    if (!frame.viewer.workspaces.some((one) => one.id === this.workspaceId))
      return empty({
        alone: true,
        icon: 'key',
        title: 'This is not one of your workspaces',
        text: 'It may belong to another organization, or you have no access. An administrator can add you.',
        action: home,
      });
    const first = this.#pages().find(({ listed }) => listed);
    const page = this.#page();
    if (!page) return this.#withoutPage(first, home);
    const input = {
      base: workspaceAddress(this.#slug, this.workspaceId, page.path),
      rest: this.rest.slice(page.path.length + 1),
      search: this.search,
    };
    return html`<dossier-slot class="page" .contribution=${page} .input=${input}></dossier-slot>`;
  }

  /** The address names no page on offer, or none at all. */
  #withoutPage(first: (Contribution & { path: string }) | undefined, home: TemplateResult): TemplateResult {
    const to = first && workspaceAddress(this.#slug, this.workspaceId, first.path);
    // A page that was open until now was switched off; who has no other stays, and sees it again when it is back.
    const wasOpen = this.rest !== '' && this.#shown === this.rest;
    if (first && to && (this.rest === '' || wasOpen)) {
      queueMicrotask(() => {
        if (wasOpen)
          this.host.notify({
            kind: 'info',
            text: 'That page is not open to you any more: it was switched off in this workspace, or your role lost it.',
          });
        this.host.navigate(to, { replace: true });
      });
      return skeleton(8);
    }
    // Who may change that is led there by an element; others ask.
    const ways = inSlot(this.frame?.shell ?? [], slots.withoutPage);
    const input = { workspaceId: this.workspaceId };
    const elements = ways.map(
      (one) => html`<dossier-slot .contribution=${one} .input=${input} .quiet=${true}></dossier-slot>`,
    );
    if (this.rest === '')
      return empty({
        alone: true,
        icon: 'box',
        title: 'Nothing is switched on for you here',
        text: `This workspace offers no pages to your role.${ways.length > 0 ? '' : ' An administrator can switch features on or give you a role.'}`,
        action: html`${elements} ${home}`,
      });
    return empty({
      alone: true,
      icon: 'search',
      title: 'This page is not available',
      text: `It may be switched off in this workspace or not be open to your role, or the link is old.${ways.length > 0 ? '' : ' An administrator can change that.'}`,
      action: html`${elements} ${
        first && to ? html`<a class="button primary" href=${to}>Go to ${first.title}</a>` : home
      }`,
    });
  }

  #sidePanel(): TemplateResult | typeof nothing {
    const panel = inSlot(this.frame?.shell ?? [], slots.sidePanel).find(({ tag }) => tag === this.panel?.tag);
    if (!panel) return nothing;
    const address = workspaceAddress(this.#slug, this.workspaceId, this.rest) + this.search;
    const input = { panel, asked: this.panel?.asked ?? false, address, narrow: this.#narrow.matches };
    return html`<dossier-slot class="panel" .contribution=${sidePanel} .load=${loadSidePanel}
      .input=${input}></dossier-slot>`;
  }

  #sidebar(): TemplateResult {
    return html`<dossier-sidebar .viewer=${this.frame?.viewer ?? null} .pages=${this.#pages()}
      .path=${this.#page()?.path ?? ''} .workspaceId=${this.workspaceId} .liveState=${this.liveState}
      .panel=${this.panel?.tag ?? null}></dossier-sidebar>`;
  }

  #drawer(open: boolean): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (open) dialog?.showModal();
    else dialog?.close();
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  }

  override render(): TemplateResult {
    const paused = this.liveState === 'paused';
    const skip = html`<a class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>`;
    return html`
      ${
        this.#narrow.matches
          ? html`
          <header class="bar">
            ${skip}
            <button class="button quiet icon" aria-label="Open the menu" aria-haspopup="dialog"
              @click=${() => this.#drawer(true)}>${icon('menu', 20)}</button>
            <span class="where">${
              this.frame?.viewer.workspaces.find((one) => one.id === this.workspaceId)?.name ?? ''
            }</span>
            ${paused ? html`<span class="paused">${icon('pulse', 16)} Live updates paused</span>` : nothing}
            <button class="button quiet icon" aria-label="Search or jump" aria-haspopup="dialog"
              @click=${() => void this.#palette.open()}>${icon('search', 20)}</button>
            <dossier-panel-buttons compact .open=${this.panel?.tag ?? null}></dossier-panel-buttons>
            <dossier-header-items compact></dossier-header-items>
          </header>
          <dialog class="drawer" aria-label="Menu" @click=${(event: Event) => {
            if (event.target instanceof HTMLDialogElement) this.#drawer(false);
          }}>
            <div class="drawer-content"><button class="button quiet icon close" aria-label="Close the menu"
              @click=${() => this.#drawer(false)}>${icon('cross', 20)}</button>${this.#sidebar()}</div>
          </dialog>`
          : html`<aside class="side" aria-label="Sidebar">${skip}${this.#sidebar()}</aside>`
      }
      <main id="main" tabindex="-1">${this.#content()}</main>${this.#sidePanel()}${this.#palette.elements}`;
  }
}
define('dossier-frame', Frame);
