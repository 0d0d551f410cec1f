import { t } from '@dossier/core/testing/t';
import { Problem, Type } from '@dossier/sdk';
import { demandPublishable, demandSavable } from '../check-content.ts';
import type { InstalledHandlers } from '../check-publish.ts';
import type { ContentGiven, TemplateContent } from '../contract.ts';
import { contentOf } from '../content.ts';
import { kinds, loan, schemaOf } from './content.ts';

const pointers = async (check: () => Promise<void>): Promise<string[]> => {
  try {
    await check();
  } catch (error) {
    if (Problem.is(error)) return error.errors.map((fault) => fault.pointer).sort();
    throw error;
  }
  return [];
};
/** One handler takes settings, the other none; the third belongs to a plugin that does not serve. */
const handlers: InstalledHandlers = {
  ids: () => ['PassHandler', 'Scored', 'Away'],
  get: (id) => ({ PassHandler: {}, Scored: { settings: Type.Object({ least: Type.Integer({ minimum: 0 }) }) } })[id],
};
const saving = (properties: Record<string, object>): Promise<string[]> =>
  pointers(() => demandSavable({ ...loan, schema: schemaOf(properties) }, kinds));
const publishing = (change: Partial<TemplateContent>): Promise<string[]> =>
  pointers(() => demandPublishable({ ...loan, ...change }, { handlers, kinds }));

t.test('every kind of field that a wizard can show is accepted', async (t) => {
  t.same(
    await saving({
      text: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[A-Z]{2}\\d+$', title: 'Text', default: 'AB1' },
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date' },
      count: { type: 'integer', minimum: 0, maximum: 9, multipleOf: 3 },
      sum: { type: 'number', exclusiveMinimum: 0 },
      yes: { type: 'boolean' },
      one: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
        ],
      },
      many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true, maxItems: 2 },
    }),
    [],
  );
});

t.test('every fault of a schema is named at once, with its place', async (t) => {
  t.same(
    await saving({
      a: { type: 'text' },
      b: { type: 'string', minimum: 3 },
      c: { type: 'integer', minimum: 5, maximum: 4 },
      d: { type: 'string', enum: [] },
      e: { type: 'integer', enum: [1, 1, 1.5] },
      f: { type: 'array', items: { type: 'object' } },
      g: { type: 'string', format: 'phone' },
      h: { type: 'string', oneOf: [{ const: 'a' }] },
      'a b': { type: 'boolean' },
    }),
    [
      '/schema/properties/a b',
      '/schema/properties/a/type',
      '/schema/properties/b/minimum',
      '/schema/properties/c',
      '/schema/properties/d/enum',
      '/schema/properties/e/enum/1',
      '/schema/properties/e/enum/2',
      '/schema/properties/f/items',
      '/schema/properties/g/format',
      '/schema/properties/h/oneOf/0',
    ].sort(),
  );
});

t.test('names that every object inherits are no field keys', async (t) => {
  for (const key of ['constructor', 'toString', 'hasOwnProperty', 'prototype'])
    t.same(await saving({ [key]: { type: 'string' } }), [`/schema/properties/${key}`], key);
  const proto: unknown = JSON.parse('{"__proto__":{"type":"string"}}');
  t.same(await saving(proto as Record<string, object>), ['/schema/properties/__proto__']);
});

t.test('hostile patterns are refused, and what is accepted is matched in linear time', async (t) => {
  for (const pattern of ['(?=x)y', '(a)\\1', '[', 'a{500}b{500}', 'x'.repeat(201)])
    t.same(await saving({ p: { type: 'string', pattern } }), ['/schema/properties/p/pattern'], pattern.slice(0, 20));
  t.same(await saving({ p: { type: 'string', pattern: '^(a+)+$' } }), []);
});

t.test('the largest form is looked at in slices', async (t) => {
  let turns = 0;
  let others = setImmediate(function turn() {
    turns += 1;
    others = setImmediate(turn);
  });
  const fields = Array.from({ length: 300 }, (_, n) => [
    `f${n}`,
    { type: 'string', pattern: `^(\\p{L}|\\d){1,40}x?${n}$|^x$`, default: 'x' },
  ]);
  t.same(await saving(Object.fromEntries(fields)), []);
  clearImmediate(others);
  t.ok(turns > 2, `others had ${turns} turns`);
});

t.test('additionalProperties is refused, because unknown answers are always kept', async (t) => {
  t.same(
    await pointers(() => demandSavable({ ...loan, schema: { ...schemaOf({}), additionalProperties: false } }, kinds)),
    ['/schema/additionalProperties'],
  );
});

t.test('a default must be an answer that the field takes', async (t) => {
  t.same(await saving({ n: { type: 'integer', maximum: 3, default: 4 } }), ['/schema/properties/n/default']);
});

