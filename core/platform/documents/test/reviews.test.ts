/** Who learns what of a review, and what a review is checked against. */
import { t } from '@dossier/core/testing/t';
import { createApplications, readApplications } from '../../applications/contract.ts';
import { decideApplications } from '../../workflow/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { reviewDocuments, uploadDocuments } from '../contract.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, script: s.script, slug: 'beta' });
const [rita, omar] = await Promise.all(
  ['rita', 'omar'].map((name) => s.person(name, { permissions: [readApplications, reviewDocuments] })),
);
const paper = async (): Promise<{ application: string; document: string }> => {
  // Without its required amount it waits at the officer.
  const { id: application } = await s.submit(await s.template(), {}, s.ada.email);
  const { body } = await s.key.upload(`/api/v1/applications/${application}/documents`, [
    { name: 'file', fileName: 'payslip.txt', contentType: 'text/plain', bytes: 'Paid.' },
  ]);
  return { application, document: body.id };
};
const rejection = { reviewStatus: 'rejected', reason: 'Too blurred to read.' };

t.test(
  'a client learns how, why and when their document was reviewed, and nowhere who of the staff did it',
  async (t) => {
    const { application, document } = await paper();
    t.match(await rita!.put(`/api/v1/documents/${document}`, rejection), {
      status: 200,
      body: { reviewedBy: rita!.id },
    });
    const query = `{ application(id: "${application}") { documents { reviewStatus reason reviewedBy reviewedAt reviewer { id } } } }`;
    const everywhere = async (who: typeof s.ada) => [
      (await who.get(`/api/v1/documents/${document}`)).body,
      (await who.get(`/api/v1/applications/${application}/documents`)).body[0],
      (await who.get(`/api/v1/applications/${application}`)).body.documents[0],
      (await who.get('/api/v1/applications')).body.find(({ id }: { id: string }) => id === application).documents[0],
      (await who.graphql(query)).data.application.documents[0],
    ];
    for (const shown of await everywhere(s.ada)) t.match(shown, { ...rejection, reviewedBy: null, reviewedAt: /Z$/ });
    for (const shown of await everywhere(s.officer)) t.match(shown, { ...rejection, reviewedBy: rita!.id });
    t.match(await s.officer.graphql(query), { data: { application: { documents: [{ reviewer: { id: rita!.id } }] } } });
    t.match(await s.ada.graphql(query), { data: { application: { documents: [{ reviewer: null }] } } });
    t.match(await s.ada.graphql('{ documentRules { largest types } }'), {
      data: {
        documentRules: { largest: 26_214_400, types: ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'] },
      },
    });
    const trail = [
      (await s.ada.get(`/api/v1/applications/${application}/audit?audience=external`)).text,
      JSON.stringify(
        await s.ada.graphql(
          `{ audit(applicationId: "${application}") { type actor { id name } before after details } }`,
        ),
      ),
    ];
    for (const text of trail) {
      t.match(text, 'documents/reviewed@1');
      t.notMatch(text, rita!.id);
      t.notMatch(text, /"rita"/);
    }
  },
);

t.test(
  'a client sees who made the application for them, and not that the same person reviewed and decided',
  async (t) => {
    const otto = await s.person('otto', {
      permissions: [readApplications, createApplications, uploadDocuments, reviewDocuments, decideApplications],
    });
    const made = await otto.post(`/api/v1/workspaces/${s.staff}/applications`, {
      templateId: await s.template(),
      applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'Client', email: s.ada.email }],
      answers: {},
    });
    const uploaded = await otto.upload(`/api/v1/applications/${made.body.id}/documents`, [
      { name: 'audience', value: 'client' },
      { name: 'file', fileName: 'payslip.txt', contentType: 'text/plain', bytes: 'Paid.' },
    ]);
    for (const done of [made, uploaded]) t.match(done, { status: 201 });
    for (const done of [
      await otto.put(`/api/v1/documents/${uploaded.body.id}`, rejection),
      await otto.post(`/api/v1/applications/${made.body.id}/reject`, { reason: 'No.' }),
    ])
      t.equal(done.status, 200);
    const { body } = await s.ada.get(`/api/v1/applications/${made.body.id}/audit?audience=external`);
    const people = body
      .filter(({ actor }: { actor: { kind: string } }) => actor.kind === 'user')
      .map(({ type, actor }: { type: string; actor: { name: string } }) => `${type} ${actor.name}`);
    t.same(people, [
      'applications/submitted@1 otto',
      'documents/uploaded@1 otto',
      'documents/reviewed@1 Staff',
      'applications/changed@1 Staff',
    ]);
  },
);

t.test('a review of something else than what was read is refused when the tag of that is sent', async (t) => {
  const { document } = await paper();
  const url = `/api/v1/documents/${document}`;
  const read = await rita!.get(url);
  t.match(read, { status: 200, body: { reviewStatus: 'pending' }, headers: { etag: /^"pending-/ } });
  const tag = { 'if-match': String(read.headers['etag']) };
  const reviewed = await rita!.put(url, rejection, tag);
  t.match(reviewed, { status: 200, body: { reviewStatus: 'rejected' } });
  t.match(await omar!.put(url, { reviewStatus: 'approved' }, tag), { status: 412, body: { code: 'stale' } });
  t.same((await omar!.get(url)).body, reviewed.body, 'what was done first stands');
  t.equal((await omar!.get(url)).headers['etag'], reviewed.headers['etag']);
  t.equal((await omar!.put(url, rejection, tag)).status, 200, 'what stands already is no conflict');
  t.equal(
    (await omar!.put(url, { reviewStatus: 'approved' }, { 'if-match': String(reviewed.headers['etag']) })).status,
    200,
  );
});

t.test('one document is read by who may read its application', async (t) => {
  const { document } = await paper();
  const url = `/api/v1/documents/${document}`;
  for (const who of [s.key, s.ada, s.clerk]) t.equal((await who.get(url)).status, 200);
  for (const who of [s.bob, beta.key, beta.officer]) t.equal((await who.get(url)).status, 404);
  t.equal((await s.platform.get(url)).status, 401);
});
