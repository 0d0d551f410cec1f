import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isEmail, isRecord, isVisible, pointerTo, slices } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import { choices } from './choices.ts';
import type { AnswerFault, FieldKind, TemplateVersion } from './contract.ts';
import { decimalKeywords } from './decimal-keywords.ts';
import { formats, MOST } from './field-rules.ts';
import { answerShape, kindIdOf } from './kinds.ts';
import type { Kinds } from './kinds.ts';
import { matcher } from './pattern.ts';

/** Schemas whose checks are kept compiled. */
const KEPT = 500;
const MOST_FAULTS = 100;
/** The formats are read with ordinary patterns, so their text is bounded first. */
const LONGEST_FORMATTED = 2000;

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  ownProperties: true,
  code: { regExp: Object.assign(matcher, { code: 'matcher' }) },
});
for (const keyword of [...decimalKeywords, ...choices]) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
for (const name of formats) {
  const format = name === 'email' ? isEmail : fullFormats[name];
  ajv.addFormat(name, (text: string) => text.length <= LONGEST_FORMATTED && accepts(format, text));
}

type Field = Readonly<Record<string, unknown>>;

/** Compiles a field for one use, in about a millisecond; what stays in memory is what the caller keeps. */
export function compile(field: Field): ValidateFunction {
  const own = { ...field };
  const validate = ajv.compile(own);
  ajv.removeSchema(own);
  return validate;
}

/** Fields that are compiled, each by its pointer. */
type Compiled = Map<string, ValidateFunction>;

/** Checks of answers against field schemas, of which each is named by a `key` that never names another one. */
export interface SchemaChecks {
  /**
   * Compiles a schema in slices: three hundred fields at once would hold up everybody else. What is not prepared is
   * compiled when it is asked for.
   */
  prepare(key: string, schema: TSchema): Promise<void>;
  check(
    key: string,
    schema: TSchema,
    answers: Readonly<Record<string, unknown>>,
  ): { readonly faults: readonly AnswerFault[]; readonly unknown: readonly string[] };
}

/** Answers are checked by the field kinds that are installed when they are. */
export function schemaChecks(kinds: Kinds): SchemaChecks {
  const kept = new Map<string, Compiled>();
  const compiledOf = (key: string): Compiled => {
    const compiled: Compiled = kept.get(key) ?? new Map();
    kept.delete(key);
    kept.set(key, compiled);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return compiled;
  };
  return {
    async prepare(key, schema) {
      const compiled = compiledOf(key);
      const pause = slices();
      for (const [pointer, field] of leavesOf(schema, '')) {
        if (!compiled.has(pointer)) compiled.set(pointer, compile(field));
        await pause();
      }
    },
    check(key, schema, answers) {
      const found: Found[] = [];
      for (const one of faultsIn(schema, answers, '', { compiled: compiledOf(key), kinds }))
        if (found.push(one) === MOST_FAULTS) break;
      const faults = found.map(({ pointer, ...error }) => answerFault(schema, pointer, error));
      const known = new Set(faults.map(({ pointer }) => pointer));
      const fields = fieldsOf(schema);
      return {
        faults: [...faults, ...blanksIn(schema, answers, '').filter(({ pointer }) => !known.has(pointer))].slice(
          0,
          MOST_FAULTS,
        ),
        unknown: Object.keys(answers).filter((answer) => !Object.hasOwn(fields, answer)),
      };
    },
  };
}

/** Checks of answers against versions of templates. */
export function answerChecks(kinds: Kinds) {
  const checks = schemaChecks(kinds);
  const keyOf = ({ templateId, version }: TemplateVersion): string => `${templateId} ${version}`;
  return {
    prepare: (version: TemplateVersion): Promise<void> => checks.prepare(keyOf(version), version.schema),
    check: (version: TemplateVersion, answers: Readonly<Record<string, unknown>>) =>
      checks.check(keyOf(version), version.schema, answers),
  };
}

const isGroup = (field: Field): boolean => field.type === 'object';

/** Fields that hold no others, each with its pointer into the answers. */
function* leavesOf(schema: object, at: string): Generator<readonly [string, Field]> {
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    const pointer = at + pointerTo(key);
    if (isGroup(field)) yield* leavesOf(field, pointer);
    else yield [pointer, field];
  }
}

type Found = Pick<ErrorObject, 'keyword' | 'params' | 'message'> & { readonly pointer: string };

/** What is wrong with one answer: by the keywords of its field, by the shape that its kind has, and by the kind. */
export function* fieldFaults(
  field: Field,
  answer: unknown,
  kinds: Kinds,
  validate: ValidateFunction = compile(field),
): Generator<Omit<Found, 'pointer'> & Pick<ErrorObject, 'instancePath'>> {
  if (!validate(answer)) return yield* validate.errors ?? [];
  const id = kindIdOf(field);
  const kind = kinds.get(id);
  const fault = (keyword: string, message: string) => ({ instancePath: '', keyword, params: {}, message });
  if (!kind) return yield fault('unknown-kind', `could not be checked: the field kind "${id}" is not there`);
  // The types of JSON Schema say nothing beyond it.
  const misfit = id === field.type ? undefined : answerShape(kind).misfits(answer)[0];
  if (misfit) return yield { ...fault('kind', misfit.message), instancePath: misfit.pointer };
  const wrong = askKind(kind, answer, field);
  if (wrong !== null) yield fault('kind', wrong);
}

