/** What a report, its parameters and its schedule refer to is there: else all of it is told at once, each at its place. */
import t from 'tap';
import { newId } from '@dossier/sdk';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

t.setTimeout(240_000);
const { platform, acme, base } = await stage();
t.teardown(() => platform.stop());

const gone = newId();
const filters = { templateId: [gone], assignee: [gone], source: [gone] };
const where = { templateId: [gone], sourceId: [gone], assignees: [gone] };
const figures = (conditions: object): object => ({ kind: 'figures', title: 'F', figures: [{ source: 'applications', measure: 'received' }, { source: 'applications', measure: 'received', where: conditions }] });
const definition = (o: object = {}): object => ({ title: 'Any', period: { kind: 'thisMonth' }, compare: false, filters: {}, grouping: 'auto', targetDays: 10, sections: [figures({})], ...o });
const ordered = { format: 'csv' };
const planned = { name: 'Daily', format: 'csv', timeZone: 'UTC', recipients: [], recurrence: { every: 'day', at: '08:00' } };
const saved = { name: 'Mine', visibility: 'private' };
const ways: readonly (readonly [path: string, body: object])[] = [['report-previews', {}], ['report-runs', ordered], ['report-schedules', planned]];

const refused = async (path: string, body: object): Promise<readonly string[]> => {
  const answer = await acme.officer.post(`${base}/${path}`, body);
  return [String(answer.status), ...(answer.body.errors ?? []).map((fault: Json) => fault.pointer)];
};
const inFilters = (at: string): readonly string[] => ['templateId', 'assignee', 'source'].map((name) => `${at}/${name}/0`);

t.test('identifiers that nothing has are faults where they stand, all at once', async (t) => {
  const all = [...inFilters('/definition/filters'), ...['templateId', 'sourceId', 'assignees'].map((name) => `/definition/sections/0/figures/1/where/${name}/0`)];
  const draft = definition({ filters, sections: [figures(where)] });
  t.strictSame(await refused('report-templates', { ...saved, basedOn: gone, definition: draft }), ['422', '/basedOn', ...all]);
  t.strictSame(await refused('report-previews', { definition: draft }), ['422', ...all]);
  t.strictSame(await refused('report-runs', { definition: draft, ...ordered }), ['422', ...all]);
  for (const [path, body] of ways) {
    t.strictSame(await refused(path, { ...body, template: 'custom', parameters: { filters, workspaceIds: [gone] } }), ['422', '/parameters/workspaceIds/0', ...inFilters('/parameters/filters')], path);
    t.strictSame(await refused(path, { ...body, template: gone, parameters: { workspaceIds: [acme.staffWorkspace, gone] } }), ['422', '/template', '/parameters/workspaceIds/1'], path);
    t.strictSame(await refused(path, { ...body, template: 'no-such' }), ['422', '/template'], path);
  }
  t.strictSame(await refused('report-previews', { template: 'custom', parameters: { period: { kind: 'range', from: '2026-02-30', to: '2026-03-01' }, timeZone: 'EST' } }), ['422', '/parameters/timeZone', '/parameters/period/from']);
});

t.test('what is there is not refused: members and templates that nothing has come from yet, and keys that have sent something', async (t) => {
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  t.strictSame((await refused('report-previews', { definition: definition({ filters: { templateId: [template], assignee: [acme.clerk.id], source: [acme.officer.id] } }) })).slice(0, 1), ['200']);
  t.strictSame(await refused('report-previews', { definition: definition({ filters: { source: [acme.key.id] } }) }), ['422', '/definition/filters/source/0'], 'a key that has sent nothing here');
  t.equal((await acme.key.post('/api/v1/applications', acme.record(template))).status, 201);
  t.strictSame(await refused('report-previews', { definition: definition({ filters: { source: [acme.key.id] }, sections: [figures({ sourceId: [acme.key.id] })] }) }), ['200']);
  t.equal((await acme.officer.post(`${base}/report-templates`, { ...saved, basedOn: 'custom', definition: definition() })).status, 201);
});
