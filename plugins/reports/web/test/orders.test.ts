import { t } from '@dossier/core/testing/t';
import { monthlyOperations } from '../../templates/monthly-operations.ts';
import { orderOf, same } from '../editor/orders.ts';
import type { Template } from '../types.ts';

const { name, description, definition } = monthlyOperations;
const template: Template = {
  id: 'monthly-operations',
  name,
  description,
  builtIn: true,
  visibility: 'workspace',
  owner: null,
  basedOn: null,
  version: 1,
  definition: { ...definition, filters: { status: ['Approved'] } },
  updatedAt: null,
};
const settings = { timeZone: 'Europe/Berlin', language: 'de' };

t.test('a report that was not changed is ordered by its template', async (t) => {
  t.same(orderOf(template, structuredClone(template.definition), settings), {
    template: template.id,
    parameters: settings,
  });
});

t.test(
  'what may be set anew for one run is a parameter of it, and a filter that was taken out is emptied',
  async (t) => {
    const changed = { ...template.definition, period: { kind: 'thisWeek' as const }, filters: { assignee: ['omar'] } };
    t.same(orderOf(template, changed, settings), {
      template: template.id,
      parameters: { ...settings, period: { kind: 'thisWeek' }, filters: { status: [], assignee: ['omar'] } },
    });
  },
);

t.test('another title, another section, or another order of them makes a draft', async (t) => {
  for (const changed of [
    { ...template.definition, title: 'North' },
    { ...template.definition, sections: template.definition.sections.slice(1) },
    { ...template.definition, sections: template.definition.sections.toReversed() },
  ]) {
    t.same(orderOf(template, changed, settings), { definition: changed, parameters: settings });
  }
});

t.test('the order of members says nothing, that of sections does', async (t) => {
  t.ok(same({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 }));
  t.notOk(same([1, 2], [2, 1]));
});
