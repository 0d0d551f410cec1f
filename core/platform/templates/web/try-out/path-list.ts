import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Outlook } from './outlook.ts';
import type { Path, PathRow } from './path.ts';

/** A sign and a word, never colour alone. */
const line = (o: { shown: boolean; title: string; why: string | null; value?: string | null }): TemplateResult =>
  html`<div class="one ${o.shown ? 'shown' : 'hidden'}">${icon(o.shown ? 'check' : 'dash', 15)}<span><span
    class="name">${o.title}</span>${o.shown ? nothing : html` <span class="why">(not asked)</span>`}${
      o.value ? html`${/[?!.:]$/.test(o.title) ? '' : ':'} <span class="value">${o.value}</span>` : nothing
    }${o.why === null ? nothing : html`<br><span class="why small">${o.why}</span>`}</span></div>`;

const row = (one: PathRow): TemplateResult => {
  const blank = one.kind === 'calculated' && one.shown ? 'blank so far: what it is made of is not answered' : null;
  return html`<li>${line({ ...one, value: one.value ?? blank })}${
    one.rows.length === 0 ? nothing : html`<ul>${one.rows.map(row)}</ul>`
  }</li>`;
};

/** Every step and question with what becomes of it. */
export const pathList = ({ steps, documents }: Path): TemplateResult => html`
  <section aria-labelledby="path"><h3 id="path">The path taken</h3>
    <ul class="path">${steps.map(
      (step) => html`<li>${line(step)}${step.shown ? html`<ul>${step.rows.map(row)}</ul>` : nothing}</li>`,
    )}</ul></section>
  ${
    documents.length === 0
      ? nothing
      : html`<section aria-labelledby="papers"><h3 id="papers">Documents</h3><ul class="path">${documents.map(
          (one) => html`<li>${line(one)}</li>`,
        )}</ul></section>`
  }`;

const signs = { passes: 'check', stops: 'warning', open: 'clock', waits: 'person' };

export const outlookList = (list: readonly Outlook[]): TemplateResult => html`
  <section aria-labelledby="outlook"><h3 id="outlook">What the workflow would do</h3>
    ${
      list.length === 0
        ? html`<p class="muted small">The workflow has no steps yet.</p>`
        : html`<ol class="path">${list.map(
            (one) =>
              html`<li><div class="one ${one.state === 'stops' ? 'stops' : one.state === 'passes' ? 'shown' : ''}">${icon(
                signs[one.state],
                15,
              )}<span><span class="name">${one.name}</span><br><span class="why small">${one.text}</span></span></div></li>`,
          )}</ol>
          <p class="muted small">When every check passes, it is approved automatically.</p>`
    }</section>`;
