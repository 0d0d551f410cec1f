import { stringify } from 'csv-stringify/sync';
import { csvParts, csvText } from '@dossier/sdk';
import type { Shown } from './answer-columns.ts';
import type { AnswerColumn } from './queue/contract.ts';
import type { RowColumns } from './rows.ts';

const records = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify([...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    quoted_match: [csvParts, /[,"']|^\s|\s$/],
    cast: { string: csvText },
  });

/** With a byte order mark, without which Excel takes another character set. Answers come behind what each has. */
export const csvHead = (columns: readonly AnswerColumn[]): string =>
  `\uFEFF${records([
    [
      'Number',
      'Applicant',
      'Template',
      'Status',
      'Amount',
      'Currency',
      'Received',
      'Decided',
      'Due',
      'Waiting for client since',
      'Client asked to answer by',
      'Source',
      'Assigned to',
      ...columns.map(({ title, template }) => `${title} (${template})`),
    ],
  ])}`;

/** An answer in a cell: as it is in the API, several ones joined; what no such field has as JSON. */
const cell = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? String(value)
      : value === undefined || value === null
        ? null
        : Array.isArray(value) && value.every((one) => typeof one === 'string')
          ? value.join(', ')
          : JSON.stringify(value);

/** RFC 4180: an application a line. Amounts are bare numbers, times as they are in the API. */
export const csvLines = (
  rows: readonly RowColumns[],
  names: ReadonlyMap<string, { readonly name: string }>,
  answers: { readonly columns: readonly AnswerColumn[]; readonly values: ReadonlyMap<string, Shown> },
): string =>
  records(
    rows.map((row) => [
      row.number,
      row.applicantName,
      row.templateName,
      row.status,
      row.amount,
      row.currency,
      row.createdAt,
      row.decidedAt,
      row.dueAt,
      row.waitingSince,
      row.waitingUntil,
      row.sourceName,
      row.assignees.flatMap((id) => names.get(id)?.name ?? []).join(', '),
      ...answers.columns.map((column) => cell(answers.values.get(row.id)?.[column.id])),
    ]),
  );
