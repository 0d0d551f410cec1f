import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isEmail, isVisible, pointerTo } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import type { AnswerFault, Templates } from './contract.ts';
import { formats } from './field-rules.ts';
import { isObject } from './faults.ts';
import { multipleOf } from './multiple-of.ts';
import { matcher } from './pattern.ts';

/** Schemas whose checks are kept compiled. */
const KEPT = 500;
const MOST_FAULTS = 100;
/** The formats are read with ordinary patterns, so their text is bounded first. */
const LONGEST_FORMATTED = 2000;

const ajv = new Ajv2020({ allErrors: true, strict: false, ownProperties: true, code: { regExp: Object.assign(matcher, { code: 'matcher' }) } });
ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
for (const name of formats) {
  const format = name === 'email' ? isEmail : fullFormats[name];
  ajv.addFormat(name, (text: string) => text.length <= LONGEST_FORMATTED && accepts(format, text));
}

/** Compiles a schema for one use; what stays in memory is what the caller keeps. */
export function compile(schema: TSchema): ValidateFunction {
  const own = { ...schema };
  const validate = ajv.compile(own);
  ajv.removeSchema(own);
  return validate;
}

/** Checks of answers against field schemas, compiled once per `key`, which names a schema that never changes. */
export function schemaChecks(): (key: string, schema: TSchema, answers: Readonly<Record<string, unknown>>) => { faults: readonly AnswerFault[]; unknown: readonly string[] } {
  const compiled = new Map<string, ValidateFunction>();
  return (key, schema, answers) => {
    const validate = compiled.get(key) ?? compile(schema);
    compiled.delete(key);
    compiled.set(key, validate);
    if (compiled.size > KEPT) compiled.delete(compiled.keys().next().value!);
    const fields = fieldsOf(schema);
    const faults = validate(answers) ? [] : faultsOf(validate.errors ?? [], schema);
    return { faults: [...faults, ...blanksIn(schema, answers, '').filter(({ pointer }) => !faults.some((fault) => fault.pointer === pointer))].slice(0, MOST_FAULTS), unknown: Object.keys(answers).filter((answer) => !Object.hasOwn(fields, answer)) };
  };
}

/** Checks of answers against versions of templates. */
export function answerChecks(): Templates['check'] {
  const check = schemaChecks();
  return (version, answers) => check(`${version.templateId} ${version.version}`, version.schema, answers);
}

/** The fields of a checked schema, or of a field that holds others, by key. */
export const fieldsOf = (schema: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  'properties' in schema && isObject(schema.properties) ? Object.fromEntries(Object.entries(schema.properties).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1]))) : {};

function faultsOf(errors: readonly ErrorObject[], schema: TSchema): readonly AnswerFault[] {
  return errors.filter(({ schemaPath }) => !/\/oneOf\/\d+\//.test(schemaPath)).slice(0, MOST_FAULTS).map((error) => {
    const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
    const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
    return { pointer, code: missing === undefined ? error.keyword : 'missing', detail: said(nameAt(schema, pointer), sentence(error)) };
  });
}

/** Answers that are there and say nothing, where one is required: to JSON Schema an empty text or list is an answer, to who has to decide it is none. */
function blanksIn(schema: object, value: unknown, at: string): readonly AnswerFault[] {
  if (Array.isArray(value)) return 'items' in schema && isObject(schema.items) ? value.flatMap((item, i) => blanksIn(schema.items as object, item, `${at}/${i}`)) : [];
  if (!isObject(value)) return [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(fieldsOf(schema)).flatMap(([key, field]) => {
    const pointer = `${at}${pointerTo(key)}`;
    const answer = Object.hasOwn(value, key) ? value[key] : undefined;
    const isBlank = (typeof answer === 'string' && !isVisible(answer)) || (Array.isArray(answer) && answer.length === 0);
    if (isBlank && required.includes(key)) return [{ pointer, code: 'missing', detail: said(typeof field['title'] === 'string' ? field['title'] : key, 'this answer is missing.') }];
    return blanksIn(field, answer, pointer);
  });
}

/** What people call the field that the pointer leads to or into. */
function nameAt(schema: TSchema, pointer: string): string {
  let [at, name]: [object, string] = [schema, 'The answers'];
  for (const key of pointer.split('/').slice(1)) {
    const field = fieldsOf(at)[key];
    if (!field) break;
    [at, name] = [field, typeof field.title === 'string' ? field.title : key];
  }
  return name;
}

/** A title that is a question is one sentence, and what is wrong with its answer the next. */
const said = (title: string, what: string): string => (/[?!.]$/.test(title) ? `${title} ${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${title}: ${what}`);

function sentence({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required': return 'this answer is missing.';
    case 'type': return `this answer must be of type ${String(params.type)}.`;
    case 'enum': case 'oneOf': case 'const': return 'this answer is none of the options.';
    case 'minimum': case 'exclusiveMinimum': case 'maximum': case 'exclusiveMaximum': return `this number must be ${String(params.comparison)} ${String(params.limit)}.`;
    case 'minLength': return `this answer needs at least ${String(params.limit)} characters.`;
    case 'maxLength': return `this answer has more than ${String(params.limit)} characters.`;
    case 'minItems': return `choose at least ${String(params.limit)}.`;
    case 'maxItems': return `choose at most ${String(params.limit)}.`;
    case 'uniqueItems': return 'choose each only once.';
    case 'pattern': return 'this answer does not have the expected form.';
    case 'format': return `this answer is not a valid ${String(params.format)}.`;
    default: return `this answer ${message ?? 'is not valid'}.`;
  }
}

function accepts(format: unknown, text: string): boolean {
  if (typeof format === 'function') return Boolean(format(text));
  if (format instanceof RegExp) return format.test(text);
  return isObject(format) && accepts(format.validate, text);
}
