/** The keywords of fields: of each a field without and with it, all in one form that is filled in and sent once. */
import { pointerTo } from '@dossier/sdk';
import type { Json } from '@dossier/core/testing';
import '../../platform/templates/web/form/form-step.element.ts';
import { drawnBy } from './drawn.ts';
import { acme, draft, faultsOf, good, schemaOf, template } from './stage.ts';
import type { Change, Effects } from './stage.ts';

type Field = Readonly<Record<string, unknown>>;

/** A field as it was answered. */
interface Answered {
  /** The answer with which the form began. */
  readonly first: unknown;
  /** Codes of what is wrong with the answer, and of files that were refused. */
  readonly codes: readonly string[];
  readonly details: readonly string[];
  /** The field as the page draws it for who fills in the form. */
  drawn(): Promise<string>;
}

interface Case {
  readonly without: Field;
  readonly with: Field;
  readonly answer?: unknown;
  /** Text files that are added. */
  readonly files?: number;
  read(one: Answered): unknown;
  readonly right: unknown;
}

const own = 'As it was set';
const [text, number, options] = [{ type: 'string' }, { type: 'number' }, { type: 'string', enum: ['A'] }];
/** A field of each kind as it is without more. */
const plain: Readonly<Record<string, Field>> = {
  string: text,
  number,
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  array: { type: 'array', items: options },
  'long-text': { ...text, 'x-kind': 'long-text' },
  money: { ...number, 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2 },
  date: { ...text, 'x-kind': 'date' },
  calculated: { ...number, 'x-kind': 'calculated', 'x-formula': '10 / 3', 'x-decimals': 2 },
  choice: { ...options, 'x-kind': 'choice' },
  email: { ...text, 'x-kind': 'email' },
  phone: { ...text, 'x-kind': 'phone' },
  address: { type: 'object', 'x-kind': 'address' },
  file: { 'x-kind': 'file' },
  group: { type: 'array', 'x-kind': 'group', items: { type: 'object', properties: {} } },
  heading: { 'x-kind': 'heading' },
  note: { 'x-kind': 'note' },
};

/** A field of which the page says then what it did not say before. */
const draws = (kind: string, change: Field, what: string, answer?: unknown): Case => ({
  without: plain[kind]!,
  with: { ...plain[kind], ...change },
  answer,
  read: async ({ drawn }) => (await drawn()).includes(what),
  right: true,
});
/** An answer that was taken is refused then, with these codes; without any one that was refused is taken. */
const checks = (kind: string, change: Field, answer: unknown, ...right: readonly string[]): Case => ({
  without: plain[kind]!,
  with: { ...plain[kind], ...change },
  answer,
  read: ({ codes }) => codes,
  right,
});
const files = (change: Field, count: number, ...right: readonly string[]): Case => ({
  ...checks('file', change, undefined, ...right),
  files: count,
});

/** Answers that stand in the form at first, by kind; one without any is not answered. */
const first: Readonly<Record<string, unknown>> = {
  string: 'A',
  number: 1,
  integer: 1,
  boolean: true,
  array: ['A'],
  'long-text': 'A',
  money: 1,
  date: '2026-01-01',
  choice: 'A',
  email: 'ada@acme.example',
  phone: '+43 1 58858',
  address: { street: 'Karlsplatz 13', city: 'Wien', country: 'AT' },
  group: [{}],
};
const begins = (kind: string): Case => ({
  without: plain[kind]!,
  with: { ...plain[kind], default: first[kind] },
  read: ({ first: found }) => found,
  right: first[kind],
});

/** Keywords that every kind takes, or every one that is answered. */
const common = (kind: string): Readonly<Record<string, Case>> => ({
  title: draws(kind, { title: own }, own),
  description: draws(kind, { description: own }, own),
  'x-show': {
    without: { ...plain[kind], title: own },
    with: { ...plain[kind], title: own, 'x-show': { field: 'never', is: 'answered' } },
    read: async ({ drawn }) => (await drawn()).includes(own),
    right: false,
  },
  ...(kind in first ? { default: begins(kind), 'x-placeholder': draws(kind, { 'x-placeholder': own }, own) } : {}),
});
/** Answers that do not fit, each with the limit that they do not keep to. */
const unfit: Readonly<Record<string, readonly [limit: Field, answer: unknown]>> = {
  string: [{ minLength: 5 }, 'a'],
  'long-text': [{ minLength: 5 }, 'a'],
  number: [{ maximum: 5 }, 6],
  integer: [{ maximum: 5 }, 6],
  money: [{ maximum: 5 }, 6],
  array: [{ minItems: 1 }, []],
  date: [{ 'x-latest': '2020-01-01' }, '2026-01-01'],
  choice: [{}, 'B'],
  email: [{}, 'nobody'],
  phone: [{}, '12'],
  address: [{}, { street: '', city: 'Wien', country: 'AT' }],
  group: [{ minItems: 2 }, [{}]],
};
const message = (kind: string, [limit, answer]: readonly [Field, unknown]): Case => ({
  without: { ...plain[kind], ...limit },
  with: { ...plain[kind], ...limit, 'x-message': own },
  answer,
  read: ({ details }) => details.includes(own),
  right: true,
});

