import t from 'tap';
import { stage } from './stage.ts';

t.test('a run on demand', async (t) => {
  const { platform, acme, ordered, content, base } = await stage();
  t.teardown(() => platform.stop());
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  for (let i = 0; i < 3; i++) await acme.key.post('/api/v1/applications', acme.record(template));

  const list = await acme.officer.get(`${base}/report-templates`);
  t.equal(list.status, 200, list.text);
  t.strictSame(list.body.map((one: { name: string }) => one.name), ['Custom', 'Monthly Operations', 'Quarterly Business', 'Closed Applications', 'Client Communications']);
  for (const { id, name } of list.body) {
    const run = await ordered({ template: id, format: 'pdf', parameters: { period: { kind: 'thisYear' }, timeZone: 'Europe/Berlin' } });
    t.equal(run['state'], 'done', `${name}: ${JSON.stringify(run['reason'])}`);
    const file = await content(run['id']);
    t.equal(file.status, 200, file.text.slice(0, 200));
    t.match(file.text.slice(0, 5), '%PDF');
  }
  const preview = await acme.officer.post(`${base}/report-previews`, { template: 'monthly-operations', parameters: { period: { kind: 'thisYear' } } });
  t.equal(preview.status, 200, preview.text);
  t.comment(preview.text.slice(0, 3000));
});
