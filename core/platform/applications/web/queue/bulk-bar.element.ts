import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { applicationsQuery } from '../application.query.ts';
import { sumText } from './bulk.ts';
import { everything, variablesOf } from '../filter.ts';
import type { Filter } from '../filter.ts';
import type { ApplicationRow } from '../types.ts';

type Listed = ReturnType<NonNullable<(typeof applicationsQuery)['types']>>;

/** What is confirmed is a list of applications that somebody could look through: so many at most. */
const most = 500;
const pageSize = 100;

/**
 * Floats over the list while rows are selected: how many, their amounts, and what can be done to many at once. "All of
 * this list" are those that it holds at that moment, read one page after another; what comes later is not among them.
 */
class BulkBar extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`:host { position: absolute; inset: auto 0 3rem; z-index: 3; margin-inline: auto; width: fit-content;
        max-width: calc(100% - 2rem); }
      div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem; padding: 0.375rem;
        border-radius: var(--dossier-radius-l); background: var(--dossier-text); color: var(--dossier-background);
        box-shadow: var(--dossier-shadow-l); font-size: var(--dossier-size-s); }
      b, span { padding: 0 0.5rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .button { border-color: transparent; background: transparent; color: inherit; }
      .button:hover:not([disabled]) { background: color-mix(in oklab, currentColor 14%, transparent); }
      kbd { font: inherit; font-size: var(--dossier-size-xs); padding: 0 0.3125rem; border-radius: 0.25rem;
        background: color-mix(in oklab, currentColor 14%, transparent); }`,
  ];
  static override properties = {
    workspaceId: {},
    picked: {},
    filter: {},
    total: {},
    works: {},
    assign: {},
    choose: {},
    busy: { state: true },
  };
  declare workspaceId: string;
  declare picked: readonly ApplicationRow[];
  declare filter: Filter;
  /** How many the list holds. */
  declare total: number;
  declare works: boolean;
  declare assign: () => void;
  declare choose: (rows: readonly ApplicationRow[]) => void;
  declare busy: boolean;

  constructor() {
    super();
    this.workspaceId = '';
    this.picked = [];
    this.filter = everything;
    this.total = 0;
    this.works = false;
    this.assign = () => {};
    this.choose = () => {};
    this.busy = false;
  }

  async #all(): Promise<void> {
    this.busy = true;
    const rows: ApplicationRow[] = [];
    try {
      for (let after: string | null = null; ;) {
        const { applications }: Listed = await this.host.query(applicationsQuery, {
          workspaceId: this.workspaceId,
          first: pageSize,
          after,
          ...variablesOf(this.filter),
        });
        rows.push(...applications.rows);
        after = applications.next;
        if (after === null || rows.length >= most) break;
      }
      this.choose(rows.slice(0, most));
      if (this.total > most)
        this.host.notify({
          kind: 'info',
          text: `The first ${most} are selected. More than that are not changed at once; narrow the list to go on.`,
        });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.host.notify({ kind: 'error', text: error.message });
    } finally {
      this.busy = false;
    }
  }

  override render() {
    const { picked, total } = this;
    const sum = sumText(picked);
    const all = Math.min(total, most);
    return html`<div role="region" aria-label="Selection"><b>${figure(picked.length)} selected</b>${
      sum === '' ? nothing : html`<span>${sum}</span>`
    }${
      picked.length < all
        ? html`<button class="button" ?disabled=${this.busy} @click=${() => void this.#all()}>Select ${
            total > most ? `the first ${most} of ${figure(total)}` : `all ${total} of this list`
          }</button>`
        : nothing
    }${
      this.works
        ? html`<button class="button" aria-keyshortcuts="A"
            @click=${this.assign}>${icon('person', 16)} Assign <kbd aria-hidden="true">A</kbd></button>`
        : nothing
    }<button class="button" aria-keyshortcuts="Escape" @click=${() => this.choose([])}>Clear <kbd
      aria-hidden="true">Esc</kbd></button></div>`;
  }
}
define('dossier-bulk-bar', BulkBar);
