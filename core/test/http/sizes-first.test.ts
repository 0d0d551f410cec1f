import { t } from '@dossier/core/testing/t';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sizesFirst } from '../../facilities/http/sizes-first.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const faults = (schema: object, value: unknown): readonly string[] => {
  const check = ajv.compile(sizesFirst(schema) as object);
  check(value);
  return (check.errors ?? []).map(({ keyword }) => keyword);
};
const named = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`member${i}`, i]));
const point = { type: 'object', additionalProperties: false, properties: { x: { type: 'number' } }, required: ['x'] };
const line = { ...point, properties: { from: { type: 'number' } }, required: ['from'] };

t.test('of a closed object outside any union every unknown member is named', async (t) => {
  t.equal(faults(point, { x: 1, ...named(5_000) }).length, 5_000);
});

t.test(
  'in a union each branch tells up to a hundred members one by one, and of more that there are too many',
  async (t) => {
    const union = { anyOf: [point, line] };
    t.equal(faults(union, named(50)).filter((keyword) => keyword === 'additionalProperties').length, 100);
    const many = faults(union, named(5_000));
    t.ok(many.length < 10, many.join(', '));
  },
);

t.test('what is open, or says its own bound, keeps it', async (t) => {
  const either = (one: object): object => ({ anyOf: [one] });
  t.same(faults(either({ ...point, additionalProperties: true }), { x: 1, ...named(5_000) }), []);
  t.same(faults({ ...point, maxProperties: 2 }, { x: 1, ...named(50) }), ['maxProperties']);
});
