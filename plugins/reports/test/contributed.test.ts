/**
 * What a plugin knows of flows into reports without a change here: a template, a source, a kind of section, and
 * communications.
 */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { definePlugin, shapeOf, Type } from '@dossier/sdk';
import type { Json } from '@dossier/core/testing';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { communicationSources, reportSources } from '@dossier/core/platform/reporting/contract';
import { reportTemplates, sectionKinds } from '../contract.ts';
import { stage } from './stage.ts';

const Quote = Type.Object(
  { kind: Type.Literal('quote'), words: Type.String({ minLength: 1 }) },
  { additionalProperties: false },
);

/** One visit to each application, at the moment it came in. */
const visits = definePlugin({
  id: 'visits',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [reportTemplates, sectionKinds, reportSources, communicationSources],
  setup(_needs, plugin) {
    plugin.contribute(
      reportSources,
      'visits',
      { permission: readApplications },
      {
        title: 'Visits',
        within: 'applicationId',
        key: 'id',
        newest: 'at',
        columns: { at: { title: 'When', type: 'time' }, place: { title: 'Place', type: 'text' } },
        measures: { all: { title: 'Visits', how: 'rows', at: 'at', better: 'up' } },
        relation: ({ organization }) =>
          sql`select a."organizationId", a."id" as "applicationId", a."id" as "id", a."createdAt" as "at", case when row_number() over (order by a."id") = 1 then 'Town' else 'Village' end as "place" from "application" a where a."organizationId" = ${organization}::uuid`,
      },
    );
    plugin.contribute(
      communicationSources,
      'visits',
      { permission: readApplications },
      {
        kinds: { visit: { title: 'Visited the client', direction: 'to the client' } },
        relation: ({ organization }) =>
          sql`select a."id"::text as "id", a."id" as "applicationId", a."createdAt" as "at", 'visit' as "kind", 'Vera Visitor' as "person", 'Coffee & cake' as "about" from "application" a where a."organizationId" = ${organization}::uuid`,
      },
    );
    plugin.contribute(
      sectionKinds,
      'quote',
      { open: 'to members' },
      {
        title: 'Quote',
        schema: Quote,
        uses: () => [],
        async compute(section) {
          return { kind: 'text', title: 'Quote', paragraphs: [`“${shapeOf(Quote).demand(section).words}”`] };
        },
      },
    );
    plugin.contribute(
      reportTemplates,
      'visits',
      { open: 'to members' },
      {
        name: 'Visits',
        description: 'Where we were.',
        order: 9,
        definition: {
          title: 'Visits',
          period: { kind: 'thisMonth' },
          compare: true,
          filters: {},
          grouping: 'auto',
          targetDays: 10,
          sections: [
            { kind: 'quote', words: 'We come to you.' },
            { kind: 'figures', title: 'At a glance', figures: [{ source: 'visits', measure: 'all' }] },
            { kind: 'chart', title: 'Places', chart: 'bar', source: 'visits', measures: ['all'], by: 'place' },
            { kind: 'table', title: 'All visits', source: 'visits', columns: ['at', 'place'], at: 'at' },
          ],
        },
      },
    );
  },
});

const { platform, acme, base, ordered, content } = await stage({ plugins: [visits] });
t.teardown(() => platform.stop());
const template = await acme.template(['DocumentCompletenessCheckHandler']);
for (let i = 0; i < 3; i++) await acme.key.post('/api/v1/applications', acme.record(template));

t.test('its template is in the gallery, after the others, and nobody overwrites it', async (t) => {
  t.same(
    (await acme.officer.get(`${base}/report-templates`)).body.map(({ name }: Json) => name),
    ['Custom', 'Monthly Operations', 'Quarterly Business', 'Closed Applications', 'Client Communications', 'Visits'],
  );
  t.match(await acme.officer.delete(`${base}/report-templates/visits`), { status: 409, body: { code: 'built-in' } });
});

t.test('its source and its kind of section are offered, computed, checked and drawn as all others are', async (t) => {
  const { sources, kinds } = (await acme.officer.get(`${base}/report-sources`)).body;
  t.match(
    [sources.find(({ id }: Json) => id === 'visits'), kinds.find(({ id }: Json) => id === 'quote')],
    [
      {
        title: 'Visits',
        columns: [
          { key: 'at', narrows: false },
          { key: 'place', narrows: true },
        ],
      },
      { title: 'Quote', schema: { properties: { words: { minLength: 1 } } } },
    ],
  );
  t.same((await acme.officer.get(`${base}/report-values?source=visits&column=place`)).body, [
    { value: 'Village', label: 'Village', count: 2 },
    { value: 'Town', label: 'Town', count: 1 },
  ]);
  const [quote, glance, places, table] = (await acme.officer.post(`${base}/report-previews`, { template: 'visits' }))
    .body.sections;
  t.match(
    [quote.paragraphs, glance.figures[0].value, places.chart.labels, places.chart.axis, table.total],
    [['“We come to you.”'], 3, ['Village', 'Town'], 'Place', 3],
  );
  const definition = {
    title: 'x',
    period: { kind: 'thisMonth' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 1,
    sections: [{ kind: 'quote', words: '' }],
  };
  t.match(await acme.officer.post(`${base}/report-previews`, { definition }), {
    status: 422,
    body: { errors: [{ pointer: '/definition/sections/0/words' }] },
  });
  t.match(await ordered({ template: 'visits', format: 'pdf' }), { state: 'done', templateName: 'Visits', pages: 2 });
});

t.test('what it says to clients is in Client Communications', async (t) => {
  const { text } = await content(
    (await ordered({ template: 'client-communications', format: 'csv', parameters: { period: { kind: 'thisMonth' } } }))
      .id,
  );
  t.equal(text.split('Visited the client').length - 1 >= 3, true, text);
  t.match(text, 'Coffee & cake');
});
