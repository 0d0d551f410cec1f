import type { TemplateContent } from './contract.ts';
import { isObject } from './faults.ts';
import type { Faults } from './faults.ts';

/**
 * What a draft must have to be published. A draft may be saved without it, so that it can be built in any order.
 * `handlers` are the ids of the installed checks.
 */
export function checkPublishable(content: TemplateContent, handlers: readonly string[], faults: Faults): void {
  checkWorkflow(content, handlers, faults.below('workflow'));
  checkWizard(content, faults.below('wizard'));
  checkUnique(
    content.requiredDocuments.map((document) => document.key),
    'A required document of this key is in the list already.',
    faults.below('requiredDocuments'),
  );
}

function checkWorkflow({ workflow }: TemplateContent, handlers: readonly string[], faults: Faults): void {
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
    if (step.kind === 'MANUAL')
      return step.handler === undefined
        ? undefined
        : faults.add('needless-handler', 'A MANUAL step has no handler: an officer decides it.', i, 'handler');
    if (step.handler === undefined)
      return faults.add('missing-handler', 'A SYSTEM step names the handler that runs it.', i, 'handler');
    if (!handlers.includes(step.handler))
      faults.add(
        'unknown-handler',
        `There is no handler "${step.handler}". Installed are: ${handlers.join(', ') || 'none'}.`,
        i,
        'handler',
      );
  });
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
  const fields = new Set(Object.keys('properties' in schema && isObject(schema.properties) ? schema.properties : {}));
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
