/** The place of a patent while it is not certain which publication is meant. */
import { empty } from '@dossier/sdk/web/ui/states';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { NumberRead, PatentRecord } from '../../replies.ts';
import { notAsked } from './asked.ts';
import type { Wanted } from './asked.ts';
import { openPatent } from './part.element.ts';
import { day, kindInWords } from './words.ts';

/** A number that may be several, with those that it may be, or one that is none. */
export const whichIsMeant = ({ question, candidates }: NumberRead, from: EventTarget): TemplateResult =>
  empty({
    icon: 'search',
    title: candidates.length === 0 ? 'Not the number of a publication' : 'Is one of these meant?',
    text: question ?? '',
    action: html`<p class="acts">${candidates.map(
      ({ number, spoken }) => html`<button class="button" @click=${() => openPatent(from, number)}>${spoken}</button>`,
    )}</p>`,
    alert: true,
  });

/** The number came without its kind: nothing of it can be read but which publications have it. */
export const hasNoKind = ({ parts }: PatentRecord): boolean => parts.length === 1;

/** Publications that are known to have a number without its kind, or the way to find out. */
export const withoutKind = (record: PatentRecord, wanted: Wanted, from: EventTarget): TemplateResult =>
  record.publications.length === 0
    ? notAsked(
        { record, part: 'biblio', wanted, label: 'Look it up' },
        'This number has no kind, as A1 or B1, so several publications may have it. The office says which there are.',
      )
    : html`<section class="part"><h3>Which publication is meant?</h3><ol class="lines">${record.publications.map(
        ({ number, spoken, title, date }) =>
          html`<li><span class="first"><button class="open" @click=${() =>
            openPatent(from, number)}>${spoken}</button><span>${kindInWords(number)}</span><span
            class="muted number">${date === null ? 'no date given' : day(date)}</span></span><span
            class="muted small">${title ?? 'no title'}</span></li>`,
      )}</ol></section>`;