/** A kind that cannot say what it thinks of an answer has not found it right. */
function askKind(kind: FieldKind, answer: unknown, field: Field): string | null {
  try {
    return kind.checkAnswer?.(answer, field) ?? null;
  } catch {
    return 'could not be checked';
  }
}

interface By {
  readonly compiled: Compiled;
  readonly kinds: Kinds;
}

/** Each field is checked by itself. A list that is too long is not looked into. */
function* faultsIn(schema: object, answers: unknown, at: string, by: By): Generator<Found> {
  if (!isRecord(answers)) return yield { pointer: at, keyword: 'type', params: { type: 'object' } };
  const required: readonly unknown[] = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  for (const key of required)
    if (!Object.hasOwn(answers, String(key)))
      yield { pointer: at + pointerTo(String(key)), keyword: 'required', params: {} };
  for (const [key, field] of Object.entries(fieldsOf(schema))) {
    if (!Object.hasOwn(answers, key)) continue;
    const [pointer, answer] = [at + pointerTo(key), answers[key]];
    const most = typeof field.maxItems === 'number' ? field.maxItems : MOST.items;
    if (isGroup(field)) yield* faultsIn(field, answer, pointer, by);
    else if (Array.isArray(answer) && answer.length > most)
      yield { pointer, keyword: 'maxItems', params: { limit: most } };
    else {
      const validate = by.compiled.get(pointer) ?? compile(field);
      by.compiled.set(pointer, validate);
      for (const error of fieldFaults(field, answer, by.kinds, validate))
        yield { ...error, pointer: pointer + error.instancePath };
    }
  }
}

/** The fields of a checked schema, or of a field that holds others, by key. */
export const fieldsOf = (schema: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  'properties' in schema && isRecord(schema.properties)
    ? Object.fromEntries(
        Object.entries(schema.properties).filter((entry): entry is [string, Record<string, unknown>] =>
          isRecord(entry[1]),
        ),
      )
    : {};

const answerFault = (schema: TSchema, pointer: string, error: Omit<Found, 'pointer'>): AnswerFault => ({
  pointer,
  code: error.keyword === 'required' ? 'missing' : error.keyword,
  detail: said(nameAt(schema, pointer), sentence(error)),
});

/**
 * Answers that are there and say nothing, where one is required: to JSON Schema an empty text or list is an answer, to
 * who has to decide it is none.
 */
function blanksIn(schema: object, value: unknown, at: string): readonly AnswerFault[] {
  if (Array.isArray(value))
    return 'items' in schema && isRecord(schema.items)
      ? value.flatMap((item, i) => blanksIn(schema.items as object, item, `${at}/${i}`))
      : [];
  if (!isRecord(value)) return [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(fieldsOf(schema)).flatMap(([key, field]) => {
    const pointer = `${at}${pointerTo(key)}`;
    const answer = Object.hasOwn(value, key) ? value[key] : undefined;
    const isBlank =
      (typeof answer === 'string' && !isVisible(answer)) || (Array.isArray(answer) && answer.length === 0);
    if (isBlank && required.includes(key))
      return [
        {
          pointer,
          code: 'missing',
          detail: said(typeof field['title'] === 'string' ? field['title'] : key, 'this answer is missing.'),
        },
      ];
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
const said = (title: string, what: string): string =>
  /[?!.]$/.test(title) ? `${title} ${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${title}: ${what}`;

function sentence({ keyword, params, message }: Omit<Found, 'pointer'>): string {
  switch (keyword) {
    case 'required':
      return 'this answer is missing.';
    case 'type':
      return `this answer must be of type ${String(params.type)}.`;
    case 'enum':
    case 'oneOf':
    case 'const':
      return 'this answer is none of the options.';
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return `this number must be ${String(params.comparison)} ${String(params.limit)}.`;
    case 'minLength':
      return `this answer needs at least ${String(params.limit)} characters.`;
    case 'maxLength':
      return `this answer has more than ${String(params.limit)} characters.`;
    case 'minItems':
      return `choose at least ${String(params.limit)}.`;
    case 'maxItems':
      return `choose at most ${String(params.limit)}.`;
    case 'uniqueItems':
      return 'choose each only once.';
    case 'pattern':
      return 'this answer does not have the expected form.';
    case 'format':
      return `this answer is not a valid ${String(params.format)}.`;
    default:
      return `this answer ${message ?? 'is not valid'}.`;
  }
}

function accepts(format: unknown, text: string): boolean {
  if (typeof format === 'function') return Boolean(format(text));
  if (format instanceof RegExp) return format.test(text);
  return isRecord(format) && accepts(format.validate, text);
}
