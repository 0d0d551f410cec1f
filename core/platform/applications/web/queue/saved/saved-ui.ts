/** What is drawn of kept views: tabs, the line about the open one, headings of groups, and what is done to views. */
import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { everything, searchOf } from '../../filter.ts';
import type { Filter } from '../../filter.ts';
import type { Page } from './saved-parts.ts';
import { savedLine, savedTabs } from './saved-tabs.ts';
import { contentOf, viewsPath } from './content.ts';
import type { SavedView } from './saved-view.ts';
import { savedStyles } from './saved.styles.ts';
import type { SavedViews } from './saved.controller.ts';
import { liveViewCounts } from './view-counts.ts';
import type { ViewDialog } from './view-dialog.element.ts';
import type { ViewList } from './view-list.element.ts';

export { grouped } from './grouping.ts';

interface Around {
  readonly element: DossierElement;
  readonly page: Page;
  readonly views: SavedViews;
  readonly base: () => Filter;
  readonly workspaceId: () => string;
}

const none: readonly SavedView[] = [];

export class SavedUi {
  readonly #o: Around;
  readonly #counts: ReturnType<typeof liveViewCounts>;
  /** Those that were counted last. */
  #counted: readonly SavedView[] = none;
  #busy = false;

  constructor(o: Around) {
    this.#o = o;
    this.#counts = liveViewCounts(o.element);
    const { renderRoot: root } = o.element;
    if (root instanceof ShadowRoot && savedStyles.styleSheet)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, savedStyles.styleSheet];
  }

  get #open(): SavedView | undefined {
    const { saved } = this.#o.page.filter();
    return saved ? (this.#o.views.named(saved) ?? undefined) : undefined;
  }

  tabs(base: string): TemplateResult | typeof nothing {
    const views = this.#o.views.views ?? none;
    if (views.length > 0) this.#counts.show({ workspaceId: this.#o.workspaceId() });
    if (views !== this.#counted) void this.#counts.again();
    this.#counted = views;
    return savedTabs({
      base,
      saved: this.#o.page.filter().saved,
      views,
      counts: this.#counts.value ?? new Map(),
      all: () => void this.#all(),
    });
  }

  line(): TemplateResult | typeof nothing {
    const filter = this.#o.page.filter();
    if (!filter.saved || this.#o.views.views === null) return nothing;
    const only = searchOf({ ...everything, saved: filter.saved });
    return savedLine({
      view: this.#open,
      changed: searchOf(filter, this.#o.base()) !== only,
      busy: this.#busy,
      save: () => void this.#save(),
      keep: () => void this.#ask(null),
      back: () => this.#o.page.show(only),
      edit: () => void this.#ask(this.#open?.mayChange ? this.#open : null),
      leave: () => this.#o.page.show('?view=all'),
    });
  }

  dialog(): TemplateResult {
    return html`<dossier-view-dialog .workspaceId=${this.#o.workspaceId()}
        @dossier-view-saved=${(event: CustomEvent<{ id: string }>) => void this.#saved(event.detail.id)}
        @dossier-view-removed=${() => void this.#saved('')}
        @dossier-view-chosen=${(event: CustomEvent<Pick<Filter, 'columns' | 'group'>>) =>
          this.#o.page.show(
            searchOf({ ...this.#o.page.filter(), ...event.detail }, this.#o.base()),
          )}></dossier-view-dialog>
      <dossier-view-list .workspaceId=${this.#o.workspaceId()}
        @dossier-views-changed=${() => void this.#o.views.reload()}></dossier-view-list>`;
  }

  /** Keeps what is shown: in a new view, or in the open one where it may be changed. */
  keep(): Promise<void> {
    return this.#ask(this.#open?.mayChange ? this.#open : null);
  }

  /** Other columns, without keeping them. */
  async choose(): Promise<void> {
    await (await this.#dialog())?.choose(this.#o.page.filter());
  }

  async #dialog(): Promise<ViewDialog | null> {
    await import('./view-dialog.element.ts');
    return this.#o.element.renderRoot.querySelector<ViewDialog>('dossier-view-dialog');
  }

  async #ask(view: SavedView | null): Promise<void> {
    const from = this.#open;
    await (await this.#dialog())?.keep(this.#o.page.filter(), view, view === null && from ? `${from.name} (copy)` : '');
  }

  async #all(): Promise<void> {
    await import('./view-list.element.ts');
    await this.#o.element.renderRoot.querySelector<ViewList>('dossier-view-list')?.show(this.#o.views.views ?? []);
  }

  async #saved(id: string): Promise<void> {
    await this.#o.views.reload();
    this.#o.page.show(id ? searchOf({ ...everything, saved: id }) : '?view=all');
  }

  /** What is shown becomes the view, as it was read; what is no more is not in it. */
  async #save(): Promise<void> {
    const view = this.#open;
    if (!view || this.#busy) return;
    this.#busy = true;
    const { host } = this.#o.element;
    try {
      const { name, shared, version, id } = view;
      await host.send(
        'PUT',
        `${viewsPath(this.#o.workspaceId())}/${id}`,
        { name, shared, ...contentOf(this.#o.page.filter()) },
        { headers: { 'if-match': `"${version}"` } },
      );
      host.notify({ kind: 'success', text: `${name} is saved.` });
      await this.#saved(id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const overtaken = error.status === 412;
      host.notify({
        kind: 'error',
        text: overtaken ? 'Somebody has changed this view meanwhile. It is shown as it is now.' : error.message,
      });
      if (overtaken) await this.#o.views.reload();
    } finally {
      this.#busy = false;
      this.#o.element.requestUpdate();
    }
  }
}
