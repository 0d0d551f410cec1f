/** What came of a document, what did not, and what the rest would cost. */
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DocumentState } from '../../replies.ts';
import { cost, told } from './asked.ts';
import { failedOf, inWords, thereOf } from './pdf.controller.ts';
import type { PdfShown } from './pdf.controller.ts';
import { onceMore, price } from './words.ts';

export interface PdfWishes {
  /** All that are not there, or these. */
  readonly start: (pages?: readonly number[]) => unknown;
  readonly stop: () => unknown;
  /** Shows what is there. */
  readonly view: () => unknown;
}

const signs = {
  there: { icon: 'check', words: 'there' },
  failed: { icon: 'warning', words: 'failed' },
  waiting: { icon: 'clock', words: 'not there yet' },
} as const;

/** What is left does not reach for all: it says how many are missing, and what it reaches for. */
const few = (state: DocumentState, left: number, wishes: PdfWishes): TemplateResult => {
  const wanted = state.pages.filter((one) => one.state !== 'there').map(({ page }) => page);
  const some = wanted.slice(0, left);
  const last = some.at(-1);
  const which = wanted.length === state.of ? `all ${state.of} pages` : 'the pages that are not there';
  return told(`${price(state.credits - left)} too few for ${which}. What is here already stays readable.`, {
    tone: 'warning',
    action:
      last === undefined
        ? nothing
        : html`<button class="button small" @click=${() => wishes.start(some)}>Read ${
            some.length === 1 ? `page ${last}` : `pages ${some[0]}–${last}`
          } ${cost(some.length)}</button>`,
  });
};

const missing = (
  state: DocumentState,
  { isBusy, left }: PdfShown,
  wishes: PdfWishes,
): TemplateResult | typeof nothing => {
  const failed = failedOf(state);
  const waiting = state.pages.length - thereOf(state) - failed.length;
  if (state.isRunning || state.isWhole) return nothing;
  if (waiting > 0)
    return left !== null && left < state.credits
      ? few(state, left, wishes)
      : html`<button class="button small primary" ?disabled=${isBusy} @click=${() => wishes.start()}>${
          waiting === state.of ? `Read all ${state.of} pages` : 'Read the others, too'
        } ${cost(state.credits)}</button>`;
  return failed.length > 1
    ? html`<button class="button small" ?disabled=${isBusy} @click=${() =>
        wishes.start(failed.map(({ page }) => page))}>Try all ${failed.length} again ${cost(failed.length)}</button>`
    : nothing;
};

/** `seen` are the pages in the file that is shown; null while none is. */
export const pdfBar = (
  state: DocumentState,
  shown: PdfShown,
  seen: number | null,
  wishes: PdfWishes,
): TemplateResult => {
  const there = thereOf(state);
  const hasMore = seen === null ? state.isRunning && there > 0 : there > seen;
  const isMerging = state.isRunning && there === state.of;
  return html`<div class="bar"><span class="grow">${inWords(state)}${isMerging ? ', and become one file' : ''}${
    state.isRunning
      ? html`<progress max=${state.of} .value=${there + failedOf(state).length}
          aria-label="Pages of the document"></progress>`
      : nothing
  }</span>${
    state.isRunning && !isMerging
      ? html`<button class="button small" ?disabled=${shown.isBusy} @click=${wishes.stop}>${icon('cross', 14)} Stop<span
          class="visually-hidden"> fetching pages</span></button>`
      : nothing
  }${
    hasMore
      ? html`<button class="button small" @click=${wishes.view}>${icon('eye', 14)} Show ${
          there === state.of
            ? `all ${there} pages`
            : there === 1
              ? 'the one that is there'
              : `the ${there} that are there`
        }</button>`
      : nothing
  }${missing(state, shown, wishes)}</div>`;
};

/** Each page that failed, with its reason and the way to try it again alone. */
export const failedPages = (
  state: DocumentState,
  { isBusy }: PdfShown,
  wishes: PdfWishes,
): TemplateResult | typeof nothing => {
  const failed = failedOf(state);
  if (failed.length === 0) return nothing;
  return html`<ul class="failed" aria-label="Pages that failed">${failed.map(
    ({ page, trouble }) =>
      html`<li>${told(
        html`<strong>Page ${page} failed.</strong> ${trouble ?? 'The office did not send it.'} No credit was used.`,
        {
          tone: 'warning',
          action: state.isRunning
            ? nothing
            : html`<button class="button small" ?disabled=${isBusy} @click=${() => wishes.start([page])}>Try again<span
              class="visually-hidden">: page ${page}</span> ${cost(onceMore)}</button>`,
        },
      )}</li>`,
  )}</ul>`;
};

/** Each page with a sign and a word, and where the parts of the document begin. */
export const pageByPage = ({ pages, sections }: DocumentState): TemplateResult =>
  html`<details class="pages"><summary>Page by page</summary>${
    sections.length === 0
      ? nothing
      : html`<p class="muted small">${sections.map(({ title, page }) => `${title} from page ${page}`).join(' · ')}</p>`
  }<ol>${pages.map(
    ({ page, state }) =>
      html`<li class=${state}>${icon(signs[state].icon, 13)}${page}<span class="visually-hidden">,
        ${signs[state].words}</span></li>`,
  )}</ol><p class="muted small">A tick: there. A triangle: failed. A clock: not there yet.</p></details>`;
