/** The steps of a draft as a person walks through them: those of the template that are asked, and the wizard's own. */
import { asSeen, isEmail, isVisible } from '@dossier/sdk/web/ui/text-checks';
import { ask, faultsIn, formOf, papersKey, papersOf } from '../../templates/form/index.ts';
import type { checksOf, Walk as FormWalk } from '../../templates/form/index.ts';
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
export const own = { applicant: '$applicant', documents: papersKey, review: '$review' } as const;

export interface Walk extends FormWalk {
  readonly steps: readonly Step[];
}

export function walkOf(draft: DraftReply, content: Content, today: string): Walk {
  const form = formOf(draft.form);
  const asked = ask(form, content.answers, today);
  const papers = papersOf(draft.form, form, asked);
  const steps: Step[] = [
    { key: own.applicant, title: draft.workspaceType === 'CLIENT' ? 'About you' : 'Who applies' },
    ...draft.form.wizard.filter(({ key }) => asked.showsStep(key)),
    ...papers.wizard.filter(({ fields }) => fields.length > 0),
    { key: own.review, title: 'Check and send' },
  ];
  return { form, asked, steps, papers };
}

/** Everything that is wrong in a step, each with a pointer of the form. */
export const faultsOf = (
  key: string,
  walk: Walk,
  draft: DraftReply,
  content: Content,
  checks: Checks,
): readonly Fault[] =>
  key === own.applicant
    ? faultsOfApplicants(content)
    : faultsIn(key, walk, { ...content, has: (document) => isThere(draft, document) }, checks);

/** The step in which something of this name is changed; null where there is none that is asked. */
export function stepAt(name: string, { form, papers, steps }: Walk): string | null {
  const holds = (fields: FormWalk['form']['fields']): boolean => fields.some(({ key }) => key === name);
  const step =
    name === 'applicants'
      ? own.applicant
      : (form.steps.find(({ fields }) => holds(fields))?.key ?? (holds(formOf(papers).fields) ? own.documents : null));
  return steps.some(({ key }) => key === step) ? step : null;
}

/** What the server refused: its pointers as those of the form, and no code, since it alone found it. */
export const refused = (faults: readonly { readonly pointer: string; readonly detail: string }[]): readonly Fault[] =>
  faults.map(({ pointer, detail }) => ({ pointer: pointer.replace(/^\/(answers|files)(?=\/)/, ''), code: '', detail }));

/** The first of these steps that is still to be done, or in which something is wrong; else the last one. */
export const nextOpen = (
  steps: readonly Step[],
  walk: Walk,
  draft: DraftReply,
  content: Content,
  checks: Checks,
): Step | undefined =>
  steps.find(
    ({ key }) =>
      (!key.startsWith('$') && !content.done.includes(key)) || faultsOf(key, walk, draft, content, checks).length > 0,
  ) ?? steps.at(-1);

const isThere = ({ files }: DraftReply, document: string): boolean =>
  files.some(({ requirementKey, scan }) => requirementKey === document && scan !== 'infected');

const nobody = { type: 'PRIMARY', firstName: '', lastName: '', email: '' };

function faultsOfApplicants({ applicants }: Content): Fault[] {
  return (applicants.length === 0 ? [nobody] : applicants).flatMap(({ firstName, lastName, email }, i) =>
    [
      ...(isVisible(firstName) ? [] : [['firstName', 'Give the first name.']]),
      ...(isVisible(lastName) ? [] : [['lastName', 'Give the last name.']]),
      ...(isEmail(asSeen(email)) ? [] : [['email', 'Give an e-mail address, for example ada@example.org.']]),
    ].map(([name = '', detail = '']) => ({ pointer: `/applicants/${i}/${name}`, code: 'missing', detail })),
  );
}
