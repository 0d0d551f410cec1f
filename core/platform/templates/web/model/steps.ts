/** Operations on the steps of the wizard, and the order in which the keyboard walks through steps and fields. */
import { removeField } from './fields.ts';
import { fieldAt, keysIn, rowsOf } from './content.ts';
import type { Content, Path } from './content.ts';
import { unlike } from './names.ts';
import type { Condition, WizardStep } from '../../contract.ts';

/** What is selected: a step by its key, or a field by its path. */
export type Selection = { readonly step: string } | { readonly field: Path };

export const isSame = (a: Selection | null, b: Selection | null): boolean => JSON.stringify(a) === JSON.stringify(b);

export const addStep = (content: Content, at = content.wizard.length): { content: Content; key: string } => {
  const key = unlike('step', new Set(content.wizard.map((one) => one.key)));
  const step: WizardStep = { key, title: `Step ${content.wizard.length + 1}`, fields: [] };
  return { content: { ...content, wizard: content.wizard.toSpliced(at, 0, step) }, key };
};

/** `undefined` takes a member out. */
export interface StepChange {
  readonly title?: string;
  readonly description?: string;
  readonly show?: Condition | undefined;
  readonly minutes?: number | undefined;
}

export const changeStep = (content: Content, key: string, change: StepChange): Content => ({
  ...content,
  wizard: content.wizard.map((step) => {
    if (step.key !== key) return step;
    const { show, description, minutes, ...rest } = { ...step, ...change };
    return {
      ...rest,
      ...(show ? { show } : {}),
      ...(description ? { description } : {}),
      ...(minutes === undefined ? {} : { minutes }),
    };
  }),
});

export const moveStep = (content: Content, key: string, at: number): Content => {
  const from = content.wizard.findIndex((one) => one.key === key);
  const step = content.wizard[from];
  if (!step || at < 0 || at >= content.wizard.length || at === from) return content;
  return { ...content, wizard: content.wizard.toSpliced(from, 1).toSpliced(at, 0, step) };
};

/** Its fields go with it. */
export const removeStep = (content: Content, key: string): Content => {
  const step = content.wizard.find((one) => one.key === key);
  if (!step) return content;
  const emptied = step.fields.reduce((left, field) => removeField(left, [field]), content);
  return { ...emptied, wizard: emptied.wizard.filter((one) => one.key !== key) };
};

/** Steps and fields as they stand below one another. */
const orderOf = (content: Content): readonly Selection[] =>
  content.wizard.flatMap(({ key, fields }): readonly Selection[] => [
    { step: key },
    ...fields.flatMap((field): readonly Selection[] => {
      const rows = rowsOf(content.schema.properties?.[field]);
      return [{ field: [field] }, ...(rows ? keysIn(rows).map((inner): Selection => ({ field: [field, inner] })) : [])];
    }),
  ]);

/** The next one in the order, by so many places; it stays at an end. */
export const neighbour = (content: Content, selected: Selection | null, by: number): Selection | null => {
  const order = orderOf(content);
  const at = order.findIndex((one) => isSame(one, selected));
  return order[Math.max(0, Math.min(order.length - 1, at < 0 ? 0 : at + by))] ?? null;
};

const isThere = (content: Content, selected: Selection): boolean =>
  'step' in selected
    ? content.wizard.some(({ key }) => key === selected.step)
    : fieldAt(content, selected.field) !== undefined;

/**
 * What is selected in content that came in place of the one before: what stands there now where it was undone or has
 * another key.
 */
export const stillSelected = (before: Content, after: Content, selected: Selection): Selection | null => {
  if (isThere(after, selected)) return selected;
  const [old, now] = [orderOf(before), orderOf(after)];
  const at = old.findIndex((one) => isSame(one, selected));
  if (at < 0) return now[0] ?? null;
  return now[now.length < old.length ? Math.max(0, at - 1) : Math.min(at, now.length - 1)] ?? null;
};
