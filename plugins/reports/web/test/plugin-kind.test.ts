import { shapeOf, Type } from '@dossier/sdk';
import { t } from '@dossier/core/testing/t';
import { beginning, formOf } from '../editor/sections/plugin-kind.ts';

const schema = Type.Object(
  {
    kind: Type.Literal('map'),
    title: Type.String({ minLength: 1 }),
    area: Type.Union([Type.Literal('north'), Type.Literal('south')]),
    zoom: Type.Integer({ minimum: 2 }),
    legend: Type.Boolean({ default: true }),
    note: Type.Optional(Type.String()),
    layers: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);

t.test('the form of a kind of a plugin has its members, but for the kind itself', async (t) => {
  const { properties, required } = formOf(schema);
  t.same(
    [Object.keys(properties ?? {}), required],
    [
      ['title', 'area', 'zoom', 'legend', 'note', 'layers'],
      ['title', 'area', 'zoom', 'legend', 'layers'],
    ],
  );
  t.same([formOf(null), formOf({})], [{}, { properties: {}, required: [] }]);
});

t.test('a new section of it is one that the server takes', async (t) => {
  const section = beginning('map', 'Map', schema);
  t.same(section, { kind: 'map', title: 'Map', area: 'north', zoom: 2, legend: true, layers: [] });
  t.same(shapeOf(schema).faults(section), []);
  t.same(
    beginning('plain', 'Plain', {
      type: 'object',
      properties: { kind: { const: 'plain' } },
      additionalProperties: false,
    }),
    { kind: 'plain' },
    'no title where the schema has none',
  );
});
