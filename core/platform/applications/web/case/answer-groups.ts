/** The answers as they count: what is asked, with what is calculated from it; what else was sent stands apart. */
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { words } from '@dossier/sdk/web/ui/format';
import { ask, formOf, nameAt } from '../../../templates/form/index.ts';
import type { FormContent, FormField } from '../../../templates/form/index.ts';
import type { Application } from '../types.ts';

/** The answers of a step of the wizard, or of what is none. */
export interface AnswerGroup {
  readonly title: string;
  /** `text` is null where there is no answer. */
  readonly lines: readonly AnswerLine[];
}

export interface AnswerLine {
  /** Of the field; null for what is none. */
  readonly key: string | null;
  readonly title: string;
  readonly text: string | null;
  /** What it said before it was given again, and when that was (ISO 8601). */
  readonly before?: { readonly text: string | null; readonly at: string };
}

/** Texts are read, and files stand among the documents. */
const isAnswered = ({ kind }: FormField): boolean => !['heading', 'note', 'file'].includes(kind);

export function answerGroups({
  answers,
  template,
  createdAt,
  submittedAt,
}: Pick<Application, 'answers' | 'createdAt' | 'submittedAt'> & {
  readonly template: FormContent;
}): readonly AnswerGroup[] {
  const form = formOf(template);
  const asked = ask(form, answers, (submittedAt ?? createdAt).slice(0, 10));
  const group = (title: string, fields: readonly FormField[]): AnswerGroup => ({
    title,
    lines: fields
      .filter((field) => isAnswered(field) && asked.shows(field))
      .map(({ key, schema }) => ({
        key,
        title: String(schema['title'] ?? words(key)),
        text: answerText(asked.answers[key], schema),
      })),
  });
  const sent = (pointer: string): AnswerGroup['lines'][number] => {
    const path = pointer.slice(1).split('/');
    return {
      key: null,
      title:
        nameAt({ form, papers: { schema: {}, wizard: [], requiredDocuments: [] } }, pointer) ?? words(path[0] ?? ''),
      text: answerText(path.reduce<unknown>(memberOf, answers), fieldAt(form.fields, path)?.schema),
    };
  };
  const known = new Set(form.fields.map(({ key }) => key));
  return [
    ...form.steps.map(({ title, fields }) => group(title, fields)),
    group(
      'Further fields',
      form.fields.filter(({ step }) => step === null),
    ),
    // Nothing that was sent is hidden.
    { title: 'Sent, but does not count', lines: [...asked.notAsked, ...asked.differing].map(sent) },
    {
      title: 'Not part of the form',
      lines: Object.entries(answers)
        .filter(([key]) => !known.has(key))
        .map(([key, answer]) => ({ key: null, title: words(key), text: answerText(answer, undefined) })),
    },
  ].filter(({ lines }) => lines.length > 0);
}

/** The answers that the template puts in the head of a case, without the amount, which stands there anyway. */
export function keyAnswers({
  answers,
  template,
  createdAt,
  submittedAt,
}: Pick<Application, 'answers' | 'createdAt' | 'submittedAt'> & {
  readonly template: FormContent & Pick<Application['template'], 'amount' | 'keyAnswers'>;
}): readonly AnswerLine[] {
  const form = formOf(template);
  const asked = ask(form, answers, (submittedAt ?? createdAt).slice(0, 10));
  return (template.keyAnswers ?? [])
    .filter((id) => id !== template.amount)
    .flatMap((id) => {
      const field = form.fields.find((one) => one.id === id);
      const text = field && asked.shows(field) ? answerText(asked.answers[field.key], field.schema) : null;
      return field && text !== null
        ? [{ key: field.key, title: String(field.schema['title'] ?? words(field.key)), text }]
        : [];
    });
}

const memberOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined;

/** The field at a way through keys and places in rows. */
const fieldAt = (fields: readonly FormField[], [key, ...rest]: readonly string[]): FormField | undefined => {
  const field = fields.find((one) => one.key === key);
  const inner = field?.repeats ? rest.slice(1) : rest;
  return field && inner.length > 0 ? fieldAt(field.fields, inner) : field;
};
