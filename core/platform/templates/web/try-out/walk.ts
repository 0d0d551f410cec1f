/** The draft as a client walks through it: the steps that are asked, papers, and a last look at the answers. */
import { dayOf } from '@dossier/sdk/web/ui/reader';
import type { FormFault, FormFile, FormShown } from '../../contract.ts';
import { ask, faultsIn, formOf, missingIn, papersKey, papersOf, titleOf } from '../../form/index.ts';
import type { checksOf, Walk as FormWalk } from '../../form/index.ts';
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
export const own = { documents: papersKey, review: '$review' } as const;

export interface Walk extends FormWalk {
  readonly steps: readonly { readonly key: string; readonly title: string; readonly description?: string }[];
}

/** The day where the reader is. */
export const today = (): string => dayOf(new Date());

export function walkOf(shown: FormShown, { answers }: Filled): Walk {
  const form = formOf(shown);
  const asked = ask(form, answers, today());
  const papers = papersOf(shown, form, asked);
  const steps = [
    ...form.steps.filter(({ key }) => asked.showsStep(key)),
    ...papers.wizard.filter(({ fields }) => fields.length > 0),
    { key: own.review, title: 'Check your answers, then send' },
  ];
  return { form, asked, steps, papers };
}

const withFiles = ({ answers, typed, files }: Filled) => ({
  answers,
  typed,
  has: (document: string) => files.some(({ requirementKey }) => requirementKey === document),
});

/** Keys and titles of the documents that are asked for and were not added. */
export const missingFiles = (walk: Walk, filled: Filled): readonly { readonly key: string; readonly title: string }[] =>
  walk.steps
    .flatMap(({ key }) => missingIn(key, walk, withFiles(filled)))
    .map((field) => ({ key: field.key, title: titleOf(field) }));

/** Everything that is wrong in a step, as the wizard finds it when Next is pressed. */
export const faultsOf = (key: string, walk: Walk, filled: Filled, checks: Checks): readonly FormFault[] =>
  faultsIn(key, walk, withFiles(filled), checks);
