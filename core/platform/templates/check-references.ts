/**
 * What a form says of its own fields, in conditions and calculations: each names a field that is there and can be seen
 * from where it stands, compares it with what it can be, and none leads back to itself.
 */
import { isRecord } from '@dossier/sdk';
import { isCondition, largest, operators, testsIn } from './form/condition.ts';
import type { Condition, ConditionTest } from './contract.ts';
import { ExpressionFault, parse, referencesIn } from './form/expression.ts';
import type { Reference } from './form/expression.ts';
import { unansweredKinds } from './form/form.ts';
import { writtenFormats } from './form/formats.ts';
import type { Form, FormField } from './form/form.ts';
import { composed } from './form/same.ts';
import { nameOf } from './form/sentences.ts';
import type { TemplateContent } from './contract.ts';
import type { Faults } from './faults.ts';

/** Values that a test compares with. */
const mostValues = 100;
/** Ids are names in expressions. */
const idForm = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** `faults` are those of the content: pointers begin with `schema` or `wizard`. */
export function checkReferences(
  form: Form,
  content: Pick<TemplateContent, 'wizard' | 'requiredDocuments' | Named>,
  faults: Faults,
): void {
  checkIds(form, faults);
  for (const field of allOf(form.fields)) {
    const at = faults.below('schema', ...pathOf(field));
    if (field.schema['x-show'] !== undefined) checkCondition(field.schema['x-show'], field, form, at.below('x-show'));
    if (typeof field.schema['x-formula'] === 'string') checkFormula(field.schema['x-formula'], field, form, at);
    checkRows(field, form, at);
    checkTyped(field, at);
  }
  const { wizard, requiredDocuments } = content;
  for (const [member, list] of Object.entries({ wizard, requiredDocuments }))
    list.forEach(({ show }: { readonly show?: unknown }, i) => {
      if (show !== undefined) checkCondition(show, null, form, faults.below(member, i, 'show'));
    });
  checkNamed(content, form, faults);
  checkCircles(form, faults);
}

/** A group must not promise more rows than are looked into. */
function checkRows(group: FormField, form: Form, faults: Faults): void {
  const most = form.mostRows.get(group) ?? Infinity;
  for (const name of ['minItems', 'maxItems']) {
    const given = group.schema[name];
    if (typeof given === 'number' && given > most)
      faults.add(
        'too-many-rows',
        `With as much in each row, ${most} rows can be looked into at most. Allow fewer, or ask for less in the rows of the form.`,
        name,
      );
  }
}

/** Every field is asked of people, by a step or in rows. */
function checkTyped({ schema: { format } }: FormField, faults: Faults): void {
  if (writtenFormats.some((one) => one === format))
    faults.add(
      'not-typed',
      `No person types a ${String(format)} as programs write it. Ask for a day ("date"), or for a text of any form.`,
      'format',
    );
}

type Named = 'amount' | 'keyAnswers' | 'foundBy';

/** A field that is named for its number: it is there, outside of rows, and holds one. */
export function checkNumberField(id: string, form: Form, instead: string, faults: Faults, member: string): void {
  const type = refer({ field: id }, false, null, form, faults, member)?.schema['type'];
  if (type !== undefined && type !== 'number' && type !== 'integer') faults.add('no-number', instead, member);
}

/** The amount, the answers that officers see first, and those by which an application is found. */
function checkNamed(
  { amount, keyAnswers = [], foundBy = [] }: Pick<TemplateContent, Named>,
  form: Form,
  faults: Faults,
): void {
  if (amount !== undefined)
    checkNumberField(amount, form, 'The amount is a field of money or another number.', faults, 'amount');
  for (const [member, ids] of Object.entries({ keyAnswers, foundBy }))
    ids.forEach((id, i) => {
      if (ids.indexOf(id) !== i) faults.add('twice', 'This answer is in the list already.', member, i);
      else refer({ field: id }, false, null, form, faults, member, i);
    });
}

function* allOf(fields: readonly FormField[]): Generator<FormField> {
  for (const field of fields) {
    yield field;
    yield* allOf(field.fields);
  }
}

/** From the schema to the field. */
const pathOf = (field: FormField): readonly string[] => [
  ...(field.group ? [...pathOf(field.group), ...(field.group.repeats ? ['items'] : [])] : []),
  'properties',
  field.key,
];

