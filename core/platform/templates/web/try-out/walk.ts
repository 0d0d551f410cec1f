/** The draft as a client walks through it: the steps that are asked, papers, and a last look at the answers. */
import type { FormFault, FormFile, FormShown } from '../../contract.ts';
import { ask, checkAnswers, formOf } from '../../form/index.ts';
import type { Asked, checksOf, Form } from '../../form/index.ts';
import type { Typed, Values } from '../form/places.ts';

export type Checks = Awaited<ReturnType<typeof checksOf>>;

/** What was filled in, in this tab of the browser alone. */
export interface Filled {
  readonly answers: Values;
  readonly typed: Typed;
  /** Named, never sent. */
  readonly files: readonly FormFile[];
}
export const blank: Filled = { answers: {}, typed: {}, files: [] };

/** Keys of steps that no template has: none of theirs begins like this. */
export const own = { documents: '$documents', review: '$review' } as const;

export interface Walk {
  readonly form: Form;
  readonly asked: Asked;
  readonly steps: readonly { readonly key: string; readonly title: string; readonly description?: string }[];
  /** The papers that stand in no step of the template, as a form of files. */
  readonly papers: FormShown;
}

/** The day where the reader is. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');

export function walkOf(shown: FormShown, { answers }: Filled): Walk {
  const form = formOf(shown);
  const asked = ask(form, answers, today());
  const wanted = shown.requiredDocuments.filter(({ show }) => show === undefined || asked.holds(show));
  const papers: FormShown = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        wanted.map(({ key, title, description }) => [key, { 'x-kind': 'file', title, description }]),
      ),
    },
    wizard: [{ key: own.documents, title: 'Your documents', fields: wanted.map(({ key }) => key) }],
    requiredDocuments: [],
  };
  const steps = [
    ...form.steps.filter(({ key }) => asked.showsStep(key)),
    ...(wanted.length > 0 ? [{ key: own.documents, title: 'Your documents' }] : []),
    { key: own.review, title: 'Check your answers, then send' },
  ];
  return { form, asked, steps, papers };
}

/** Keys and titles of the documents that are asked for and were not added. */
export const missingFiles = (
  walk: Walk,
  { files }: Filled,
): readonly { readonly key: string; readonly title: string }[] =>
  [
    ...formOf(walk.papers).fields,
    ...walk.form.fields.filter((field) => field.kind === 'file' && walk.asked.shows(field)),
  ]
    .filter(({ key, schema }) => schema['x-later'] !== true && !files.some((file) => file.requirementKey === key))
    .map(({ key, schema }) => ({ key, title: String(schema['title'] ?? key) }));

/** Everything that is wrong in a step, as the wizard finds it when Next is pressed. */
export function faultsIn(key: string, walk: Walk, filled: Filled, checks: Checks): readonly FormFault[] {
  const fields =
    key === own.documents
      ? formOf(walk.papers).fields
      : (walk.form.steps.find((step) => step.key === key)?.fields ?? []);
  const inStep = (pointer: string): boolean => fields.some((field) => field.key === pointer.split('/')[1]);
  const unread = Object.keys(filled.typed).filter(inStep);
  return [
    ...unread.map((pointer) => ({
      pointer,
      code: 'unreadable',
      detail: `“${filled.typed[pointer] ?? ''}” is no number that can be read with certainty.`,
    })),
    ...checkAnswers(walk.form, filled.answers, checks).faults.filter(
      ({ pointer }) => inStep(pointer) && !unread.includes(pointer),
    ),
    ...missingFiles(walk, filled)
      .filter((one) => fields.some((field) => field.key === one.key))
      .map((one) => ({ pointer: `/${one.key}`, code: 'missing', detail: `Add the document “${one.title}”.` })),
  ];
}
