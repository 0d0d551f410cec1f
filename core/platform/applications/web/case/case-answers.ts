import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullTime, shortDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { AnswerGroup, AnswerLine } from './answer-groups.ts';
import type { AnswerVersion } from './answer-versions.ts';
import { foundByField } from './failed.ts';
import type { FailedCheck } from '../types.ts';

export interface AnswersShown {
  readonly groups: readonly AnswerGroup[];
  readonly failed: readonly FailedCheck[];
  /** The answers of each time, the first one first; the last one counts. */
  readonly versions: readonly AnswerVersion[];
  /** The revision that is looked at; null for what counts. */
  readonly revision: number | null;
  choose(revision: number | null): void;
}

/** The answers as they count, in the steps of the form; what a check found stands with its answer. */
export function caseAnswers({ groups, failed, versions, revision, choose }: AnswersShown): TemplateResult {
  const newest = versions.at(-1);
  const shown = versions.find((one) => one.revision === revision) ?? newest;
  const isOld = shown !== newest;
  const found = foundByField(isOld ? [] : failed);
  const all = shown?.groups ?? groups;
  return html`
    <section class="card answers" id="answers" tabindex="-1" aria-labelledby="answers-title"><div class="top"><h2
      id="answers-title">Answers</h2>${
        shown
          ? html`<select class="input" aria-label="Version of the answers" @change=${(event: Event) => {
              const chosen = event.target instanceof HTMLSelectElement ? Number(event.target.value) : newest?.revision;
              choose(chosen === undefined || chosen === newest?.revision ? null : chosen);
            }}>${versions
              .toReversed()
              .map(
                (one) => html`<option value=${one.revision} ?selected=${one === shown}>${one.title}</option>`,
              )}</select>`
          : nothing
      }</div>${isOld ? html`<p class="old" role="status">${icon('clock', 14)} These answers were given again later and do not count any more.</p>` : nothing}
      ${all.map(
        ({ title, lines }) =>
          html`<div class="group">${all.length > 1 ? html`<h3>${title}</h3>` : nothing}<dl>${lines.map((line) =>
            answer(line, (line.key === null ? undefined : found.get(line.key)) ?? []),
          )}</dl></div>`,
      )}</section>`;
}

const answer = (line: AnswerLine, findings: readonly string[]): TemplateResult => html`<div
  class=${findings.length > 0 ? 'flag' : ''} id=${line.key === null ? nothing : `answer-${line.key}`}
  tabindex=${findings.length > 0 ? '-1' : nothing}><dt>${line.title}</dt><dd
  class=${line.text === null ? 'none' : ''}>${before(line)}${line.text ?? 'No answer'}${changed(line)}</dd>${findings.map(
    (text) => html`<dd class="found">${icon('warning', 13)}<span>${text}</span></dd>`,
  )}</div>`;

const before = ({ before: was }: AnswerLine): TemplateResult | typeof nothing =>
  was && was.text !== null
    ? html`<span class="visually-hidden">Before: </span><del dir="auto">${was.text}</del><span
        class="visually-hidden">, now: </span> `
    : nothing;

const changed = ({ before: was }: AnswerLine): TemplateResult | typeof nothing =>
  was
    ? html` <span class="changed" title=${fullTime(was.at)}>${was.text === null ? 'Added' : 'Changed'} ${shortDay(was.at)}</span>`
    : nothing;
