import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { listAddress } from '../routes.ts';
import type { Cell, ComputedFigure, FiguresSection, ShownSection, ShownTable, TableColumn } from '../types.ts';
import { asWritten, inWords } from '../units.ts';
import { change } from './change.ts';

/** Where a report is shown, and how its numbers and times are written. */
export interface Setting {
  /** Address of reports. */
  readonly base: string;
  readonly language: string;
  readonly timeZone: string;
}

/** Rows of a table on screen; the file holds them all. */
const mostRows = 12;

/** One section, by its kind. */
export function section(one: ShownSection, setting: Setting): TemplateResult {
  return html`<section
    class=${one.kind}>${one.title ? html`<h3>${one.title}</h3>` : nothing}${inside(one, setting)}</section>`;
}

function inside(one: ShownSection, setting: Setting): TemplateResult {
  switch (one.kind) {
    case 'text':
      return html`${one.paragraphs.map((paragraph) => html`<p class="paragraph">${paragraph}</p>`)}`;
    case 'figures':
      return figures(one, setting);
    case 'chart':
      return html`<dossier-report-chart .section=${one} .base=${setting.base}
        .language=${setting.language}></dossier-report-chart>`;
    case 'table':
      return table(one, setting);
  }
}

const figures = ({ figures: all }: FiguresSection, setting: Setting): TemplateResult =>
  html`<dl class="numbers">${all.map(
    (one) =>
      html`<div
        class="figure"><dt>${one.label}</dt><dd>${value(one, setting)}${change(one, setting.language)}</dd></div>`,
  )}</dl>`;

const value = ({ list, shown, value: number, label }: ComputedFigure, { base }: Setting): TemplateResult =>
  list && number
    ? html`<a class="value number" href=${listAddress(base, list)} title="Show these applications">${shown}<span
      class="visually-hidden"> ${label}: show these applications</span></a>`
    : html`<span class="value number">${shown}</span>`;

function table({ title, columns, rows, total, empty }: ShownTable, setting: Setting): TemplateResult {
  if (rows.length === 0) return html`<p class="nothing muted">${empty}</p>`;
  const shown = rows.slice(0, mostRows);
  const more = (total ?? rows.length) - shown.length;
  return html`
    <div class="scroll" role="region" aria-label=${title} tabindex="0">
      <table>
        <thead><tr>${columns.map(
          (column) => html`<th scope="col" class=${alignment(column)}>${column.title}</th>`,
        )}</tr></thead>
        <tbody>${shown.map(
          (row) =>
            html`<tr>${columns.map(
              (column, i) => html`<td class=${alignment(column)}>${cell(row[i] ?? null, column, setting)}</td>`,
            )}</tr>`,
        )}</tbody>
      </table>
    </div>
    ${
      more > 0
        ? html`<p
      class="muted small">${new Intl.NumberFormat(setting.language).format(
        more,
      )} more ${more === 1 ? 'row' : 'rows'} in the file.</p>`
        : nothing
    }`;
}

const alignment = ({ type }: TableColumn): string => (type === 'text' || type === 'date' ? '' : 'end number');

function cell(content: Cell, { type }: TableColumn, { language, timeZone }: Setting): string {
  if (content === null || content === '') return '–';
  if (typeof content === 'number')
    return inWords(content, type === 'percent' || type === 'duration' ? type : 'count', language);
  return type === 'date'
    ? new Intl.DateTimeFormat(asWritten(language), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(content),
      )
    : content;
}
