/** Patents are saved to applications: once in whatever spelling, for the staff who read the application, as files. */
import { t } from '@dossier/core/testing/t';
import {} from '@dossier/core/testing';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { patentsFeature, savePatents } from '../../contract.ts';
import { find, stage, used } from './stage.ts';
import type { Json, TestClient } from './stage.ts';

const { platform, acme, beta, stop } = await stage();
t.teardown(stop);
const { officer, clerk, client, admin } = acme;
await find(acme, officer, 'pn=EP4352417');
const listOf = (id: string): string => `/api/v1/applications/${id}/patents`;
const numbersOf = async (who: TestClient, id: string): Promise<readonly string[]> =>
  (await who.get(listOf(id))).body.map(({ patent }: Json) => patent.number);
const closest = { tag: 'closest art', reason: 'Core and pipes as in our figure 2' };

t.test('a patent is saved with tag and reason, changed, and removed', async (t) => {
  const id = await acme.submit();
  t.strictSame((await officer.get(listOf(id))).body, []);
  const saved = await officer.put(`${listOf(id)}/EP4352417A1`, closest);
  t.match(saved, {
    status: 200,
    headers: { etag: '"1"' },
    body: {
      patent: {
        number: 'EP4352417A1',
        spoken: 'EP 4 352 417 A1',
        title: 'Hydrogen tank with a liner that reports its own leakage',
        date: '2024-04-17',
      },
      ...closest,
      by: { id: officer.id, name: 'Otto Officer' },
      version: 1,
    },
  });
  t.strictSame((await admin.get(listOf(id))).body, [saved.body], 'colleagues have it');
  platform.clock.advance(60_000);
  const changed = await admin.put(`${listOf(id)}/EP4352417A1`, { tag: '  background\n art ', reason: '' });
  t.match(changed.body, { tag: 'background art', reason: '', by: { name: 'Otto Officer' }, version: 2 });
  t.equal((await officer.delete(`${listOf(id)}/EP4352417A1`)).status, 204);
  t.strictSame(await numbersOf(officer, id), []);
  t.equal((await officer.delete(`${listOf(id)}/EP4352417A1`)).status, 404);
  t.match(await officer.put(`${listOf(id)}/EP4352417A1`, { tag: 'x'.repeat(61), reason: 1 }), {
    status: 422,
    body: { errors: [{ pointer: '/tag' }, { pointer: '/reason' }] },
  });
});

t.test('two spellings are one saved patent, however often it is saved, and nothing is paid for it', async (t) => {
  const before = await used(acme);
  const id = await acme.submit();
  for (const spelling of ['EP4352417A1', 'EP 4 352 417 A1', 'ep4352417a1', 'EP.4352417.A1', 'EP-4352417-A1'])
    t.match(
      await officer.put(`${listOf(id)}/${encodeURIComponent(spelling)}`, closest),
      { status: 200, body: { version: 1 } },
      spelling,
    );
  t.strictSame(await numbersOf(officer, id), ['EP4352417A1']);
  const together = await Promise.all(
    Array.from({ length: 8 }, () => officer.put(`${listOf(id)}/EP4352417B1`, { tag: 'grant', reason: '' })),
  );
  t.ok(together.every(({ status, body }) => status === 200 && body.version === 1));
  t.strictSame((await numbersOf(officer, id)).toSorted(), ['EP4352417A1', 'EP4352417B1']);
  t.match(await officer.put(`${listOf(id)}/EP4352417`, closest), {
    status: 409,
    body: { code: 'several-publications', detail: /EP 4 352 417 A1, EP 4 352 417 B1/ },
  });
  for (const unknown of ['EP9999999A1', 'no%20number', 'XX1A1'])
    t.equal((await officer.put(`${listOf(id)}/${unknown}`, closest)).status, 404, unknown);
  t.equal(await used(acme), before);
  const trail = (await admin.get(`/api/v1/applications/${id}/audit`)).text;
  t.equal(trail.match(/patents\/saved@1/g)?.length, 2, 'what changes nothing is not told');
});

t.test('what was changed since it was read is not written over', async (t) => {
  const id = await acme.submit();
  const url = `${listOf(id)}/EP4352417A1`;
  const match = { 'if-match': '"1"' };
  t.equal((await officer.put(url, closest, match)).status, 412, 'there is none yet');
  await officer.put(url, closest);
  t.equal((await officer.get(url)).headers['etag'], '"1"');
  t.equal((await officer.put(url, { ...closest, tag: 'other' }, match)).headers['etag'], '"2"');
  t.equal((await admin.put(url, closest, match)).status, 412);
  t.equal((await admin.delete(url, match)).status, 412);
  t.equal((await admin.delete(url, { 'if-match': '"2"' })).status, 204);
});

