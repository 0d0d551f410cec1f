/** Template content as it comes in, and as it is kept: with its format, and each step of the workflow with a key. */
import { regionalFaults } from '@dossier/sdk';
import { FORMAT } from './contract.ts';
import type { ContentGiven, ManualRules, StepGiven, TemplateContent, WorkflowStepDefinition } from './contract.ts';
import { withIds } from './field-ids.ts';
import type { Faults } from './faults.ts';
import type { Kinds } from './kinds.ts';

/** Characters of a key made from a name. */
const LONGEST = 40;

/**
 * The content as it is kept. A step that comes without a key has that of the step of its name in the content `before`,
 * so that it stays the same step, else one made from its name.
 */
export function contentOf(
  given: ContentGiven,
  { kinds, before }: { readonly kinds: Kinds; readonly before?: TemplateContent },
): TemplateContent {
  return {
    ...given,
    format: FORMAT,
    schema: withIds(given.schema, before?.schema ?? {}, kinds),
    workflow: withKeys(given.workflow, before?.workflow ?? []),
  };
}

/** Members of a step that say how people work on it. */
export const manualRules = [
  'role',
  'checklist',
  'due',
  'secondApprover',
  'assignment',
  'note',
  'escalateTo',
] as const satisfies readonly (keyof ManualRules)[];

function withKeys(steps: readonly StepGiven[], before: readonly WorkflowStepDefinition[]): WorkflowStepDefinition[] {
  const taken = new Set(steps.flatMap(({ key }) => key ?? []));
  const take = (key: string): string => {
    taken.add(key);
    return key;
  };
  const kept = steps.map(({ key, name }) => {
    const old = before.find((one) => one.name === name && !taken.has(one.key));
    return key ?? (old && take(old.key));
  });
  return steps.map((step, i) => ({ ...step, key: kept[i] ?? take(free(keyFrom(step.name), taken)) }));
}

/** The key, with a number behind it when it is taken. */
function free(key: string, taken: ReadonlySet<string>): string {
  let one = key;
  for (let n = 2; taken.has(one); n += 1) one = `${key}_${n}`;
  return one;
}

/** A key that looks like the name: `Credit check` becomes `credit-check`. No key from a name has an underscore. */
function keyFrom(name: string): string {
  const text = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
  return text === '' ? 'step' : /^[a-z]/.test(text) ? text : `step-${text}`;
}

/** What content says beside its fields, as far as it could be read. */
export interface Frame {
  readonly language?: string | undefined;
  readonly format?: number | undefined;
  readonly workflow?: readonly ({ readonly key?: string | undefined } | undefined)[] | undefined;
}

/**
 * What of the frame of content nobody could keep: a format that is not known here, a language that is none, a key that
 * two steps have.
 */
export function checkFrame({ format, language, workflow = [] }: Frame, faults: Faults): void {
  faults.take(regionalFaults({ language }));
  if (format !== undefined && format !== FORMAT)
    faults.add(
      'unknown-format',
      `This installation reads template content of format ${FORMAT}. Update it, or send the content in that format.`,
      'format',
    );
  const keys = workflow.map((step) => step?.key);
  keys.forEach((key, i) => {
    if (key !== undefined && keys.indexOf(key) !== i)
      faults.add('key-twice', 'A step of this key is in the workflow already.', 'workflow', i, 'key');
  });
}
