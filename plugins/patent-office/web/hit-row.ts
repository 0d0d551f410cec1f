import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { dayOf } from './days.ts';
import { marked } from './marked.ts';
import { spacedClass } from './narrowing.ts';
import type { Row } from './narrowing.ts';
import './drawing.element.ts';

export interface RowNeeds {
  readonly workspaceId: string;
  /** The publication that is open, and the one at which the keys are. */
  readonly open: string;
  readonly current: string;
  readonly maySave: boolean;
  readonly address: (number: string) => string;
  readonly choose: (number: string, event: MouseEvent) => void;
  readonly save: (number: string) => void;
}

/** A bookmark, filled where it is saved: the word beside it says the same. */
const sign = (isSaved: boolean): TemplateResult =>
  html`<span class="sign ${isSaved ? 'is' : ''}">${icon('bookmark', 18)}${
    isSaved ? html`<span class="tick">${icon('check', 10)}</span>` : nothing
  }</span>`;

function title({ hit }: Row): TemplateResult {
  const { title: text, titleLanguage: language, marks } = hit;
  if (text === null) return html`<i>The office gives no title</i>`;
  return html`<span lang=${language === null || language === 'ol' ? nothing : language}>${marked(text, marks)}</span>${
    language === null || language === 'en' ? nothing : html` <span class="aside">(no English title)</span>`
  }`;
}

function saving({ hit }: Row, o: RowNeeds): TemplateResult | typeof nothing {
  const { number, spoken } = hit;
  if (!o.maySave)
    return hit.isSaved
      ? html`<span class="kept" title="Saved to this application">${sign(true)}<span
    class="visually-hidden">Saved to this application</span></span>`
      : nothing;
  const text = hit.isSaved ? 'Saved to this application' : 'Save to this application';
  return html`<button type="button" class="button quiet icon keep" title=${text}
    aria-label="${text}: ${spoken}" @click=${() => o.save(number)}>${sign(hit.isSaved)}</button>`;
}

/** Publications of the same invention that were found with it. */
const others = (row: Row, o: RowNeeds): TemplateResult | typeof nothing =>
  row.others.length === 0
    ? nothing
    : html`<p class="others">Also ${row.others.map(
        ({ number, spoken }, i) =>
          html`${i === 0 ? '' : ', '}<a href=${o.address(number)} aria-current=${
            number === o.open ? 'true' : nothing
          } @click=${(event: MouseEvent) => o.choose(number, event)}>${spoken}</a>`,
      )}</p>`;

/** A hit as a line of the list. */
export function hitRow(row: Row, o: RowNeeds): TemplateResult {
  const { number, spoken, applicants, classes, date, isSeen } = row.hit;
  const isOpen = number === o.open;
  const facts = [
    applicants.length === 0 ? 'no applicant named' : applicants.join('; '),
    classes[0] === undefined ? 'no class' : spacedClass(classes[0]),
    ...(row.family > 1 ? [`${row.family} of its family here`] : []),
  ];
  return html`<li id="hit-${number}" class="hit ${isOpen ? 'open' : ''} ${isSeen ? 'seen' : ''} ${
    number === o.current ? 'current' : ''
  }">
    <dossier-patent-drawing .number=${number} .spoken=${spoken}
      .workspaceId=${o.workspaceId}></dossier-patent-drawing>
    <div class="what"><a class="title" href=${o.address(number)} aria-current=${isOpen ? 'true' : nothing}
        @click=${(event: MouseEvent) => o.choose(number, event)}>${title(row)}</a>
      <p class="number">${spoken} · ${date === null ? 'no date' : dayOf(date)}${isSeen ? ' · seen' : ''}</p>
      <p class="facts" title=${facts.join(' · ')}>${facts.join(' · ')}</p>${others(row, o)}</div>
    ${saving(row, o)}</li>`;
}