/** Answers to choose from: another one than is there does not fit, and its title is drawn. */
function listed(field: (options: Field) => Field, [one, other]: readonly unknown[]): Readonly<Record<string, Case>> {
  const options = (list: unknown, title = 'A'): Field => field({ oneOf: [{ const: list, title }] });
  const answer = field({})['type'] === 'array' ? [other] : other;
  const fits = { answer, read: ({ codes }: Answered) => codes, right: [] };
  return {
    enum: { ...fits, without: field({ enum: [one] }), with: field({ enum: [other] }) },
    'oneOf/const': { ...fits, without: options(one), with: options(other) },
    'oneOf/title': {
      without: options(one),
      with: options(one, own),
      read: async ({ drawn }) => (await drawn()).includes(own),
      right: true,
    },
  };
}
const lengths = (kind: string): Readonly<Record<string, Case>> => ({
  minLength: checks(kind, { minLength: 5 }, 'four', 'minLength'),
  maxLength: checks(kind, { maxLength: 3 }, 'four', 'maxLength'),
});
const numeric = (kind: string): Readonly<Record<string, Case>> => ({
  minimum: checks(kind, { minimum: 5 }, 4, 'minimum'),
  maximum: checks(kind, { maximum: 3 }, 4, 'maximum'),
  exclusiveMinimum: checks(kind, { exclusiveMinimum: 4 }, 4, 'exclusiveMinimum'),
  exclusiveMaximum: checks(kind, { exclusiveMaximum: 4 }, 4, 'exclusiveMaximum'),
  multipleOf: checks(kind, { multipleOf: 3 }, 4, 'multipleOf'),
  ...listed((options) => ({ ...plain[kind], ...options }), [3, 4]),
});
const decimals = (kind: string): Case => checks(kind, { 'x-decimals': 1 }, 4.25, 'x-decimals');
const inDollars = { 'x-currency': 'USD', 'x-decimals': 2 };
const { minimum, maximum } = numeric('money');

/** The settings of each kind, as far as they have an effect. */
const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  string: {
    ...lengths('string'),
    pattern: checks('string', { pattern: '^[a-z]$' }, 'four', 'pattern'),
    ...Object.fromEntries(
      ['date', 'email', 'uri'].map((format) => [`format=${format}`, checks('string', { format }, 'four', 'format')]),
    ),
    ...listed((options) => ({ ...text, ...options }), ['A', 'B']),
  },
  number: { ...numeric('number'), 'x-decimals': decimals('number'), 'x-currency': draws('number', inDollars, '$') },
  integer: numeric('integer'),
  array: {
    ...Object.fromEntries(
      Object.entries(listed((options) => ({ type: 'array', items: { ...text, ...options } }), ['A', 'B'])).map(
        ([keyword, one]) => [`items/${keyword}`, one],
      ),
    ),
    minItems: checks('array', { minItems: 2 }, ['A'], 'minItems'),
    maxItems: checks('array', { maxItems: 1 }, ['A', 'A'], 'maxItems'),
    uniqueItems: checks('array', { uniqueItems: true }, ['A', 'A'], 'uniqueItems'),
  },
  'long-text': lengths('long-text'),
  money: {
    minimum: minimum!,
    maximum: maximum!,
    'x-decimals': decimals('money'),
    'x-currency': draws('money', inDollars, '$'),
  },
  date: {
    'x-earliest': checks('date', { 'x-earliest': 'today' }, '2020-01-01', 'x-earliest'),
    'x-latest': checks('date', { 'x-latest': 'today' }, '2220-01-01', 'x-latest'),
  },
  calculated: {
    'x-formula': draws('calculated', { 'x-formula': '20 / 3' }, '6.67'),
    'x-decimals': draws('calculated', { 'x-decimals': 3 }, '3.333'),
    'x-currency': draws('calculated', inDollars, '$'),
  },
  choice: listed((options) => ({ ...text, 'x-kind': 'choice', ...options }), ['A', 'B']),
  phone: { 'x-country': checks('phone', { 'x-country': 'DE' }, '030 123456') },
  address: { 'x-country': draws('address', { 'x-country': 'DE' }, 'value=DE .selected=true') },
  file: {
    'x-least': files({ 'x-least': 2 }, 1, 'missing'),
    'x-most': files({ 'x-most': 1 }, 2, 'too-many-documents'),
    'x-types': files({ 'x-types': ['application/pdf'] }, 1, 'other-type', 'missing'),
    'x-later': files({ 'x-later': true }, 0),
  },
  group: {
    items: draws('group', { items: { type: 'object', properties: { bank: { type: 'string', title: own } } } }, own, [
      {},
    ]),
    minItems: checks('group', { minItems: 2 }, [{}], 'minItems'),
    maxItems: checks('group', { maxItems: 1 }, [{}, {}], 'maxItems'),
  },
};

