import { t } from '@dossier/core/testing/t';
import {} from '@dossier/core/testing';
import { documentStage } from './stage.ts';

const pdf = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n';
const file = (fileName: string, bytes: string | Uint8Array, name = 'file') => ({
  name,
  fileName,
  contentType: 'application/octet-stream',
  bytes,
});

t.test('documents and their reviews', async (t) => {
  const {
    platform,
    acme,
    staffRoom,
    officers,
    officer,
    clerk,
    client,
    otherClient,
    key,
    templates,
    template,
    submit,
    filesOf,
  } = await documentStage(t);
  const application = await submit();

  await t.test('nobody reviews the documents of their own application, or is assigned it to decide', async (t) => {
    const { body: own } = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: template.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Omar', lastName: 'Officer', email: 'omar@example.org' }],
      answers: { amount: 1 },
    });
    t.strictSame(own.assignees, [], 'who alone could decide it is its applicant');
    const { body: document } = await key.upload(filesOf(own.id), [
      { name: 'requirementKey', value: 'income' },
      file('income.pdf', pdf),
    ]);
    t.match(await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
      status: 403,
      body: { detail: /You are an applicant/ },
    });
    const seen = (await officer.client.get(`/api/v1/applications/${own.id}`)).body;
    t.match(seen, { status: 'InReview', documents: [{ reviewStatus: 'pending' }] });
    const colleague = await acme.member(officers);
    t.match((await officer.client.post('/graphql', { query: `{ application(id: "${own.id}") { can } }` })).body, {
      data: { application: { can: ['upload'] } },
    });
    t.match((await colleague.client.post('/graphql', { query: `{ application(id: "${own.id}") { can } }` })).body, {
      data: { application: { can: ['approve', 'reject', 'take', 'review', 'upload'] } },
    });
    t.match(await colleague.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
      status: 200,
    });
  });

  await t.test('of two officers who review at once one wins, and the other sees how the document stands', async (t) => {
    const id = await submit();
    const {
      body: { id: document },
    } = await key.upload(filesOf(id), [file('letter.txt', 'letter')]);
    const colleague = await acme.member(officers);
    const now = async () => (await officer.client.get(filesOf(id))).body[0];
    const review = (who: typeof officer, body: object) => who.client.put(`/api/v1/documents/${document}`, body);
    const asSeen = ({ reviewStatus, reviewedAt }: { reviewStatus: string; reviewedAt: string | null }) => ({
      reviewStatus,
      reviewedAt,
    });
    const [approval, rejection] = [{ reviewStatus: 'approved' }, { reviewStatus: 'rejected', reason: 'Blurred.' }];

    const pending = asSeen(await now());
    t.same(pending, { reviewStatus: 'pending', reviewedAt: null });
    const both = await Promise.all([
      review(officer, { ...approval, seen: pending }),
      review(colleague, { ...rejection, seen: pending }),
    ]);
    t.same(both.map(({ status }) => status).sort(), [200, 409]);
    const [heard, refused] = both[0]!.status === 200 ? both : both.toReversed();
    t.match(refused!.body, {
      code: 'reviewed-meanwhile',
      detail: new RegExp(`^"letter.txt" .* it is ${heard!.body.reviewStatus} now, .* Look at it again`),
    });
    t.same(await now(), heard!.body, 'what was done first stands');

    // The same status is not the same review.
    platform.clock.advance(1_000);
    const first = asSeen((await review(officer, { reviewStatus: 'rejected', reason: 'A page is missing.' })).body);
    platform.clock.advance(1_000);
    t.equal(
      (await review(colleague, { reviewStatus: 'rejected', reason: 'Forged.' })).status,
      200,
      'a review without the state that the officer saw is accepted, as before',
    );
    t.match(await review(officer, { ...approval, seen: first }), {
      status: 409,
      body: { code: 'reviewed-meanwhile' },
    });
    t.equal(
      (await review(officer, { reviewStatus: 'rejected', reason: 'Forged.', seen: first })).status,
      200,
      'what stands already is no conflict',
    );
    t.match(await now(), { reviewStatus: 'rejected', reason: 'Forged.', reviewedBy: colleague.id });
    t.equal(
      (await review(officer, { ...approval, seen: asSeen(await now()) })).status,
      200,
      'and with what stands now it is heard',
    );
    for (const seen of ['pending', { reviewStatus: 'pending' }, { reviewStatus: 'okay', reviewedAt: null }])
      t.equal((await review(officer, { ...rejection, seen })).status, 422);
  });

  await t.test('documents are listed in the order in which they came, also those of one moment', async (t) => {
    const id = await submit();
    const names = Array.from({ length: 20 }, (_, i) => `${i}.txt`);
    t.strictSame(
      (
        await key.upload(
          filesOf(id),
          names.map((name) => file(name, name)),
        )
      ).body.map(({ fileName }: { fileName: string }) => fileName),
      names,
    );
    t.strictSame(
      (await officer.client.get(filesOf(id))).body.map(({ fileName }: { fileName: string }) => fileName),
      names,
    );
  });

  await t.test('a form that was sent with no file chosen has none', async (t) => {
    const payload =
      '--b\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      }),
      { status: 422, body: { errors: [{ pointer: '/files', code: 'no-file' }] } },
    );
    const typed =
      '--b\r\nContent-Disposition: form-data; name="requirementKey"\r\nContent-Type: application/json\r\n\r\n"income"\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nPaper\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: typed,
      }),
      { status: 201, body: { fileName: 'a.txt', requirementKey: 'income' } },
      'a text with a type is a text',
    );
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: typed.replace('"income"', 'income'),
      }),
      { status: 400, body: { code: 'bad-multipart' } },
    );
    const unnamed =
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/pdf\r\n\r\n' +
      pdf +
      '\r\n--b--\r\n';
    t.match(
      await key.request({
        method: 'POST',
        url: filesOf(application),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: unnamed,
      }),
      { status: 201, body: { fileName: 'document', contentType: 'application/pdf' } },
      'a file with a type and no name',
    );
    for (const name of ['', '..', 'in/']) {
      const nameless = payload
        .replace('filename=""', `filename="${name}"`)
        .replace('\r\n\r\n\r\n', '\r\n\r\nHello.\r\n');
      t.match(
        await key.request({
          method: 'POST',
          url: filesOf(application),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload: nameless,
        }),
        { status: 201, body: { fileName: 'document', size: 6 } },
        `a file named "${name}"`,
      );
    }
  });

  await t.test('a document that is rejected after the check had passed stops an automatic approval', async (t) => {
    const waits = await templates.create(acme.access, {
      name: 'Confirmed loan',
      content: {
        schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
        wizard: [{ key: 'one', title: 'One', fields: ['amount'] }],
        workflow: [
          { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
          { name: 'Approval', kind: 'SYSTEM', handler: 'ClientApprovalCheckHandler' },
          { name: 'Underwriting', kind: 'MANUAL' },
        ],
        requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
      },
    });
    await templates.publish(acme.access, waits.id);
    const { body: made } = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: waits.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Amelia', lastName: 'Novak', email: 'amelia@example.org' }],
      answers: { amount: 1 },
    });
    const { body: document } = await key.upload(filesOf(made.id), [
      { name: 'requirementKey', value: 'income' },
      file('income.pdf', pdf),
    ]);
    const review = (body: object) => officer.client.put(`/api/v1/documents/${document.id}`, body);
    const now = async (): Promise<string> => {
      const { status, steps } = (await officer.client.get(`/api/v1/applications/${made.id}`)).body;
      return [status, ...steps.map(({ state }: { state: string }) => state)].join(' ');
    };
    t.equal((await review({ reviewStatus: 'approved' })).status, 200);
    t.equal(await now(), 'Submitted passed waiting pending');
    t.equal((await review({ reviewStatus: 'rejected', reason: 'Forged.' })).status, 200);
    t.equal(await now(), 'InReview failed pending running');
    t.equal((await client.client.post(`/api/v1/applications/${made.id}/confirm`)).status, 200);
    t.equal(await now(), 'InReview failed pending running', 'the client’s word does not approve it');
    t.equal((await review({ reviewStatus: 'approved' })).status, 200);
    t.equal(await now(), 'Approved passed passed skipped');
  });

  await t.test(
    'the check runs again when the last required document is approved, and a decided application takes no more',
    async (t) => {
      const id = await submit();
      const { body: document } = await key.upload(filesOf(id), [
        { name: 'requirementKey', value: 'income' },
        file('income.pdf', pdf),
      ]);
      t.match((await officer.client.get(`/api/v1/applications/${id}`)).body, { status: 'InReview' });
      t.match(await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }), {
        status: 200,
        body: { reviewStatus: 'approved', reason: null },
      });
      t.match((await officer.client.get(`/api/v1/applications/${id}`)).body, { status: 'Approved' });
      t.match(await key.upload(filesOf(id), [file('late.txt', 'late')]), {
        status: 409,
        body: { code: 'already-decided' },
      });
      t.match(
        await officer.client.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'rejected', reason: 'No.' }),
        { status: 409 },
      );

      const trail = (await officer.client.get(`/api/v1/applications/${id}/audit`)).body;
      t.strictSame(
        trail
          .filter((entry: { type: string }) => entry.type.startsWith('documents/'))
          .map((entry: { type: string }) => entry.type),
        ['documents/uploaded@1', 'documents/reviewed@1'],
      );
      t.match(
        trail.find((entry: { type: string }) => entry.type === 'documents/reviewed@1'),
        {
          actor: { kind: 'user', id: officer.id },
          before: { reviewStatus: 'pending' },
          after: { reviewStatus: 'approved' },
          at: /Z$/,
        },
      );
      t.match(trail[0], { type: 'applications/submitted@1', actor: { kind: 'key', name: 'Partner' } });

      const internal = trail.filter((entry: { audience: string }) => entry.audience === 'internal');
      t.ok(internal.length > 0, 'the whole trail has entries for staff only');
      t.equal((await client.client.get(`/api/v1/applications/${id}/audit`)).status, 403);
      t.equal((await clerk.client.get(`/api/v1/applications/${id}/audit`)).status, 403);
      t.equal((await otherClient.client.get(`/api/v1/applications/${id}/audit?audience=external`)).status, 404);
      const external = (await client.client.get(`/api/v1/applications/${id}/audit?audience=external`)).body;
      t.strictSame(
        external.map((entry: { id: string }) => entry.id),
        trail
          .filter((entry: { audience: string }) => entry.audience === 'external')
          .map((entry: { id: string }) => entry.id),
      );
      t.ok(
        external.every(
          (entry: { details: unknown; after: object | null }) =>
            entry.details === null &&
            Object.keys(entry.after ?? {}).every((key) =>
              ['status', 'reason', 'fileName', 'requirementKey', 'reviewStatus'].includes(key),
            ),
        ),
        'of a change what the client sees anyhow',
      );

      const pages: string[] = [];
      let next: string | undefined = `/api/v1/applications/${id}/audit?limit=2`;
      while (next) {
        const page = await officer.client.get(next);
        pages.push(...page.body.map((entry: { id: string }) => entry.id));
        next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
      }
      t.strictSame(
        pages,
        trail.map((entry: { id: string }) => entry.id),
        'read in pages, in the same order',
      );
      t.equal((await officer.client.get(`/api/v1/applications/${id}/audit?cursor=nonsense`)).status, 400);
      t.match(
        await officer.client.get(`/api/v1/applications/${id}/audit?cursor=99999999999999999999-9999999999999999999`),
        { status: 400, body: { code: 'bad-cursor' } },
        'beyond what a place can be',
      );
      t.match(
        await officer.client.get(`/api/v1/applications/${id}/audit?cursor=18446744073709551615-9223372036854775807`),
        { status: 200, body: [] },
        'the last place there can be',
      );

      const graphql = await officer.client.graphql(
        'query ($id: ID!) { audit(applicationId: $id) { id type actor { name } } }',
        { id },
      );
      t.strictSame(
        graphql.data?.audit.map((entry: { id: string }) => entry.id),
        pages,
      );
      for (const method of ['PUT', 'DELETE', 'POST', 'PATCH'] as const) {
        for (const url of [`/api/v1/applications/${id}/audit`, `/api/v1/applications/${id}/audit/${trail[0].id}`])
          t.match((await officer.client.request({ method, url })).status, /^40[45]$/, `${method} ${url}`);
      }
    },
  );
});
