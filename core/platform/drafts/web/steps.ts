/** The steps of a draft as a person walks through them: those of the template that are asked, and the wizard's own. */
import { ask, checkAnswers, formOf } from '../../templates/form/index.ts';
import type { Asked, checksOf, Form } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import type { Content } from './draft-keeper.ts';

export type Checks = Awaited<ReturnType<typeof checksOf>>;
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}
export interface Step {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
}

/** Keys of the wizard's own steps; no key of a template begins like this. */
export const own = { applicant: '$applicant', documents: '$documents', review: '$review' } as const;

export interface Walk {
  readonly form: Form;
  readonly asked: Asked;
  readonly steps: readonly Step[];
  /** The documents that stand in no step of the template, as a form of files. */
  readonly papers: DraftReply['form'];
}

export function walkOf(draft: DraftReply, content: Content, today: string): Walk {
  const form = formOf(draft.form);
  const asked = ask(form, content.answers, today);
  const wanted = draft.form.requiredDocuments.filter(({ show }) => show === undefined || asked.holds(show));
  const papers = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        wanted.map(({ key, title, description }) => [key, { 'x-kind': 'file', title, description }]),
      ),
    },
    wizard: [{ key: own.documents, title: 'Your documents', fields: wanted.map(({ key }) => key) }],
    requiredDocuments: [],
  };
  const steps: Step[] = [
    { key: own.applicant, title: draft.workspaceType === 'CLIENT' ? 'About you' : 'Who applies' },
    ...form.steps.filter(({ key }) => asked.showsStep(key)),
    ...(wanted.length > 0 ? [{ key: own.documents, title: 'Your documents' }] : []),
    { key: own.review, title: 'Check and send' },
  ];
  return { form, asked, steps, papers };
}

/** Everything that is wrong in a step, each with a pointer of the form. */
export function faultsIn(key: string, walk: Walk, draft: DraftReply, content: Content, checks: Checks): Fault[] {
  if (key === own.applicant) return faultsOfApplicant(content);
  const papers = key === own.documents ? formOf(walk.papers) : null;
  const fields = papers?.fields ?? walk.form.steps.find((step) => step.key === key)?.fields ?? [];
  const inStep = (pointer: string): boolean => fields.some((field) => field.key === pointer.split('/')[1]);
  const unread = Object.keys(content.typed).filter(inStep);
  const { faults } = checkAnswers(walk.form, content.answers, checks);
  const missing = fields.filter(
    (field) =>
      field.kind === 'file' &&
      (papers !== null || walk.asked.shows(field)) &&
      !draft.files.some((file) => file.requirementKey === field.key && file.scan !== 'infected'),
  );
  return [
    ...unread.map((pointer) => ({
      pointer,
      code: 'unreadable',
      detail: `"${content.typed[pointer] ?? ''}" is no number that can be read with certainty. Write it without marks between thousands, for example 1234.50.`,
    })),
    ...faults.filter(({ pointer }) => inStep(pointer) && !unread.includes(pointer)),
    ...missing.map(({ key: one, schema }) => ({
      pointer: `/${one}`,
      code: 'missing',
      detail: `Add the document "${String(schema['title'] ?? one)}".`,
    })),
  ];
}

function faultsOfApplicant({ applicants: [one] }: Content): Fault[] {
  const blank = (text: string | undefined): boolean => (text ?? '').trim() === '';
  return [
    ...(blank(one?.firstName) ? [['firstName', 'Give the first name.']] : []),
    ...(blank(one?.lastName) ? [['lastName', 'Give the last name.']] : []),
    ...(/^\S+@\S+$/.test(one?.email ?? '') ? [] : [['email', 'Give an e-mail address, for example ada@example.org.']]),
  ].map(([name = '', detail = '']) => ({ pointer: `/applicants/0/${name}`, code: 'missing', detail }));
}
