/** Parts of a client's page of an application, in words for who waits for it. */
import { counted, fullDay } from '@dossier/sdk/web/ui/format';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { MyApplication } from './my-application.query.ts';
import type { Looked } from './still-to-send.ts';

const weekday = momentFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** Is it over, by a decision or without one? */
export const isOver = ({ status }: Pick<MyApplication, 'status'>): boolean =>
  ['Approved', 'Rejected', 'Withdrawn'].includes(status);

/**
 * The sentence that nothing is asked, as plain as what is asked, with when one hears more. While a check waits, it may
 * be for the client: then it shows when what asks has had the time to draw itself.
 */
export const nothingToDo = ({ status, template, dueAt, steps }: MyApplication): TemplateResult => html`
  <section class="said ${steps.some(({ state }) => state === 'waiting') ? 'soon' : ''}"
    aria-labelledby="now">${icon('clock', 22)}<div>
    <h2 id="now" tabindex="-1">Nothing for you to do</h2>
    <p>${
      status === 'InReview'
        ? 'Somebody looks at your application and decides.'
        : 'We have your application, and it is being checked.'
    }</p>
    ${dueAt === null ? nothing : html`<p>You hear from us by <time datetime=${dueAt}>${weekday(dueAt)}</time>.</p>`}
    ${template.inLanguage.next ? html`<p class="words">${template.inLanguage.next}</p>` : nothing}
  </div></section>`;

/**
 * For who is waited for and reads of nothing to do, since what asks is switched off for them: it shows after a while,
 * in which what asks has drawn itself.
 */
export const notAskedHere = (): TemplateResult => html`
  <section class="said no late" aria-labelledby="now">${icon('info', 22)}<div>
    <h2 id="now" tabindex="-1">We wait for an answer from you</h2>
    <p>It cannot be given on this page at the moment. Please write to us.</p>
  </div></section>`;

/** What was decided, why, and what comes next. */
export function decided({ status, decidedAt, decision }: MyApplication): TemplateResult {
  const on = decidedAt === null ? '' : ` on ${fullDay(decidedAt)}`;
  if (status === 'Withdrawn')
    return html`<section class="said no" aria-labelledby="now">${icon('info', 22)}<div>
      <h2 id="now" tabindex="-1">You took your application back</h2>
      <p>It ended${on}, and nobody decides on it. You can apply again at any time.</p></div></section>`;
  const isApproved = status === 'Approved';
  return html`
    <section class="said ${isApproved ? '' : 'no'}" aria-labelledby="now">${icon(isApproved ? 'check' : 'info', 22)}<div>
      <h2 id="now" tabindex="-1">${isApproved ? 'Your application is approved' : 'Your application was not approved'}</h2>
      <p>It was decided${on}.</p>
      ${decision?.reason ? html`<p class="words" dir="auto">${decision.reason}</p>` : nothing}
      <h3>What comes next</h3>
      <p>${
        isApproved
          ? 'You do not have to do anything here now. This page keeps the decision and what you sent.'
          : `${decision?.reason ? '' : 'No reason was given here. Ask us when you want to know it. '}You can apply again at any time. This page keeps what you sent.`
      }</p>
    </div></section>`;
}

/** The answers in one line, that unfolds. */
export const answersRow = ({ createdAt, submittedAt }: MyApplication, { answers, answered }: Looked): TemplateResult =>
  html`<details class="answers">
    <summary>${icon('text', 20)}<span>Your answers<small class="muted small">${counted(
      answered,
      'answer',
      'answers',
    )}, ${fullDay(submittedAt ?? createdAt)}</small></span><span class="look"><span
      class="closed">Look</span><span class="open">Close</span></span></summary>
    ${answers.map(
      ({ title, lines }) =>
        html`<div class="group"><h3>${title}</h3><dl>${lines.map(
          (line) =>
            html`<div><dt>${line.title}</dt><dd class=${line.text === null ? 'muted' : ''}>${
              line.text ?? 'No answer'
            }</dd></div>`,
        )}</dl></div>`,
    )}
  </details>`;
