import { isRecord, shapeOf } from '@dossier/sdk';
import { manualRules } from './content.ts';
import type { TemplateContent, WorkflowStepDefinition } from './contract.ts';
import { checkNumberField, checkReferences } from './check-references.ts';
import { documentsOf } from './documents.ts';
import type { Faults } from './faults.ts';
import { fieldsOf, formOf } from './form/form.ts';
import type { Form } from './form/form.ts';
import type { StepHandler } from '../workflow/contract.ts';

/** The installed step handlers, whatever is switched on, each with what it says of its settings. */
export interface InstalledHandlers {
  ids(): readonly string[];
  /** Undefined while its plugin does not serve. */
  get(id: string): Pick<StepHandler, 'settings' | 'check'> | undefined;
}

/**
 * What a draft must have to be published. A draft may be saved without it, so that it can be built in any order.
 */
export function checkPublishable(content: TemplateContent, handlers: InstalledHandlers, faults: Faults): void {
  const form = formOf(content);
  checkWorkflow(content, form, handlers, faults.below('workflow'));
  checkWizard(content, faults.below('wizard'));
  checkReferences(form, content, faults);
  checkUnique(
    documentsOf(content).map((document) => document.key),
    'A required document of this key is in the list already.',
    faults.below('requiredDocuments'),
  );
}

function checkWorkflow(content: TemplateContent, form: Form, handlers: InstalledHandlers, faults: Faults): void {
  const { workflow } = content;
  for (const kind of ['SYSTEM', 'MANUAL']) {
    if (!workflow.some((step) => step.kind === kind))
      faults.add('missing-kind', `A workflow needs at least one ${kind} step.`);
  }
  const names = workflow.map(({ name }) => asRead(name));
  workflow.forEach((step, i) => {
    if (names.indexOf(names[i] ?? '') !== i)
      faults.add(
        'name-twice',
        'A step of this name is in the workflow already; nobody could tell the two apart.',
        i,
        'name',
      );
    if (step.kind !== 'SYSTEM' && step.kind !== 'MANUAL')
      return faults.add('bad-kind', 'A step is of kind SYSTEM or MANUAL, written exactly so.', i, 'kind');
    checkSettings(step, { content, form, handlers }, faults.below(i, 'settings'));
    checkManualRules(step, faults.below(i));
    if (step.kind === 'MANUAL')
      return step.handler === undefined
        ? undefined
        : faults.add('needless-handler', 'A MANUAL step has no handler: an officer decides it.', i, 'handler');
    if (step.handler === undefined)
      return faults.add('missing-handler', 'A SYSTEM step names the handler that runs it.', i, 'handler');
    if (!handlers.ids().includes(step.handler))
      faults.add(
        'unknown-handler',
        `There is no handler "${step.handler}". Installed are: ${handlers.ids().join(', ') || 'none'}.`,
        i,
        'handler',
      );
  });
}

function checkManualRules(step: WorkflowStepDefinition, faults: Faults): void {
  if (step.kind === 'SYSTEM')
    for (const rule of manualRules)
      if (step[rule] !== undefined)
        faults.add('needless-rule', 'Only a MANUAL step has this: nobody works on a SYSTEM step.', rule);
  checkUnique(
    (step.checklist ?? []).map(({ key }) => key),
    'A point of this key is in the checklist already.',
    faults.below('checklist'),
  );
}

/**
 * The settings of a step are as its handler's schema has them; without a schema there are none. A handler that cannot
 * be asked now is asked when the step runs.
 */
function checkSettings(
  step: WorkflowStepDefinition,
  { content, form, handlers }: { content: TemplateContent; form: Form; handlers: InstalledHandlers },
  faults: Faults,
): void {
  const { kind, key, settings = {} } = step;
  const handler = kind === 'SYSTEM' ? handlers.get(step.handler ?? '') : {};
  if (!handler) return;
  const { settings: schema } = handler;
  if (!schema) {
    if (Object.keys(settings).length > 0) faults.add('needless-settings', 'This step takes no settings.');
    return;
  }
  const misfits = shapeOf(schema).misfits(settings);
  if (misfits.length > 0)
    return faults.take(
      misfits.map(({ pointer, message }) => ({
        pointer,
        code: 'bad-setting',
        detail: `${pointer.slice(1) || 'This step'} ${message}.`,
      })),
    );
  for (const [name, { 'x-field': wanted }] of Object.entries(fieldsOf(schema))) {
    const id = settings[name];
    if (wanted === 'number' && typeof id === 'string')
      checkNumberField(id, form, 'Choose a field of money or another number.', faults, name);
  }
  faults.take(handler.check?.(settings, { content, key }) ?? []);
}

/**
 * A name as a reader takes it: what cannot be seen, blanks, letter case and the form in which Unicode writes it make no
 * other name.
 */
const asRead = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toUpperCase()
    .toLowerCase();

/** Every field is shown, once: one that no step shows could never be filled in. */
function checkWizard({ wizard, schema }: TemplateContent, faults: Faults): void {
  const fields = new Set(Object.keys('properties' in schema && isRecord(schema.properties) ? schema.properties : {}));
  const shown = new Set<string>();
  wizard.forEach((step, i) =>
    step.fields.forEach((key, j) => {
      if (!fields.has(key)) faults.add('unknown-field', `The schema has no field "${key}".`, i, 'fields', j);
      else if (shown.has(key)) faults.add('shown-twice', `The field "${key}" is shown before already.`, i, 'fields', j);
      shown.add(key);
    }),
  );
  for (const key of fields) {
    if (!shown.has(key)) faults.add('not-shown', `No step of the wizard shows the field "${key}".`);
  }
  checkUnique(
    wizard.map((step) => step.key),
    'A step of this key is in the wizard already.',
    faults,
  );
}

function checkUnique(keys: readonly string[], detail: string, faults: Faults): void {
  keys.forEach((key, i) => {
    if (keys.indexOf(key) !== i) faults.add('key-twice', detail, i, 'key');
  });
}
