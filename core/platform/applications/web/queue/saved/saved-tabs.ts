/** Kept views beside the given ones, and what is said about the one that is open. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { everything, searchOf } from '../../filter.ts';
import type { SavedView } from './saved-view.ts';

/** The server counts up to here: so many, or more. */
const countedTo = 100;
/** Tabs; the others are found by "All views". */
const mostTabs = 8;

export const savedTabs = (o: {
  readonly base: string;
  readonly saved: string;
  readonly views: readonly SavedView[];
  readonly counts: ReadonlyMap<string, number>;
  readonly all: () => void;
}): TemplateResult | typeof nothing => {
  if (o.views.length === 0) return nothing;
  const tabs = o.views.filter(({ id }, i) => i < mostTabs || id === o.saved);
  return html`<span class="rule" aria-hidden="true"></span>${tabs.map(({ id, name, shared }) => {
    const n = o.counts.get(id);
    return html`<a href="${o.base}${searchOf({ ...everything, saved: id })}" aria-current=${
      o.saved === id ? 'page' : nothing
    }>${icon(shared ? 'people' : 'bookmark', 14)}<bdi>${name}</bdi>${
      n === undefined ? nothing : html`<span class="count">${n >= countedTo ? `${countedTo - 1}+` : n}</span>`
    }</a>`;
  })}<button class="more" @click=${o.all}>All views</button>`;
};

/** One line about the open view: what differs, what is no more, and what can be done about it. */
export const savedLine = (o: {
  /** Undefined for one that the reader may not see, or that is no more. */
  readonly view: SavedView | undefined;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly save: () => void;
  readonly keep: () => void;
  readonly back: () => void;
  readonly edit: () => void;
  readonly leave: () => void;
}): TemplateResult => {
  const { view } = o;
  if (view === undefined)
    return html`<div class="saved" role="status"><p>${icon('lock', 16)} This view is not open to you: somebody keeps it
      to themselves, or it was removed. You see the list without it.</p><button class="button small"
      @click=${o.leave}>Show all applications</button></div>`;
  const { missing, mayChange } = view;
  return html`${
    missing.length === 0
      ? nothing
      : html`<div class="saved warn" role="status">${icon('warning', 16)}<p>${missing.join(' ')} The rest is shown.</p>${
          mayChange
            ? html`<button class="button small" ?disabled=${o.busy} @click=${o.save}>Mend the view</button>`
            : nothing
        }</div>`
  }<div class="saved"><p class="muted">${
    view.shared
      ? html`Shared by <bdi>${view.own ? 'you' : (view.author?.name ?? 'somebody who left')}</bdi>`
      : 'Only you see this view'
  }</p>${
    o.changed
      ? html`<span class="changed">Changed</span>${
          mayChange ? html`<button class="button small" ?disabled=${o.busy} @click=${o.save}>Save</button>` : nothing
        }<button class="button small" @click=${o.keep}>Save as new</button><button class="button small"
          @click=${o.back}>Back to the view</button>`
      : html`<button class="button small" @click=${o.edit}>${mayChange ? 'Edit view' : 'Copy view'}</button>`
  }</div>`;
};