t.test('nobody meets them who does not read the application as one of the staff', async (t) => {
  await find(beta, beta.officer, 'pn=EP4352417');
  const id = await acme.submit();
  const url = `${listOf(id)}/EP4352417A1`;
  await officer.put(url, closest);
  for (const [who, name] of [
    [client, 'its client'],
    [acme.otherClient, 'another client'],
    [beta.officer, 'another organization'],
  ] as const) {
    for (const path of [listOf(id), url, `${listOf(id)}.csv`, `${listOf(id)}.xlsx`])
      t.ok([403, 404].includes((await who.get(path)).status), `${name} at ${path.slice(-10)}`);
    t.ok([403, 404].includes((await who.put(url, closest)).status), name);
    t.ok([403, 404].includes((await who.delete(url)).status), name);
  }
  t.equal((await beta.officer.get(listOf(id))).status, 404);
  t.equal((await clerk.get(listOf(id))).status, 200, 'who reads the application reads them');
  t.equal((await clerk.put(url, closest)).status, 403, 'and saves only with the right to it');
  const own = await acme.submit(officer.email);
  await platform.settle();
  t.equal((await officer.get(listOf(own))).status, 404, 'of their own application somebody of the staff is a client');
  t.equal((await admin.get(listOf(own))).status, 200);
  await acme.grant('officer', savePatents, false);
  t.equal((await officer.delete(url)).status, 403);
  await acme.grant('officer', savePatents, true);
  await acme.grant('clerk', readApplications, false);
  t.ok([403, 404].includes((await clerk.get(listOf(id))).status));
  await acme.grant('clerk', readApplications, true);
});

t.test('GraphQL gives the same', async (t) => {
  const id = await acme.submit();
  await officer.put(`${listOf(id)}/EP4352417A1`, closest);
  const query = `{ savedPatents(applicationId: "${id}") { patent { number } tag reason by { name } version } }`;
  t.strictSame((await clerk.graphql(query)).data, {
    savedPatents: [{ patent: { number: 'EP4352417A1' }, ...closest, by: { name: 'Otto Officer' }, version: 1 }],
  });
  t.match(await beta.officer.graphql(query), { errors: [{ extensions: { status: 404 } }] });
});

t.test('the list as CSV has words for what an office does not give, and no formula', async (t) => {
  await find(acme, officer, 'pn=EP4269744');
  const id = await acme.submit();
  await officer.put(`${listOf(id)}/EP4352417A1`, { tag: '=1+1', reason: 'a;=HYPERLINK("https://evil.example")' });
  platform.clock.advance(1_000);
  await officer.put(`${listOf(id)}/EP4269744A1`, closest);
  const { text, headers } = await officer.get(`${listOf(id)}.csv`);
  t.match(headers, { 'content-type': /^text\/csv/, 'content-disposition': /saved-patents\.csv/ });
  const [head, untitled, formula] = text.split('\r\n');
  t.match(head, /^\uFEFFNumber,Title,Applicants,Published,Classes,Tag,Reason,Saved by,Saved at,Citation$/);
  t.match(untitled, /^EP4269744A1,No title given,/);
  t.match(formula, /,"'=1\+1",/);
  t.match(formula, /a;'=HYPERLINK/);
  t.match((await admin.get(`/api/v1/applications/${id}/audit`)).text, /patents\/exported@1/);
});

t.test('the list as an Excel file has the texts as texts', async (t) => {
  const id = await acme.submit();
  await officer.put(`${listOf(id)}/EP4352417A1`, { tag: '=1+1', reason: '' });
  const { status, headers, bytes } = await officer.get(`${listOf(id)}.xlsx`);
  t.equal(status, 200);
  t.match(headers, { 'content-type': /spreadsheetml/, 'content-disposition': /saved-patents\.xlsx/ });
  t.equal(bytes.subarray(0, 2).toString('latin1'), 'PK');
  t.match(bytes.toString('latin1'), /xl\/worksheets\/sheet1\.xml/);
  t.same((await officer.get(`${listOf(id)}.xlsx`)).bytes, bytes, 'the same list gives the same bytes');
});

t.test('reports count and list them, and know no notes', async (t) => {
  const id = await acme.submit();
  await officer.put(`${listOf(id)}/EP4269744A1`, { tag: 'closest art', reason: 'Magnets at the hem' });
  await officer.put(`${acme.patents}/EP4269744A1/note`, { text: 'Zebrafink' });
  const columns = ['number', 'title', 'applicants', 'published', 'tag', 'reason', 'savedBy', 'savedAt'];
  const answer = await admin.post(`/api/v1/workspaces/${acme.staffWorkspace}/report-previews`, {
    definition: {
      ...{ title: 'Patents', period: { kind: 'thisMonth' }, compare: false, filters: {} },
      ...{ grouping: 'auto', targetDays: 10 },
      sections: [
        { kind: 'figures', title: 'In all', figures: [{ source: 'saved-patents', measure: 'all' }] },
        { kind: 'table', title: 'Saved', source: 'saved-patents', columns, at: 'savedAt' },
      ],
    },
  });
  t.equal(answer.status, 200);
  const saved = (await platform.kernel.database.asOwner(({ run }) => run('select 1 from patent_saved'))).rows.length;
  t.equal(answer.body.sections[0].figures[0].value, saved);
  for (const shown of ['EP4269744A1', 'No title given', '2023-11-01', 'Magnets at the hem', 'Otto Officer'])
    t.match(answer.text, shown);
  t.notMatch(answer.text, /Zebrafink/);
});

t.test('without the feature there is nothing of it', async (t) => {
  const id = await acme.submit();
  const switched = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: patentsFeature, on });
  await switched(false);
  for (const path of [listOf(id), `${listOf(id)}.csv`])
    t.match(await officer.get(path), { status: 404, body: { code: 'feature-off' } });
  t.match(await officer.put(`${listOf(id)}/EP4352417A1`, closest), { status: 404, body: { code: 'feature-off' } });
  await switched(true);
  t.equal((await officer.get(listOf(id))).status, 200);
});
