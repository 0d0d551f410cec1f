/** Parts of the wizard around its step: where one is, what is stored, and what needs a look. */
import { shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DraftReply } from '../contract.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { Content } from './merge.ts';
import { nameAt } from '../../templates/form/index.ts';
import { own } from './steps.ts';
import type { Fault, Step, Walk } from './steps.ts';

/** Those that were passed, and those before this one, lead back into themselves. */
export const stepList = (walk: Walk, at: number, { done }: Content, goTo: (key: string) => void): TemplateResult =>
  html`<ol class="steps" aria-label="Steps">${walk.steps.map(({ key, title, minutes }, i) => {
    const isPassed = i !== at && (i < at || done.includes(key));
    return html`<li class=${isPassed ? 'done' : ''} aria-current=${i === at ? 'step' : nothing}><span
      class="n">${isPassed ? icon('check', 15) : i + 1}</span><div>${
        isPassed
          ? html`<button class="button quiet" @click=${() => goTo(key)}>${title}</button>`
          : html`<span>${title}</span>`
      }${i === at && minutes !== undefined ? html`<small>about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}</small>` : nothing}</div></li>`;
  })}</ol>`;

const storedText = ({ saving }: DraftKeeper, { savedAt }: DraftReply): string =>
  ({
    saved: `Saved by itself, ${shortTime(savedAt)}`,
    waiting: 'Not saved yet',
    saving: 'Saving…',
    failed: navigator.onLine
      ? 'Not saved: the server did not take it. It is kept in this browser.'
      : 'Not saved: no connection. It is kept in this browser.',
    choose: 'Not saved: you went on elsewhere',
  })[saving];

/** Where one is, whether it is stored, in which language it is, and the way out. */
export function savedLine(o: {
  keeper: DraftKeeper;
  draft: DraftReply;
  walk: Walk;
  at: number;
  leave: string;
}): TemplateResult {
  const { keeper, draft, walk, at, leave } = o;
  const count = walk.steps.length;
  const where = at === count - 1 ? 'Last step' : `Step ${at + 1} of ${count}`;
  return html`<div class="bar"><strong class="thin">${where}</strong><span class="saved muted" role="status">${
    keeper.saving === 'saved' ? icon('check', 15) : nothing
  }${storedText(keeper, draft)}</span><span class="push">${languageChoice(keeper, draft)}<a class="button small"
    href=${leave}>Leave<span class="wide">, go on later</span></a></span></div><div class="bars" aria-hidden="true">${walk.steps.map(
      (_, i) => html`<i class=${i <= at ? 'on' : ''}></i>`,
    )}</div>${conflict(keeper, walk)}`;
}

function languageChoice(keeper: DraftKeeper, { languages, language }: DraftReply): TemplateResult | typeof nothing {
  if (languages.length < 2) return nothing;
  const nameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return html`<label class="language"><span class="visually-hidden">Language of the form</span><select class="input"
    @change=${({ target }: Event) => {
      if (!(target instanceof HTMLSelectElement)) return;
      keeper.change({ language: target.value });
      void keeper.save();
    }}>${languages.map(
      (tag) => html`<option value=${tag} lang=${tag} .selected=${tag === language}>${nameOf(tag)}</option>`,
    )}</select></label>`;
}

/** Where the same was answered here and elsewhere, the person says which it is. */
function conflict(keeper: DraftKeeper, walk: Walk): TemplateResult | typeof nothing {
  if (!keeper.conflict) return nothing;
  const { answers, applicants } = keeper.conflict;
  const names = [...answers.map((key) => nameAt(walk, `/${key}`) ?? key), ...(applicants ? ['Who applies'] : [])];
  return html`<div class="note" role="alert"><p>You answered the same in another tab or on another device, and otherwise:</p>
    <ul class="names-list">${names.map((name) => html`<li>${name}</li>`)}</ul>
    <div class="go"><button class="button" @click=${() => void keeper.choose('mine')}>Keep what stands here</button>
    <button class="button" @click=${() => void keeper.choose('theirs')}>Take what stands there</button></div></div>`;
}

/** A name before what is wrong, where the sentence does not say it. */
const withName = (walk: Walk, { pointer, detail }: Fault): string => {
  const [, kind, index] = pointer.split('/');
  const name =
    kind === 'applicants' ? (Number(index) > 0 ? `Applicant ${Number(index) + 1}` : null) : nameAt(walk, pointer);
  const said = name?.split(': ').at(-1) ?? '';
  return name === null || (detail.includes(said) && !/ \d+: /.test(name))
    ? detail
    : `${name}${/[?!.]$/.test(name) ? '' : '.'} ${detail}`;
};

/** All that is wrong; `leadTo` gives the way to it, null where nothing here can be changed about it. */
export function summary(
  faults: readonly Fault[],
  walk: Walk,
  leadTo: (pointer: string) => (() => void) | null,
): TemplateResult | typeof nothing {
  if (faults.length === 0) return nothing;
  return html`<div class="summary" role="alert" tabindex="-1"><h2>${
    faults.length === 1 ? 'One thing needs a look' : `${faults.length} things need a look`
  }</h2><ul>${faults.map((fault) => {
    const lead = leadTo(fault.pointer);
    const text = withName(walk, fault);
    return html`<li>${lead ? html`<button class="button quiet" @click=${lead}>${text}</button>` : text}</li>`;
  })}</ul></div>`;
}

export const head = ({ key, title, description }: Step, { language }: DraftReply): TemplateResult =>
  key === own.review
    ? html`<div class="head"><h1 tabindex="-1">Check your answers, then send</h1><p
        class="muted">Nothing has been sent yet.</p></div>`
    : html`<div class="head"><h1 tabindex="-1" lang=${key.startsWith('$') ? nothing : language}>${title}</h1>${
        description === undefined ? nothing : html`<p class="muted" lang=${language}>${description}</p>`
      }</div>`;

/** On, and back where there is a step before; `busy`: it was pressed already. */
export const goRow = (o: {
  main: { readonly text: string; readonly busy: boolean; do(): void };
  back: (() => void) | null;
}): TemplateResult =>
  html`<div class="go"><button class="button primary" aria-disabled=${o.main.busy}
    @click=${() => o.main.do()}>${o.main.text}</button>${
      o.back ? html`<button class="button quiet" @click=${o.back}>${icon('left', 16)} Back</button>` : nothing
    }</div>`;
