/**
 * A form as somebody walks through it, step by step: alike where it is filled in and where a draft of a template is
 * tried out.
 */
import type { AnswerFault, FormShown } from '../contract.ts';
import type { Asked } from './asked.ts';
import { checkAnswers } from './check.ts';
import type { Checks } from './check.ts';
import { formOf } from './form.ts';
import type { Answers, Form, FormField } from './form.ts';
import { said } from './sentences.ts';

/** The step of documents that stand in no step of the template; no key of a template begins like this. */
export const papersKey = '$documents';

export interface Walk {
  readonly form: Form;
  readonly asked: Asked;
  /** The documents that stand in no step of the template, as a form of files. */
  readonly papers: FormShown;
}

/** What was filled in; `has`: is there a file for this document? */
export interface Filled {
  readonly answers: Answers;
  /** What was typed and cannot be read as an answer, by the pointer of its field. */
  readonly typed: Readonly<Record<string, string>>;
  has(requirementKey: string): boolean;
}

/** The documents that are asked for beside those of fields, which stand in their steps. */
export function papersOf({ requiredDocuments }: FormShown, form: Form, asked: Asked): FormShown {
  const inSteps = new Set(form.fields.flatMap(({ kind, key }) => (kind === 'file' ? [key] : [])));
  const wanted = requiredDocuments.filter(
    ({ key, show }) => !inSteps.has(key) && (show === undefined || asked.holds(show)),
  );
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        wanted.map(({ key, title, description }) => [key, { 'x-kind': 'file', title, description }]),
      ),
    },
    wizard: [{ key: papersKey, title: 'Your documents', fields: wanted.map(({ key }) => key) }],
    requiredDocuments: [],
  };
}

export const titleOf = ({ schema, key }: FormField): string => String(schema['title'] ?? key);

/** May the files of this field be handed in after the application was sent? */
export const mayComeLater = ({ schema }: FormField): boolean => schema['x-later'] === true;

/** What the answer at a pointer is called, the row of a group included; null where there is no such field. */
export function nameAt(walk: Pick<Walk, 'form' | 'papers'>, pointer: string): string | null {
  const [field, inner] = fieldsAt(walk, pointer);
  if (!field) return null;
  const row = Number(pointer.split('/')[2]) + 1;
  return inner && field.repeats ? `${titleOf(field)} ${row}: ${titleOf(inner)}` : titleOf(field);
}

/** The field to which a pointer leads, and the one in its rows. */
function fieldsAt({ form, papers }: Pick<Walk, 'form' | 'papers'>, pointer: string): readonly FormField[] {
  const [key, , inner] = pointer.split('/').slice(1);
  const field = [...form.fields, ...formOf(papers).fields].find((one) => one.key === key);
  return field ? [field, ...field.fields.filter((one) => one.key === inner)] : [];
}

/** The fields of a step, of documents too. */
const fieldsIn = (key: string, { form, papers }: Walk): readonly FormField[] =>
  key === papersKey ? formOf(papers).fields : (form.steps.find((step) => step.key === key)?.fields ?? []);

/** The documents of a step that are asked for now and are not there. */
export const missingIn = (key: string, walk: Walk, { has }: Filled): readonly FormField[] =>
  fieldsIn(key, walk).filter(
    (field) =>
      field.kind === 'file' &&
      (key === papersKey || walk.asked.shows(field)) &&
      !mayComeLater(field) &&
      !has(field.key),
  );

/** Everything that is wrong in a step, each with a pointer of the form. */
export function faultsIn(key: string, walk: Walk, filled: Filled, checks: Checks): readonly AnswerFault[] {
  const fields = fieldsIn(key, walk);
  const inStep = (pointer: string): boolean => fields.some((field) => field.key === pointer.split('/')[1]);
  const { faults, asked } = checkAnswers(walk.form, withTyped(filled), checks);
  const unread = Object.keys(filled.typed).filter((pointer) => inStep(pointer) && !asked.notAsked.includes(pointer));
  return [
    ...unread.map((pointer) => ({
      pointer,
      code: 'unreadable',
      detail: unclear(fieldsAt(walk, pointer).at(-1), filled.typed[pointer] ?? ''),
    })),
    ...faults.filter(({ pointer }) => inStep(pointer) && !unread.includes(pointer)),
    ...missingIn(key, walk, filled).map((field) => ({
      pointer: `/${field.key}`,
      code: 'missing',
      detail: `Add the document "${titleOf(field)}".`,
    })),
  ];
}

/** The request to a person who wrote what may mean this or that. */
const unclear = (field: FormField | undefined, text: string): string =>
  said(
    field ? titleOf(field) : 'This answer',
    isNumeric(field)
      ? `write it in digits only, for example 1234.50. You wrote “${text}”.`
      : `say which day you mean. You wrote the year ${text.split('-')[0] ?? ''}.`,
  );

const isNumeric = (field: FormField | undefined): boolean => /^(number|integer)$/.test(String(field?.schema['type']));

/** With what was typed in the place of what cannot be read, to see whether it is asked for at all. */
const withTyped = ({ answers, typed }: Filled): Answers => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(typed).flatMap(([pointer, text]) =>
      pointer.lastIndexOf('/') === 0 ? [[pointer.slice(1), text]] : [],
    ),
  ),
});
