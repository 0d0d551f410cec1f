import { columnBodyRenderer, columnHeaderRenderer } from '@vaadin/grid/lit.js';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { avatar } from '@dossier/sdk/web/ui/avatar';
import { amountText, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { caseAddress } from '../filter.ts';
import type { Filter } from '../filter.ts';
import type { AnswerColumns } from './saved/answers.controller.ts';
import { isDecided, statusSign } from '../status.ts';
import type { ApplicationRow } from '../types.ts';
import { ageText, dueOf } from '../when.ts';

/** What the columns show and do. */
export interface Columns {
  readonly base: string;
  readonly search: string;
  readonly filter: Filter;
  readonly user: { readonly id: string; readonly name: string } | undefined;
  readonly names: ReadonlyMap<string, string>;
  /** Ids of the rows that are selected. */
  readonly picked: ReadonlyMap<string, unknown>;
  /** Of a phone: a row is two lines. `tight`: there is no room for what can be done without. */
  readonly narrow: boolean;
  readonly tight: boolean;
  readonly more: readonly Contribution[];
  readonly answers: Pick<AnswerColumns, 'known' | 'text'>;
  readonly all: boolean;
  /** Whether they may work on cases. */
  readonly works: boolean;
  pick(row: ApplicationRow): void;
  pickAll(): void;
  assign(row: ApplicationRow): void;
  sort(sort: string): void;
  /** A row is drawn. */
  seen(row: ApplicationRow, index: number): void;
}

/** The row at which the keys are; another function for another row, so that the grid asks again. */
export const markOf =
  (current: string | null) =>
  (_column: unknown, { item }: { item: ApplicationRow }): string =>
    item.id === current ? 'current' : '';

/** Columns unless others are chosen. */
const usual = ['number', 'template', 'amount', 'status', 'waiting', 'due', 'assignee'];

/** A name in as much room as a column has, with all of it as its title. */
const cut = (name: string): TemplateResult => html`<bdi class="cut" title=${name}>${name}</bdi>`;

const due = (row: ApplicationRow): TemplateResult => {
  const shown = dueOf(row);
  if (shown === null) return html``;
  const { text, tone } = shown;
  return html`<span class="due number ${tone}"
    title=${fullTime(row.waitingSince === null ? (row.dueAt ?? '') : (row.waitingUntil ?? ''))}>${
      tone === 'later' ? nothing : icon('clock', 14)
    }${text}</span>`;
};

/** Columns go in this order when room is short: how long it waits, then the name of the assignee. */
export function listColumns(o: Columns): TemplateResult {
  const { narrow, tight, filter } = o;
  const width = (usual: string, less: string): string => `${tight ? less : usual}rem`;
  const common = [o.base, o.search, o.user, o.names, o.picked, narrow, tight, o.works];
  const cell = (draw: (row: ApplicationRow) => TemplateResult) =>
    columnBodyRenderer<ApplicationRow>((row) => (row.heading ? html`` : draw(row)), common);
  const link = (row: ApplicationRow): TemplateResult => html`<a class="row-link"
    href=${caseAddress(o.base, row.id, o.search)} tabindex="-1">${cut(row.applicantName || 'No applicant')}</a>`;
  /** A heading by which the list is sorted: again, the other way round. */
  const heading = (text: string, column: string, first: '' | '-' = '') => {
    const by = filter.sort.replace(/^-/, '') === column ? filter.sort : null;
    const next = by === null ? `${first}${column}` : by.startsWith('-') ? column : `-${column}`;
    return columnHeaderRenderer(
      () =>
        html`<button class="heading" @click=${() => o.sort(next)}>${text}${
          by === null
            ? nothing
            : html`${icon(by.startsWith('-') ? 'down' : 'up', 12)}<span class="visually-hidden">, sorted ${
                by.startsWith('-') ? 'from last to first' : 'from first to last'
              }</span>`
        }</button>`,
      [filter.sort],
    );
  };
  const assignee = (row: ApplicationRow): TemplateResult => {
    const name = row.applicantName || 'this application';
    if (row.assignees.length === 0)
      return isDecided(row.status) || !o.works
        ? html`<span class="muted">–</span>`
        : html`<button class="take" aria-label="Assign ${name}" @click=${() => o.assign(row)}><span
            class="nobody">${icon('plus', 12)}</span>${tight ? nothing : html`<span>Assign</span>`}</button>`;
    const names = row.assignees.map((one) => (one === o.user?.id ? 'You' : (o.names.get(one) ?? 'An officer')));
    const [first = ''] = names;
    return html`<span class="who" title=${names.join(', ')}>${avatar(
      first === 'You' ? (o.user?.name ?? first) : first,
    )}<span class=${tight ? 'visually-hidden' : 'cut'}>${names.map(
      (one, i) => html`${i > 0 ? ', ' : nothing}<bdi>${one}</bdi>`,
    )}</span></span>`;
  };
  const chosen = filter.columns.length > 0;
  /** One that was chosen is shown where it has room or not. */
  const spare = tight && !chosen;
  const own: Readonly<Record<string, () => TemplateResult>> = {
    number: () => html`<vaadin-grid-column header="Number" flex-grow="0" width=${width('7', '6.5')} ?hidden=${narrow}
      ${cell((row) => html`<span class="muted number">${row.number}</span>`)}></vaadin-grid-column>`,
    template: () => html`<vaadin-grid-column flex-grow="2" width=${width('6', '4.75')} ?hidden=${narrow}
      ${heading('Template', 'templateName')}
      ${cell((row) => html`<span class="muted">${cut(row.templateName)}</span>`)}></vaadin-grid-column>`,
    amount: () => html`<vaadin-grid-column text-align="end" flex-grow="0" width=${width('7.5', '6.5')} ?hidden=${narrow}
      ${heading('Amount', 'amount', '-')}
      ${cell((row) => html`<span class="number amount">${amountText(row)}</span>`)}></vaadin-grid-column>`,
    status: () => html`<vaadin-grid-column flex-grow="0" width=${width('10', '9.5')} ?hidden=${narrow}
      ${heading('Status', 'status')}
      ${cell(
        (row) =>
          html`<span class="whole">${statusSign(
            row.status,
            row.waitingSince !== null && row.decidedAt === null,
          )}</span>`,
      )}></vaadin-grid-column>`,
    waiting: () => html`<vaadin-grid-column flex-grow="0" width="5rem" ?hidden=${narrow || spare}
      ${heading('Waiting', 'createdAt')}
      ${cell(
        (row) => html`<time class="muted number" datetime=${row.createdAt}
          title="Received ${fullTime(row.createdAt)}">${
            row.decidedAt === null ? ageText(row.createdAt) : 'Done'
          }</time>`,
      )}></vaadin-grid-column>`,
    due: () => html`<vaadin-grid-column flex-grow="0" width=${width('8.5', '7.25')} ?hidden=${narrow}
      ${heading('Due', 'dueAt')} ${cell(due)}></vaadin-grid-column>`,
    assignee: () => html`<vaadin-grid-column header="Assignee" flex-grow=${tight ? 0 : 2} width=${width('8.5', '3.5')}
      ?hidden=${narrow || (filter.view === 'mine' && !chosen)} ${cell(assignee)}></vaadin-grid-column>`,
  };
  const answer = (id: string): TemplateResult => {
    const column = o.answers.known.get(id);
    return html`<vaadin-grid-column flex-grow="1" width="8rem" ?hidden=${narrow}
      ${columnHeaderRenderer(
        () => html`<span title=${column?.template ?? nothing}>${column?.title ?? '…'}</span>`,
        [column],
      )}
      ${columnBodyRenderer<ApplicationRow>(
        (row) => (row.heading || !column ? html`` : html`<span class="cut">${o.answers.text(row, column)}</span>`),
        [column],
      )}></vaadin-grid-column>`;
  };
  const [first, ...others] = chosen ? filter.columns : usual;
  /** Before the applicant stands the number alone, where it comes first. */
  const [before, behind] = first === 'number' ? [[first], others] : [[], [first ?? '', ...others]];
  const drawn = (ids: readonly string[]) =>
    repeat(
      ids.filter((id) => own[id] || id.includes(':')),
      (id) => id,
      (id) => (own[id] ?? (() => answer(id)))(),
    );
  return html`
    <vaadin-grid-column flex-grow="0" width="3.25rem" ?hidden=${narrow}
      ${columnHeaderRenderer(
        () => html`<input type="checkbox" aria-label="Select all that are loaded" .checked=${o.all}
          @change=${o.pickAll}>`,
        [o.all],
      )}
      ${cell(
        (row) => html`<input type="checkbox" aria-label="Select ${row.applicantName || row.number}"
          .checked=${o.picked.has(row.id)} @change=${() => o.pick(row)}>`,
      )}></vaadin-grid-column>
    ${drawn(before)}
    <vaadin-grid-column flex-grow="5" width=${width('9', '7.5')}
      ${heading(narrow ? 'Application' : 'Applicant', 'applicantName')}
      ${columnBodyRenderer<ApplicationRow>((row, model) => {
        o.seen(row, model.index);
        if (row.heading)
          return html`<strong class="group">${row.heading.text}<span class="count">${row.heading.count}</span></strong>`;
        return narrow
          ? html`<div class="stacked">${link(row)}<span class="number amount">${amountText(row)}</span><span
              class="below"><span class="muted number">${row.number}</span>${statusSign(
                row.status,
                row.waitingSince !== null && row.decidedAt === null,
              )}</span>${due(row)}</div>`
          : link(row);
      }, common)}></vaadin-grid-column>
    ${drawn(behind)}
    ${(chosen ? [] : o.more).map(
      (one) => html`<vaadin-grid-column header=${one.title} flex-grow="1" width="8rem" ?hidden=${narrow || tight}
        ${columnBodyRenderer<ApplicationRow>(
          (row) =>
            row.heading
              ? html``
              : html`<dossier-slot .contribution=${one} .input=${{ application: row }} .short=${true}></dossier-slot>`,
          [one],
        )}></vaadin-grid-column>`,
    )}`;
}
