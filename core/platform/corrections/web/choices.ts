/** What of an application can be asked for again, as an officer ticks it. */
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { words } from '@dossier/sdk/web/ui/format';
import { ask, formOf } from '../../templates/form/index.ts';
import type { CorrectedCase } from './corrections.query.ts';

export interface Choice {
  readonly kind: 'field' | 'document';
  readonly key: string;
  readonly title: string;
  /** What stands there now, in words. */
  readonly value: string;
  /** A check found something wrong with it. */
  readonly isMarked: boolean;
}

/** Fields that have no answer of their own. */
const unanswered: readonly string[] = ['heading', 'note', 'file'];
const reviews: Readonly<Record<string, string>> = { approved: 'Accepted', rejected: 'Rejected' };

/** Answers in the order of the form, then documents. */
export function choicesOf({ answers, steps, documents, template }: CorrectedCase): readonly Choice[] {
  const { inLanguage } = template;
  const form = formOf(inLanguage);
  const asked = ask(form, answers, new Date().toISOString().slice(0, 10));
  const pointers = steps.flatMap(({ state, reasons }) =>
    state === 'failed' || state === 'waiting' ? reasons.flatMap(({ pointer }) => pointer ?? []) : [],
  );
  const isMarked = (at: string): boolean => pointers.some((one) => one === at || one.startsWith(`${at}/`));
  const fields = form.fields.filter(
    (field) =>
      !unanswered.includes(field.kind) &&
      field.formula === null &&
      (asked.shows(field) || Object.hasOwn(answers, field.key)),
  );
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  return [
    ...fields.map(({ key, schema }): Choice => ({
      kind: 'field',
      key,
      title: String(schema['title'] ?? words(key)),
      value: answerText(answers[key], schema) ?? 'No answer',
      isMarked: isMarked(`/answers/${key}`),
    })),
    ...inLanguage.requiredDocuments.map(({ key, title }): Choice => {
      const there = documents.filter(({ id, requirementKey }) => requirementKey === key && !replaced.has(id));
      const last = there.at(-1);
      return {
        kind: 'document',
        key,
        title,
        value: last ? (reviews[last.reviewStatus] ?? last.fileName) : 'Not sent yet',
        isMarked: isMarked(`/documents/${key}`) || there.some(({ reviewStatus }) => reviewStatus === 'rejected'),
      };
    }),
  ];
}
