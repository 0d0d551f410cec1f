import { shortDay } from '@dossier/sdk/web/ui/format';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { spacedClass } from '../narrowing.ts';
import { day } from './words.ts';

const fact = (title: string, value: string | null | undefined): TemplateResult =>
  html`<div><dt>${title}</dt><dd>${value ?? html`<span class="muted">not given</span>`}</dd></div>`;

/** Dates and numbers at a glance. */
export const datesAndNumbers = ({ patent, biblio }: PatentRecord): TemplateResult => {
  const [priority] = biblio?.priorities ?? [];
  const dated = (date: string | null | undefined): string | null => (date ? day(date) : null);
  const classes = patent.classes.map(spacedClass).join(', ');
  // Nobody can say that something is missing which was not read.
  const facts =
    biblio === null
      ? [
          patent.date === null ? nothing : fact('Published', day(patent.date)),
          classes ? fact('Classes', classes) : nothing,
        ]
      : [
          fact(
            'Priority',
            priority ? [dated(priority.date), priority.number].filter((one) => one !== null).join(', ') : 'none',
          ),
          fact('Filed', dated(biblio.filedOn)),
          fact('Published', dated(patent.date)),
          fact('Inventors', biblio.inventors.join('; ') || null),
          fact('Classes', classes || null),
        ];
  return html`<div><h3>Dates and numbers</h3>${
    facts.every((one) => one === nothing)
      ? html`<p class="muted small">Not read yet</p>`
      : html`<dl class="facts">${facts}</dl>`
  }</div>`;
};

/** To which applications it is saved, of those that the reader may see. */
export const savedTo = ({ savedTo: all }: PatentRecord, applicationId: string): TemplateResult =>
  html`<div><h3>Saved to</h3>${
    all.length === 0
      ? html`<p class="muted small">No application yet</p>`
      : html`<ul class="saved-to small">${all.map(
          (one) =>
            html`<li>${one.applicationId === applicationId ? 'This application' : one.title}${
              one.tag === '' ? nothing : html`, as <b>${one.tag}</b>`
            }<br><span class="muted">by ${one.by}, ${shortDay(one.at)}</span></li>`,
        )}</ul>`
  }</div>`;