const all: Readonly<Record<string, Case>> = Object.fromEntries(
  Object.keys(plain).flatMap((kind) => {
    const said = unfit[kind] ? { 'x-message': message(kind, unfit[kind]) } : {};
    return Object.entries({ ...common(kind), ...said, ...cases[kind] }).map(([keyword, one]) => [
      `template/field/${kind}/${keyword}`,
      one,
    ]);
  }),
);

/** The key of a field in the form. */
const keyOf = (setting: string, when: 'before' | 'after'): string => `${when}_${Object.keys(all).indexOf(setting)}`;

/** Publishes the form, fills it in and sends it, which is refused with all that is wrong. */
async function sent(): Promise<(key: string) => Answered> {
  const fields = Object.entries(all).flatMap(([setting, one]) =>
    (['before', 'after'] as const).map((when) => ({
      key: keyOf(setting, when),
      field: when === 'before' ? one.without : one.with,
      one,
    })),
  );
  const properties = Object.fromEntries(fields.map(({ key, field }) => [key, field]));
  const made = await draft(
    await template({
      schema: schemaOf({ never: text, ...properties }),
      wizard: [{ key: 'all', title: 'All', fields: ['never', ...Object.keys(properties)] }],
    }),
  );
  const refused = new Map<string, string[]>();
  for (const { key, one } of fields)
    for (let n = 0; n < (one.files ?? 0); n += 1) {
      const { status, body } = await acme.officer.upload(`/api/v1/drafts/${made.id}/files`, [
        { name: 'file', fileName: `${n}.txt`, contentType: 'text/plain', bytes: `${n}` },
        { name: 'requirementKey', value: key },
      ]);
      if (status >= 300) refused.set(key, [body.errors?.[0]?.code ?? body.code]);
    }
  const answers = Object.fromEntries(
    fields.flatMap(({ key, one: { answer } }) => (answer === undefined ? [] : [[key, answer]])),
  );
  const faults = await faultsOf(made.id, answers);
  const { form } = good(await acme.officer.get(`/api/v1/drafts/${made.id}`));
  return (key) => {
    const of = faults.filter(({ pointer }: Json) =>
      ['answers', 'files'].some((at) => `${pointer}/`.startsWith(`${pointerTo(at, key)}/`)),
    );
    const { never, [key]: field } = form.schema.properties;
    return {
      first: made.answers[key],
      codes: [...(refused.get(key) ?? []), ...of.map(({ code }: Json) => code)],
      details: of.map(({ detail }: Json) => detail),
      drawn: () =>
        drawnBy('dossier-form-step', {
          form: {
            schema: schemaOf({ never, field }),
            wizard: [{ key: 'all', title: 'All', fields: ['field'] }],
            requiredDocuments: [],
          },
          answers: { field: answers[key] },
        }),
    };
  };
}

let form: ReturnType<typeof sent> | undefined;
const effect = async (setting: string, { read, right }: Case): Promise<Change> => {
  const answered = await (form ??= sent());
  return {
    before: await read(answered(keyOf(setting, 'before'))),
    after: await read(answered(keyOf(setting, 'after'))),
    right,
  };
};

export const fieldEffects: Effects = Object.fromEntries(
  Object.entries(all).map(([setting, one]) => [setting, () => effect(setting, one)]),
);
