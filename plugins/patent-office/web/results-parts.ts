import { ProblemError } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { pageSize } from './asking.ts';
import type { Credits, Found, Hit } from './asking.ts';
import { choicesOf, isNarrowed, sorts } from './narrowing.ts';
import type { Narrowing, Sort } from './narrowing.ts';
import { price } from './price.ts';

const n = (count: number): string => figure(count);

/** How many there are, and what is done with those that are here. */
export const resultsBar = (o: {
  readonly total: number;
  readonly narrowing: Narrowing;
  readonly isOpen: boolean;
  readonly change: (part: Partial<Narrowing>) => void;
  readonly toggle: () => void;
  readonly watch: () => void;
}): TemplateResult => html`<div class="bar">
  <p class="count"><b>${n(o.total)}</b> ${o.total === 1 ? 'publication' : 'publications'}</p>
  <button type="button" class="button quiet small icon" id="narrow" aria-expanded=${o.isOpen ? 'true' : 'false'}
    aria-controls="narrowing" aria-label="Filter and sort these results${isNarrowed(o.narrowing) ? ', filtered' : ''}"
    title="Filter and sort these results" @click=${o.toggle}>${icon('filter', 16)}${
      isNarrowed(o.narrowing) ? html`<span class="dot" aria-hidden="true"></span>` : nothing
    }</button>
  <span class="more"><button type="button" class="button quiet small" aria-pressed=${
    o.narrowing.onePerFamily ? 'true' : 'false'
  } @click=${() => o.change({ onePerFamily: !o.narrowing.onePerFamily })}>${icon(
    o.narrowing.onePerFamily ? 'check' : 'copy',
    16,
  )} One per family</button><button type="button" class="button quiet small"
    @click=${o.watch}>${icon('bell', 16)} Save this search</button></span>
</div>`;

const choice = (o: {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly values: readonly (readonly [string, number])[];
  readonly chosen: (value: string) => void;
}): TemplateResult => html`<label class="field"><span class="label">${o.label}</span><select class="input"
  @change=${(event: Event) => {
    if (event.target instanceof HTMLSelectElement) o.chosen(event.target.value);
  }}><option value="" .selected=${o.value === ''}>${o.all}</option>${o.values.map(
    ([value, count]) => html`<option value=${value} .selected=${value === o.value}>${value} (${count})</option>`,
  )}</select></label>`;

/** What narrows and sorts the hits that are here: no credit is used. */
export function narrowingPanel(
  hits: readonly Hit[],
  o: { readonly narrowing: Narrowing; readonly change: (part: Partial<Narrowing>) => void; readonly clear: () => void },
): TemplateResult {
  const { offices, years, applicants } = choicesOf(hits);
  const { narrowing, change } = o;
  return html`<div class="panel" id="narrowing" role="group" aria-label="Filter and sort these results">
    <label class="field whole"><span class="label">With these words</span><input class="input" type="search"
      .value=${narrowing.words} @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) change({ words: event.target.value });
      }}></label>
    ${choice({ label: 'Office', all: 'All', value: narrowing.office, values: offices, chosen: (office) => change({ office }) })}
    ${choice({ label: 'Year', all: 'All', value: narrowing.year, values: years, chosen: (year) => change({ year }) })}
    ${choice({
      label: 'Applicant',
      all: 'All',
      value: narrowing.applicant,
      values: applicants,
      chosen: (applicant) => change({ applicant }),
    })}
    <label class="field"><span class="label">Order</span><select class="input" @change=${(event: Event) => {
      const { value } = event.target instanceof HTMLSelectElement ? event.target : { value: 'given' };
      const sort: Sort = sorts.find(([one]) => one === value)?.[0] ?? 'given';
      change({ sort });
    }}>${sorts.map(
      ([value, text]) => html`<option value=${value} .selected=${value === narrowing.sort}>${text}</option>`,
    )}</select></label>
    <label class="option whole"><input type="checkbox" .checked=${narrowing.withText} @change=${(event: Event) => {
      if (event.target instanceof HTMLInputElement) change({ withText: event.target.checked });
    }}><span>Only of offices that give claims and description</span></label>
    <p class="muted small whole">Of the ${n(hits.length)} that are here. No credit is used.${
      isNarrowed(narrowing)
        ? html` <button type="button" class="button small" @click=${o.clear}>Show all</button>`
        : nothing
    }</p>
  </div>`;
}

