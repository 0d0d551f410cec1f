/** What a client is still to send, and their answers in groups: both ask the engine of forms. */
import { ask, formOf } from '../../../templates/form/index.ts';
import { answerGroups } from '../case/answer-groups.ts';
import type { AnswerGroup } from '../case/answer-groups.ts';
import type { MyApplication } from './my-application.query.ts';

export interface Looked {
  readonly answers: readonly AnswerGroup[];
  /** How many questions have an answer. */
  readonly answered: number;
  /** What is required as the answers are: nobody has sent it, or a paper of it came back and no other was sent. */
  readonly missing: MyApplication['template']['requiredDocuments'];
}

/** What of an application tells what is still to be sent. */
export type Papers = Pick<MyApplication, 'answers' | 'createdAt' | 'submittedAt'> & {
  readonly documents: readonly Pick<
    MyApplication['documents'][number],
    'id' | 'requirementKey' | 'reviewStatus' | 'replaces' | 'scan'
  >[];
  readonly template: {
    readonly inLanguage: Pick<MyApplication['template']['inLanguage'], 'schema' | 'wizard' | 'requiredDocuments'>;
  };
};

export function missingOf({ answers, documents, createdAt, submittedAt, template }: Papers): Looked['missing'] {
  const form = formOf(template.inLanguage);
  const asked = ask(form, answers, (submittedAt ?? createdAt).slice(0, 10));
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  const isBack = ({ reviewStatus, scan }: (typeof documents)[number]): boolean =>
    reviewStatus === 'rejected' || scan === 'infected';
  const usable = new Set(documents.filter((one) => !isBack(one)).map(({ requirementKey }) => requirementKey));
  // The page asks to send it again, so it is not done with the others that are there.
  for (const one of documents) if (isBack(one) && !replaced.has(one.id)) usable.delete(one.requirementKey);
  const fileFields = new Map(form.fields.flatMap((field) => (field.kind === 'file' ? [[field.key, field]] : [])));
  return template.inLanguage.requiredDocuments.filter(({ key, show }) => {
    const field = fileFields.get(key);
    const isAsked = field ? asked.shows(field) : show === undefined || asked.holds(show);
    return isAsked && !usable.has(key);
  });
}

export function look(application: MyApplication): Looked {
  const { createdAt, submittedAt } = application;
  const template = application.template.inLanguage;
  const answers = answerGroups({ answers: application.answers, template, createdAt, submittedAt });
  return {
    answers,
    answered: answers.flatMap(({ lines }) => lines).filter(({ text }) => text !== null).length,
    missing: missingOf(application),
  };
}