t.test('publishing needs a step of each kind and names the missing one', async (t) => {
  t.same(await publishing({}), []);
  t.same(await publishing({ workflow: [loan.workflow[0]!] }), ['/workflow']);
  t.same(await publishing({ workflow: [loan.workflow[1]!] }), ['/workflow']);
  await t.rejects(demandPublishable({ ...loan, workflow: [loan.workflow[0]!] }, { handlers, kinds }), {
    errors: [{ detail: /MANUAL/ }],
  });
});

t.test('publishing checks handlers, wizard and required documents, all at once', async (t) => {
  t.same(
    await publishing({
      workflow: [
        ...loan.workflow,
        { key: 'a', name: 'a', kind: 'SYSTEM' },
        { key: 'b', name: 'b', kind: 'SYSTEM', handler: 'Nope' },
        { key: 'c', name: 'c', kind: 'MANUAL', handler: 'PassHandler' },
      ],
      wizard: [{ key: 'x', title: 'X', fields: ['amount', 'amount', 'ghost'] }],
      requiredDocuments: [...loan.requiredDocuments, ...loan.requiredDocuments],
    }),
    [
      '/requiredDocuments/1/key',
      '/wizard',
      '/wizard/0/fields/1',
      '/wizard/0/fields/2',
      '/workflow/2/handler',
      '/workflow/3/handler',
      '/workflow/4/handler',
    ],
  );
});

t.test('an amount of money names its currency, and how many decimals it has', async (t) => {
  const amount = (own: object): Promise<string[]> => saving({ amount: { type: 'number', ...own } });
  t.same(await amount({ 'x-currency': 'EUR', 'x-decimals': 2 }), []);
  t.same(await amount({ 'x-decimals': 3 }), []);
  t.same(await amount({ 'x-currency': 'EUR' }), ['/schema/properties/amount/x-decimals']);
  t.same(await amount({ 'x-currency': 'eur', 'x-decimals': 2 }), ['/schema/properties/amount/x-currency']);
  for (const decimals of [-1, 1.5, '2', 11])
    t.same(await amount({ 'x-decimals': decimals }), ['/schema/properties/amount/x-decimals'], String(decimals));
  t.same(await saving({ name: { type: 'string', 'x-currency': 'EUR' } }), ['/schema/properties/name/x-currency']);
});

t.test('content of another format is refused, and a key that two steps have', async (t) => {
  const [check, manual] = loan.workflow;
  const keeping = (change: Partial<ContentGiven>): Promise<string[]> =>
    pointers(() => demandSavable({ ...loan, ...change }, kinds));
  t.same(await keeping({ format: 1 }), []);
  t.same(await keeping({ format: 2 }), ['/format']);
  t.same(await keeping({ workflow: [check!, { ...manual!, key: check!.key }] }), ['/workflow/1/key']);
});

t.test('a step that comes without a key keeps that of its name, and a new one gets its own', async (t) => {
  const given = (...names: string[]): ContentGiven => ({
    ...loan,
    workflow: names.map((name) => ({ name, kind: 'MANUAL' })),
  });
  const keys = ({ workflow }: TemplateContent): string[] => workflow.map(({ key }) => key);
  const first = contentOf(
    given('Credit check', 'Pr\u00fcfung!', '\u5ba1\u67e5', '2nd look', 'credit  CHECK', '\u5ba1'),
    { kinds },
  );
  const later = { kinds, before: first };
  t.same(keys(first), ['credit-check', 'prufung', 'step', 'step-2nd-look', 'credit-check_2', 'step_2']);
  t.same(keys(contentOf(given('2nd look', 'Credit check', 'Second look', '\u5ba1'), later)), [
    'step-2nd-look',
    'credit-check',
    'second-look',
    'step_2',
  ]);
  const renamed = { ...given(), workflow: [{ key: 'credit-check', name: 'Bureau', kind: 'SYSTEM' as const }] };
  t.same(keys(contentOf({ ...renamed, workflow: [...renamed.workflow, ...given('Credit check').workflow] }, later)), [
    'credit-check',
    'credit-check_2',
  ]);
});

t.test('settings of a step are as its handler has them', async (t) => {
  const [check, manual] = loan.workflow;
  const set = (settings: Readonly<Record<string, unknown>>, handler: string): Promise<string[]> =>
    publishing({ workflow: [{ ...check!, handler, settings }, manual!] });
  t.same(await set({ least: 600 }, 'Scored'), []);
  t.same(await set({ least: -1 }, 'Scored'), ['/workflow/0/settings/least']);
  t.same(await set({}, 'Scored'), ['/workflow/0/settings']);
  t.same(await set({ least: 600 }, 'PassHandler'), ['/workflow/0/settings']);
  t.same(await set({ least: 600 }, 'Away'), [], 'who cannot be asked now is asked when the step runs');
  t.same(await publishing({ workflow: [check!, { ...manual!, settings: { least: 1 } }] }), ['/workflow/1/settings']);
});