/** Below the list: how far it goes, and the way on. */
export function resultsFoot(o: {
  readonly found: Found;
  readonly here: number;
  readonly shown: number;
  readonly busy: boolean;
  readonly credits: Credits | null;
  /** What the next page costs. */
  readonly cost: number;
  readonly more: () => void;
}): TemplateResult {
  const { found, here } = o;
  const reached = Math.min(found.total, found.reachable);
  const end = found.from - 1 + pageSize;
  const next = Math.min(pageSize, reached - end);
  const few = o.credits !== null && o.credits.left < o.cost;
  return html`${
    found.isPartial
      ? html`<p class="note" role="status">${icon('warning', 16)}<span>The office sent fewer than it said. Search again
          later for the rest.</span></p>`
      : nothing
  }${
    next <= 0 && found.total > reached
      ? html`<p class="note">${icon('info', 16)}<span>The office shows the first ${n(reached)} of ${n(found.total)}:
          narrow the search to reach the others.</span></p>`
      : nothing
  }<div class="bar foot">
    <p class="count muted">${here === 0 ? '' : `1–${n(Math.min(end, reached))} of ${n(found.total)}`}${
      found.total > reached && next > 0 ? `; the office shows ${n(reached)}` : ''
    }${o.shown === here ? '' : `, ${n(o.shown)} shown`}</p>
    ${
      next > 0
        ? html`<button type="button" class="button small" id="more" ?disabled=${o.busy || few}
            aria-describedby=${few ? 'few' : nothing} @click=${o.more}>${o.busy ? 'Asking …' : `Next ${next}`}${price(o.cost)}</button>${
              few ? html`<p class="muted small" id="few">No credit is left. What is here stays readable.</p>` : nothing
            }`
        : nothing
    }</div>`;
}

/** In place of hits, when a search failed. What was found before stays, with the same above it. */
export const searchFailed = (error: unknown, retry: () => void): TemplateResult => {
  if (error instanceof ProblemError && error.code === 'no-credits')
    return empty({
      icon: 'clock',
      title: 'Too few credits',
      text: `${error.message} Saved patents, notes and everything that was read before stay readable.`,
      alert: true,
    });
  if (error instanceof ProblemError && error.status === 422)
    return empty({
      icon: 'search',
      title: 'This search cannot be made',
      text: error.errors.map(({ detail }) => detail).join(' ') || error.message,
      alert: true,
    });
  return failure(error, retry);
};

/** The same in one line above hits that stay. */
export const failedNote = (error: unknown): TemplateResult => html`<p class="note warning" role="alert">${icon(
  'warning',
  16,
)}<span>${error instanceof Error ? error.message : 'That did not work. Please try again.'} What was found before
  stays.</span></p>`;

export const nothingFound = (): TemplateResult =>
  empty({
    icon: 'search',
    title: 'No publication has this',
    text: 'Use fewer or other words, “has one of” in place of “has all of”, or a class in place of words.',
  });

export const notSearchedYet = (): TemplateResult =>
  empty({
    icon: 'search',
    title: 'Nothing is searched yet',
    text: 'Search by words, by an applicant, or write the number of a publication. What it costs is on the button.',
  });

export const allNarrowedAway = (here: number, clear: () => void): TemplateResult =>
  empty({
    icon: 'filter',
    title: 'None of these',
    text: `Of the ${counted(here, 'publication that is', 'publications that are')} here, none fits the filter.`,
    action: html`<button type="button" class="button" @click=${clear}>Show all</button>`,
  });
