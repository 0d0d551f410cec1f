/**
 * Checks answers against a form: what is asked must be there and fit; what is not asked is named and counts nowhere.
 * The same verdict on the server and in browsers.
 */
import { pointerTo } from '@dossier/sdk/pointer';
import { isRecord } from '@dossier/sdk/record';
import type { AnswerFault } from '../contract.ts';
import { ask } from './asked.ts';
import type { Asked } from './asked.ts';
import { isAnswered } from './condition.ts';
import { asJudged, misfits } from './field-check.ts';
import type { Checking } from './field-check.ts';
import { mostItems, unansweredKinds } from './form.ts';
import type { Answers, FieldSchema, Form, FormField } from './form.ts';
import { nameOf, said, sentence } from './sentences.ts';
import type { Written } from './sentences.ts';

/** What a kind of fields finds wrong with an answer: where in it, and a clause of which the answer is the subject. */
export interface KindMisfit {
  readonly at: string;
  readonly code: 'kind' | 'unknown-kind';
  readonly message: string;
}

export interface Checks extends Checking {
  readonly kind: (field: FieldSchema, answer: unknown) => KindMisfit | null;
  readonly written: Written;
}

export interface Checked {
  /** At most a hundred. */
  readonly faults: readonly AnswerFault[];
  /** Keys that no field has. */
  readonly unknown: readonly string[];
  readonly asked: Asked;
}

const mostFaults = 100;

export function checkAnswers(form: Form, given: Answers, checks: Checks): Checked {
  const asked = ask(form, given, checks.today);
  const faults: AnswerFault[] = [];
  for (const fault of faultsOf(form.fields, given, '', undefined, { form, asked, checks }))
    if (faults.push(fault) === mostFaults) break;
  const known = new Set(form.fields.map(({ key }) => key));
  return { faults, unknown: Object.keys(given).filter((key) => !known.has(key)), asked };
}

interface By {
  readonly form: Form;
  readonly asked: Asked;
  readonly checks: Checks;
}

/** Faults of the fields of the form, or of a row of a group. */
function* faultsOf(
  fields: readonly FormField[],
  given: Answers,
  at: string,
  row: number | undefined,
  by: By,
): Generator<AnswerFault> {
  for (const field of fields) {
    if (field.formula !== null || unansweredKinds.includes(field.kind) || !by.asked.shows(field, row)) continue;
    const pointer = at + pointerTo(field.key);
    const answer = Object.hasOwn(given, field.key) ? given[field.key] : undefined;
    if (answer === undefined) {
      if (field.required) yield plainFault(field, pointer, 'missing', by.checks);
    } else if (field.repeats) yield* faultsOfRows(field, answer, pointer, by);
    else if (field.fields.length === 0) yield* faultsOfAnswer(field, answer, pointer, by.checks);
    else if (isRecord(answer)) yield* faultsOf(field.fields, answer, pointer, row, by);
    else yield plainFault(field, pointer, 'type', by.checks, 'object');
  }
}

function* faultsOfAnswer(field: FormField, given: unknown, pointer: string, checks: Checks): Generator<AnswerFault> {
  const { schema, key } = field;
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : mostItems;
  /** In the words of the template, where it has some and the answer is of the right type. */
  const fault = (code: string, limit: unknown, inner = '', message?: string): AnswerFault => ({
    pointer: pointer + inner,
    code,
    detail:
      (code === 'type' ? undefined : ownWords(schema)) ??
      said(nameOf(key, schema), sentence(code, limit, { field: schema, written: checks.written, message })),
  });
  // A list that is too long is not looked into.
  if (Array.isArray(given) && given.length > most) return yield fault('maxItems', most);
  const answer = asJudged(schema, given);
  let fits = true;
  for (const { at, keyword, limit } of misfits(schema, answer, checks)) {
    fits = false;
    yield fault(keyword, limit, at);
  }
  if (!fits) return;
  const misfit = checks.kind(schema, answer);
  if (misfit) yield fault(misfit.code, undefined, misfit.at, misfit.message);
  else if (field.required && !isAnswered(answer)) yield plainFault(field, pointer, 'missing', checks);
}

function* faultsOfRows(group: FormField, rows: unknown, pointer: string, by: By): Generator<AnswerFault> {
  const { schema, required } = group;
  const { checks } = by;
  const fault = (code: string, limit: unknown): AnswerFault => {
    const plain = plainFault(group, pointer, code, checks, limit);
    return { ...plain, detail: ownWords(schema) ?? plain.detail };
  };
  if (!Array.isArray(rows)) return yield plainFault(group, pointer, 'type', checks, 'array');
  const most = by.form.mostRows.get(group) ?? 0;
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  if (rows.length > most) return yield fault('maxItems', most);
  if (rows.length < least) yield fault('minItems', least);
  if (required && rows.length === 0) yield plainFault(group, pointer, 'missing', checks);
  for (const [i, row] of rows.entries())
    if (isRecord(row)) yield* faultsOf(group.fields, row, `${pointer}/${i}`, i, by);
    else yield plainFault(group, `${pointer}/${i}`, 'type', checks, 'object');
}

/** The sentence that a template has for answers that do not fit. */
const ownWords = (schema: FieldSchema): string | undefined =>
  typeof schema['x-message'] === 'string' ? schema['x-message'] : undefined;

/** A fault in words of ours, whatever the template says. */
const plainFault = (
  { key, schema }: FormField,
  pointer: string,
  code: string,
  { written }: Checks,
  limit?: unknown,
): AnswerFault => ({
  pointer,
  code,
  detail: said(nameOf(key, schema), sentence(code, limit, { field: schema, written })),
});
