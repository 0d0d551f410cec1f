import t from 'tap';
import { Problem } from '@dossier/sdk';
import { demandPublishable, demandSavable } from '../check-content.ts';
import type { TemplateContent } from '../contract.ts';
import { loan, schemaOf } from './content.ts';

const pointers = async (check: () => Promise<void>): Promise<string[]> => {
  try {
    await check();
  } catch (error) {
    if (Problem.is(error)) return error.errors.map((fault) => fault.pointer).sort();
    throw error;
  }
  return [];
};
const saving = (properties: Record<string, object>): Promise<string[]> =>
  pointers(() => demandSavable({ ...loan, schema: schemaOf(properties) }));
const publishing = (change: Partial<TemplateContent>): Promise<string[]> =>
  pointers(() => demandPublishable({ ...loan, ...change }, ['PassHandler']));

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
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  const fields = Array.from({ length: 300 }, (_, n) => [
    `f${n}`,
    { type: 'string', pattern: `^(\\p{L}|\\d){1,40}x?${n}$|^x$`, default: 'x' },
  ]);
  t.same(await saving(Object.fromEntries(fields)), []);
  clearInterval(others);
  t.ok(turns > 2, `others had ${turns} turns`);
});

t.test('additionalProperties is refused, because unknown answers are always kept', async (t) => {
  t.same(await pointers(() => demandSavable({ ...loan, schema: { ...schemaOf({}), additionalProperties: false } })), [
    '/schema/additionalProperties',
  ]);
});

t.test('a default must be an answer that the field takes', async (t) => {
  t.same(await saving({ n: { type: 'integer', maximum: 3, default: 4 } }), ['/schema/properties/n/default']);
});

t.test('publishing needs a step of each kind and names the missing one', async (t) => {
  t.same(await publishing({}), []);
  t.same(await publishing({ workflow: [loan.workflow[0]!] }), ['/workflow']);
  t.same(await publishing({ workflow: [loan.workflow[1]!] }), ['/workflow']);
  await t.rejects(demandPublishable({ ...loan, workflow: [loan.workflow[0]!] }, ['PassHandler']), {
    errors: [{ detail: /MANUAL/ }],
  });
});

t.test('publishing checks handlers, wizard and required documents, all at once', async (t) => {
  t.same(
    await publishing({
      workflow: [
        ...loan.workflow,
        { name: 'a', kind: 'SYSTEM' },
        { name: 'b', kind: 'SYSTEM', handler: 'Nope' },
        { name: 'c', kind: 'MANUAL', handler: 'PassHandler' },
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
