/** What stands above the rows of the queue: its views, and what narrows and orders them. */
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Chip } from './chips.ts';
import type { Counts } from './counts.ts';
import { everything, filterOf, searchOf, sortTexts, viewTexts } from '../filter.ts';
import type { Filter, View } from '../filter.ts';

/** The server counts views up to here: so many, or more. */
const countedTo = 1_000;

const count = (view: View, n: number | undefined): TemplateResult | typeof nothing =>
  n === undefined
    ? nothing
    : html`<span class="count ${view === 'overdue' && n > 0 ? 'late' : ''}">${
        n >= countedTo ? `${figure(countedTo - 1)}+` : n
      }</span>`;

/** Views keep what narrows the list; who leaves a kept one leaves what it narrows. Behind them stand the kept ones. */
export const tabs = (base: string, filter: Filter, counts: Counts | null, saved: unknown): TemplateResult =>
  html`<nav class="tabs" aria-label="Views">${Object.entries(viewTexts).map(([name, text]) => {
    const { view } = filterOf(`view=${name}`);
    return html`<a href="${base}${searchOf({ ...(filter.saved ? everything : filter), view }) || '?view=all'}"
      aria-current=${filter.view === view && !filter.saved ? 'page' : nothing}>${text}${count(view, counts?.[view])}</a>`;
  })}${saved}</nav>`;

/** Actions that others offer for the list and its selection, and the next case for who may take one. */
export const acts = (o: {
  readonly offered: readonly Contribution[];
  readonly search: string;
  /** Ids of applications. */
  readonly selected: readonly string[];
  readonly takeNext: (() => void) | null;
  readonly busy: boolean;
}): TemplateResult =>
  html`<div class="actions">${o.offered.map(
    (one) => html`<dossier-slot .contribution=${one} .input=${{ search: o.search, selected: o.selected }}
    .short=${true}></dossier-slot>`,
  )}${
    o.takeNext === null
      ? nothing
      : html`<button class="button primary" ?disabled=${o.busy} aria-keyshortcuts="N"
        @click=${o.takeNext}>Take next case<kbd aria-hidden="true">N</kbd></button>`
  }</div>`;

/** Search, chips and order. */
export const bar = (
  filter: Filter,
  chips: readonly Chip[],
  o: {
    readonly type: (event: Event) => void;
    readonly change: (filter: Partial<Filter>) => void;
    readonly choose: () => void;
    /** Null where there is nothing to keep. */
    readonly keep: (() => void) | null;
    readonly columns: () => void;
    readonly exported: () => void;
  },
): TemplateResult => html`<div class="bar">
  <label class="search"><span
    class="visually-hidden">Search by name, template or number</span>${icon('search', 16)}
    <input class="input" type="search" placeholder="Name, number" .value=${filter.search}
      aria-keyshortcuts="/" @input=${o.type}></label>
  <div class="chips">${chips.map(
    ({ label, value, without }) => html`<span class="narrowed"><span>${label} <b>${value}</b></span><button
      aria-label="Take away: ${label} ${value}"
      @click=${() => o.change(without)}>${icon('cross', 14)}</button></span>`,
  )}<button class="add" @click=${o.choose}>${icon('plus', 14)} Filter</button></div>
  ${
    o.keep === null
      ? nothing
      : html`<button class="keep" @click=${o.keep} aria-keyshortcuts="S">${icon('bookmark', 16)} Save view</button>`
  }<label class="sort"><span class="visually-hidden">Order</span>
    <select class="input" .value=${filter.sort} @change=${(event: Event) => {
      if (event.target instanceof HTMLSelectElement) o.change({ sort: event.target.value });
    }}>${Object.entries(sortTexts).map(
      ([key, text]) => html`<option value=${key} ?selected=${key === filter.sort}>${text}</option>`,
    )}${
      Object.hasOwn(sortTexts, filter.sort) ? nothing : html`<option value=${filter.sort} selected>By a column</option>`
    }</select></label>
  <button class="button icon" title="Columns and groups" aria-label="Columns and groups" aria-keyshortcuts="C"
    @click=${o.columns}>${icon('table', 16)}</button>
  <button class="button icon" title="Export this list as CSV" aria-label="Export this list as CSV"
    @click=${o.exported}>${icon('download', 16)}</button>
</div>`;

/** The keys, for who has a keyboard. */
const keyLine = html`<p class="keys" aria-hidden="true"><span><kbd>J</kbd><kbd>K</kbd> move</span><span>
  <kbd>Space</kbd> preview</span><span><kbd>X</kbd> select</span><span><kbd>Enter</kbd> open</span><span>
  <kbd>?</kbd> all keys</span></p>`;

/** What stands below the rows: the keys, how many of all are loaded, and whether new ones appear by themselves. */
export const foot = (o: {
  readonly loaded: number;
  readonly total: number | null;
  readonly isLive: boolean;
}): TemplateResult =>
  html`<div class="foot muted">${keyLine}<p class="loaded number">${
    o.total === null ? nothing : html`<span>${figure(o.loaded)} of ${figure(o.total)}</span>`
  }${o.isLive ? html`<span class="live">Live</span>` : nothing}</p></div>`;