function checkIds(form: Form, faults: Faults): void {
  const seen = new Set<string>();
  for (const field of allOf(form.fields)) {
    const at = faults.below('schema', ...pathOf(field));
    const given = field.schema['x-id'];
    if (given !== undefined && (typeof given !== 'string' || !idForm.test(given)))
      at.add('bad-id', 'An id begins with a letter and has letters, digits and "_" only, at most 64.', 'x-id');
    else if (seen.has(field.id))
      at.add(
        'id-twice',
        `Another field has the id "${field.id}" already: conditions and calculations could not tell them apart.`,
        'x-id',
      );
    seen.add(field.id);
  }
}

/** `from` is the field that is shown by the condition, null for a step. */
function checkCondition(given: unknown, from: FormField | null, form: Form, faults: Faults): void {
  if (!isCondition(given))
    return faults.add(
      'bad-condition',
      `A condition is { "field", "is", "value" }, or "all" or "any" with a list of conditions; at most ${largest.levels} levels and ${largest.tests} tests.`,
    );
  for (const { test, pointer } of testsIn(given)) checkTest(test, from, form, faults.below(...partsOf(pointer)));
}

const partsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

function checkTest({ field: id, is, value }: ConditionTest, from: FormField | null, form: Form, faults: Faults): void {
  if (!operators.includes(is)) return faults.add('bad-operator', `"is" is one of ${operators.join(', ')}.`, 'is');
  const field = refer({ field: id }, false, from, form, faults, 'field');
  if (!field) return;
  const wanted = wantedFor(is, field);
  if (wanted === 'nothing') {
    if (value !== undefined) faults.add('needless-value', `"${is}" compares with nothing: leave "value" out.`, 'value');
  } else if (wanted === 'impossible')
    faults.add('bad-operator', `"${is}" cannot be asked of ${nameOf(field.key, field.schema)}.`, 'is');
  else checkValue(value, wanted, field, faults);
}

type Wanted = 'nothing' | 'impossible' | 'list' | 'one' | 'number';

/** What a test compares the answers of a field with. */
function wantedFor(is: ConditionTest['is'], { schema: { type } }: FormField): Wanted {
  switch (is) {
    case 'answered':
    case 'not-answered':
      return 'nothing';
    case 'contains':
    case 'not-contains':
      return type === 'array' ? 'one' : 'impossible';
    case 'at-least':
    case 'at-most':
      return type === 'boolean' || type === 'object' ? 'impossible' : type === 'array' ? 'number' : 'one';
    case 'one-of':
    case 'none-of':
      return type === 'array' || type === 'object' ? 'impossible' : 'list';
    default:
      return type === 'array' || type === 'object' ? 'impossible' : 'one';
  }
}

function checkValue(value: unknown, wanted: 'list' | 'one' | 'number', field: FormField, faults: Faults): void {
  if (wanted === 'list' && (!Array.isArray(value) || value.length === 0 || value.length > mostValues))
    return faults.add('bad-value', `"value" is a list of 1 to ${mostValues} values.`, 'value');
  const type = wanted === 'number' ? 'number' : field.schema['type'] === 'array' ? 'string' : field.schema['type'];
  const options = optionsOf(field);
  const values: readonly unknown[] = wanted === 'list' && Array.isArray(value) ? value : [value];
  values.forEach((one, i) => {
    const at = wanted === 'list' ? ['value', i] : ['value'];
    if (!isOfType(one, type)) faults.add('bad-value', `This is compared with a value of type ${String(type)}.`, ...at);
    else if (wanted !== 'number' && options && !options.includes(composed(one)))
      faults.add('unknown-option', `${nameOf(field.key, field.schema)} has no option "${String(one)}".`, ...at);
  });
}

const isOfType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;

/** The values among which answers are, null when they are free. */
function optionsOf({ schema }: FormField): readonly unknown[] | null {
  const from = isRecord(schema['items']) ? schema['items'] : schema;
  if (Array.isArray(from['enum'])) return from['enum'].map(composed);
  return Array.isArray(from['oneOf'])
    ? from['oneOf'].map((one: unknown) => (isRecord(one) ? composed(one['const']) : undefined))
    : null;
}

function checkFormula(text: string, field: FormField, form: Form, faults: Faults): void {
  const misread = [...misreadIn(text, form)];
  for (const [name, { id }] of misread) {
    const read = name.includes('-') ? `"${name.split('-').join('" minus "')}"` : 'a value';
    const instead = misreadForm.test(id)
      ? 'Give the field a short name of letters, digits and "_", and write that one'
      : `Write "${id}"`;
    faults.add('misread', `"${name}" is read as ${read}, not as the field of that name. ${instead}.`, 'x-formula');
  }
  if (misread.length > 0) return;
  try {
    for (const { reference, ofAllRows } of referencesIn(parse(text)))
      refer(reference, ofAllRows, field, form, faults, 'x-formula');
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    const where = error.at === null ? '' : ` (character ${error.at})`;
    faults.add('bad-expression', `${error.message}${where}`, 'x-formula');
  }
}

