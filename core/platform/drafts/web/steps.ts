/** The steps of a draft as a person walks through them: those of the template that are asked, and the wizard's own. */
import { ask, checkAnswers, formOf } from '../../templates/form/index.ts';
import type { Asked, checksOf, Form, FormField } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import type { Content } from './merge.ts';

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
  /** How long a person takes for it. */
  readonly minutes?: number;
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
  // Those of fields stand in their steps.
  const inSteps = new Set(form.fields.flatMap(({ kind, key }) => (kind === 'file' ? [key] : [])));
  const wanted = draft.form.requiredDocuments.filter(
    ({ key, show }) => !inSteps.has(key) && (show === undefined || asked.holds(show)),
  );
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
    ...draft.form.wizard.filter(({ key }) => asked.showsStep(key)),
    ...(wanted.length > 0 ? [{ key: own.documents, title: 'Your documents' }] : []),
    { key: own.review, title: 'Check and send' },
  ];
  return { form, asked, steps, papers };
}

const titleOf = ({ schema, key }: FormField): string => String(schema['title'] ?? key);

/** May the files of this field be handed in after the application was sent? */
export const mayComeLater = ({ schema }: FormField): boolean => schema['x-later'] === true;

/** What the answer at a pointer is called, the row of a group included; null where there is no such field. */
export function nameAt({ form, papers }: Pick<Walk, 'form' | 'papers'>, pointer: string): string | null {
  const [key = '', row, inner] = pointer.split('/').slice(1);
  const field = [...form.fields, ...formOf(papers).fields].find((one) => one.key === key);
  if (!field) return null;
  const of = inner === undefined ? undefined : field.fields.find((one) => one.key === inner);
  return of && field.repeats ? `${titleOf(field)} ${Number(row) + 1}: ${titleOf(of)}` : titleOf(field);
}

/** Everything that is wrong in a step, each with a pointer of the form. */
export function faultsIn(key: string, walk: Walk, draft: DraftReply, content: Content, checks: Checks): Fault[] {
  if (key === own.applicant) return faultsOfApplicants(content);
  const papers = key === own.documents ? formOf(walk.papers) : null;
  const fields = papers?.fields ?? walk.form.steps.find((step) => step.key === key)?.fields ?? [];
  const inStep = (pointer: string): boolean => fields.some((field) => field.key === pointer.split('/')[1]);
  const { faults, asked } = checkAnswers(walk.form, withTyped(content), checks);
  const unread = Object.keys(content.typed).filter((pointer) => inStep(pointer) && !asked.notAsked.includes(pointer));
  const missing = fields.filter(
    (field) =>
      field.kind === 'file' &&
      (papers !== null || walk.asked.shows(field)) &&
      !mayComeLater(field) &&
      !draft.files.some((file) => file.requirementKey === field.key && file.scan !== 'infected'),
  );
  return [
    ...unread.map((pointer) => ({
      pointer,
      code: 'unreadable',
      detail: `${nameAt(walk, pointer) ?? 'This answer'}: "${content.typed[pointer] ?? ''}" is no number that can be read with certainty. Write it without marks between thousands, for example 1234.50.`,
    })),
    ...faults.filter(({ pointer }) => inStep(pointer) && !unread.includes(pointer)),
    ...missing.map((field) => ({
      pointer: `/${field.key}`,
      code: 'missing',
      detail: `Add the document "${titleOf(field)}".`,
    })),
  ];
}

/** With what was typed in the place of what cannot be read, to see whether it is asked for at all. */
const withTyped = ({ answers, typed }: Content): Content['answers'] => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(typed).flatMap(([pointer, text]) =>
      pointer.lastIndexOf('/') === 0 ? [[pointer.slice(1), text]] : [],
    ),
  ),
});

const blank = (text: string): boolean => text.trim() === '';
const nobody = { type: 'PRIMARY', firstName: '', lastName: '', email: '' };

function faultsOfApplicants({ applicants }: Content): Fault[] {
  return (applicants.length === 0 ? [nobody] : applicants).flatMap(({ firstName, lastName, email }, i) =>
    [
      ...(blank(firstName) ? [['firstName', 'Give the first name.']] : []),
      ...(blank(lastName) ? [['lastName', 'Give the last name.']] : []),
      ...(/^\S+@\S+$/.test(email) ? [] : [['email', 'Give an e-mail address, for example ada@example.org.']]),
    ].map(([name = '', detail = '']) => ({ pointer: `/applicants/${i}/${name}`, code: 'missing', detail })),
  );
}
