/** What the list has of kept views. What is drawn of them is loaded when there are some, or somebody keeps one. */
import type { DossierElement } from '@dossier/sdk/web';
import { everything, searchOf } from '../../filter.ts';
import type { Filter } from '../../filter.ts';
import type { ApplicationRow } from '../../types.ts';
import type { Told } from './grouping.ts';
import type { grouped, SavedUi } from './saved-ui.ts';
import { isWorthKeeping } from './saved-view.ts';
import { SavedViews } from './saved.controller.ts';

export interface Page {
  /** What the list shows now. */
  readonly filter: () => Filter;
  /** Shows the list of another address. */
  readonly show: (search: string, o?: { replace?: boolean }) => void;
}

export class SavedParts {
  /** Whether it is known what the address shows. */
  ready = false;
  readonly #element: DossierElement;
  readonly #page: Page;
  readonly #views: SavedViews;
  #workspaceId = '';
  #search = '';
  /** What is drawn of them; null until it is needed. */
  ui: SavedUi | null = null;
  #grouped: typeof grouped | null = null;

  constructor(element: DossierElement, page: Page) {
    this.#element = element;
    this.#page = page;
    this.#views = new SavedViews(element);
  }

  /** What the address of the list begins from. */
  get base(): Filter {
    return this.#views.base(this.#search) ?? everything;
  }

  /** Whether there is something that no view keeps yet. */
  get mayKeep(): boolean {
    const filter = this.#page.filter();
    return !filter.saved && isWorthKeeping(filter);
  }

  /** Whether the address names a view that the reader may not see. */
  get isGone(): boolean {
    const { saved } = this.#page.filter();
    return saved !== '' && this.#views.named(saved) === undefined;
  }

  /**
   * False while nobody knows what the address shows. `begins`: who comes for the first time, by no certain address,
   * begins with the view of their role.
   */
  show(workspaceId: string, o: { readonly search: string; readonly begins: boolean }): boolean {
    this.ready = this.#know(workspaceId, o);
    const { saved, group } = this.#page.filter();
    if (this.ui === null && (saved || group || this.#views.views?.length)) void this.#load();
    return this.ready;
  }

  #know(workspaceId: string, o: { readonly search: string; readonly begins: boolean }): boolean {
    this.#workspaceId = workspaceId;
    this.#search = o.search;
    this.#views.show(workspaceId);
    if (this.#views.base(o.search) === null) return false;
    if (!o.begins || o.search !== '') return true;
    const { views } = this.#views;
    const first = views?.find(({ begins }) => begins);
    if (first) this.#page.show(searchOf({ ...everything, saved: first.id }), { replace: true });
    return views !== null && first === undefined;
  }

  async #load(): Promise<SavedUi> {
    const { SavedUi, grouped } = await import('./saved-ui.ts');
    this.#grouped = grouped;
    this.ui ??= new SavedUi({
      element: this.#element,
      page: this.#page,
      views: this.#views,
      base: () => this.base,
      workspaceId: () => this.#workspaceId,
    });
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    return this.ui;
  }

  /** The rows with headings above their groups. */
  grouped(rows: readonly ApplicationRow[], told: Omit<Told, 'sort'>): readonly ApplicationRow[] {
    const { group, sort } = this.#page.filter();
    return group && this.#grouped ? this.#grouped(rows, group, { ...told, sort }) : rows;
  }

  /** Keeps what is shown: in a new view, or in the open one where it may be changed. */
  async keep(): Promise<void> {
    await (await this.#load()).keep();
  }

  /** Other columns, without keeping them. */
  async choose(): Promise<void> {
    await (await this.#load()).choose();
  }
}