/** Names of fields that stand in an expression, which takes them for something else. */
function* misreadIn(text: string, form: Form): Generator<readonly [name: string, field: FormField]> {
  const outside = text.replaceAll(/"[^"]*"|'[^']*'/g, '""');
  for (const field of form.byId.values())
    for (const name of new Set([field.id, field.key]))
      if (misreadForm.test(name) && new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(outside)) yield [name, field];
}

/** A name with a sign of subtraction in it, or a word for a value. */
const misreadForm = /^(?:[A-Za-z]\w*(?:-\w*)+|true|false|null|this)$/;

/** The field that is meant; says what is wrong when there is none that can be meant from here. */
function refer(
  { field: id, inner }: Reference,
  ofAllRows: boolean,
  from: FormField | null,
  form: Form,
  faults: Faults,
  ...path: readonly (string | number)[]
): FormField | undefined {
  const field = form.byId.get(id);
  if (!field) {
    faults.add('unknown-field', `There is no field "${id}" any more. Choose another one, or take this away.`, ...path);
    return undefined;
  }
  const name = nameOf(field.key, field.schema);
  if (unansweredKinds.includes(field.kind)) faults.add('no-answer', `"${name}" has no answer.`, ...path);
  else if (field.rowsOf !== null && field.rowsOf !== from?.rowsOf && field !== from)
    faults.add(
      'in-rows',
      `"${name}" has an answer in each row of "${nameOf(field.rowsOf.key, field.rowsOf.schema)}". From outside of the rows, take all of them: sum(${field.rowsOf.id}.${id}).`,
      ...path,
    );
  else if (inner !== undefined) checkColumn(field, inner, ofAllRows, form, faults, path);
  else return field;
  return undefined;
}

function checkColumn(
  group: FormField,
  inner: string,
  ofAllRows: boolean,
  form: Form,
  faults: Faults,
  path: readonly (string | number)[],
): void {
  const name = nameOf(group.key, group.schema);
  if (!group.repeats || form.byId.get(inner)?.rowsOf !== group)
    faults.add('unknown-field', `The rows of "${name}" have no field "${inner}".`, ...path);
  else if (!ofAllRows)
    faults.add('in-rows', `"${name}" has many rows. Say what to make of them: sum(${group.id}.${inner}).`, ...path);
}

/** Everything on whose being shown, or on whose value, something depends, by id; steps by `step ` and their key. */
function dependencies(form: Form): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  const add = (from: string, to: Iterable<string>): void => {
    const known = all.get(from) ?? new Set();
    for (const one of to) known.add(one);
    all.set(from, known);
  };
  for (const field of allOf(form.fields)) {
    add(field.id, field.group ? [field.group.id] : field.step === null ? [] : [`step ${field.step}`]);
    if (field.show) add(field.id, fieldsIn(field.show));
    if (field.formula !== null && field.formula !== 'fault')
      for (const { reference } of referencesIn(field.formula)) add(field.id, [reference.inner ?? reference.field]);
  }
  for (const step of form.steps) add(`step ${step.key}`, step.show ? fieldsIn(step.show) : []);
  return all;
}

function fieldsIn(condition: Condition): readonly string[] {
  return [...testsIn(condition)].map(({ test }) => test.field);
}

/** One fault for each circle, at the first field in it. */
function checkCircles(form: Form, faults: Faults): void {
  const all = dependencies(form);
  const done = new Set<string>();
  const visit = (id: string, way: readonly string[]): void => {
    const begun = way.indexOf(id);
    if (begun >= 0) return report(way.slice(begun));
    if (done.has(id)) return;
    for (const next of all.get(id) ?? []) visit(next, [...way, id]);
    done.add(id);
  };
  const report = (circle: readonly string[]): void => {
    const first = circle.map((id) => form.byId.get(id)).find((field) => field !== undefined);
    const names = [...circle, ...circle.slice(0, 1)].map((id) => labelOf(form, id));
    (first ? faults.below('schema', ...pathOf(first)) : faults.below('wizard')).add(
      'circle',
      `Each of these depends on the next: ${names.join(' → ')}. None could ever be shown or calculated.`,
    );
  };
  for (const id of all.keys()) visit(id, []);
}

function labelOf(form: Form, id: string): string {
  const field = form.byId.get(id);
  if (field) return nameOf(field.key, field.schema);
  const step = form.steps.find(({ key }) => `step ${key}` === id);
  return step ? `the step ${step.title}` : id;
}
