import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { given, sharedPlatform } from '@dossier/core/testing';
import { ApiKeys } from '../../api-keys/contract.ts';
import { readApplications } from '../../applications/contract.ts';
import { Templates } from '../../templates/contract.ts';
import { reviewDocuments } from '../contract.ts';

const file = (fileName: string, bytes: string) => ({ name: 'file', fileName, contentType: 'text/plain', bytes });
const json = (fileName: string, text: string) => ({
  files: [{ fileName, contentBase64: Buffer.from(text).toString('base64') }],
});

t.test('an upload with an Idempotency-Key', async (t) => {
  const platform = await sharedPlatform();
  const acme = await given.organization(platform, 'acme');
  const room = await acme.workspace('Lending', 'STAFF');
  const officer = await acme.member(
    await acme.team('Officers', { workspaces: [room], may: [readApplications, reviewDocuments] }),
  );
  const partner = async (name: string) => {
    const { secret } = await platform.service(ApiKeys).issue(acme.access, { name });
    return (key?: string) =>
      platform.as({ 'x-api-key': secret, ...(key === undefined ? {} : { 'idempotency-key': key }) });
  };
  const one = await partner('One');
  const other = await partner('Other');
  const templates = platform.service(Templates);
  const template = await templates.create(acme.access, {
    name: 'Loan',
    content: {
      schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
      wizard: [{ key: 'one', title: 'One', fields: ['amount'] }],
      workflow: [
        { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
        { name: 'Underwriting', kind: 'MANUAL' },
      ],
      requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
    },
  });
  await templates.publish(acme.access, template.id);
  const submit = async (): Promise<string> => {
    const { body } = await one().post('/api/v1/applications', {
      workspaceId: room,
      templateId: template.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Amelia', lastName: 'Novak', email: 'amelia@example.org' }],
      answers: { amount: 1 },
    });
    return `/api/v1/applications/${body.id}/documents`;
  };
  const count = async (url: string): Promise<number> => (await officer.client.get(url)).body.length;
  const names = (): readonly string[] => {
    const root = join(platform.dataDir, 'files');
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : [];
  };
  const unsettled = (): readonly string[] => names().filter((name) => name.includes('_'));

  await t.test('is kept once, as a form', async (t) => {
    const url = await submit();
    const parts = [{ name: 'requirementKey', value: 'income' }, file('a.txt', 'form a'), file('b.txt', 'form b')];
    const first = await one('form').upload(url, parts);
    t.match(first, { status: 201, body: [{ fileName: 'a.txt', requirementKey: 'income' }, { fileName: 'b.txt' }] });
    t.equal(first.headers['idempotency-replayed'], undefined);
    await officer.client.put(`/api/v1/documents/${first.body[1].id}`, {
      reviewStatus: 'rejected',
      reason: 'Too dark.',
    });
    const again = await one('form').upload(url, parts);
    t.match(again, { status: 201, headers: { 'idempotency-replayed': 'true' } });
    t.strictSame(again.body, first.body, 'the answer of then, in its order');
    t.equal(await count(url), 2);
    t.strictSame(unsettled(), [], 'its bytes belong to the stored documents');

    const before = names().length;
    const refused = { status: 422, body: { code: 'idempotency-key-reused' } };
    t.match(
      await one('form').upload(url, [parts[0]!, file('a.txt', 'form a'), file('b.txt', 'something else')]),
      refused,
      'other bytes',
    );
    t.match(
      await one('form').upload(url, [parts[0]!, file('a.txt', 'form a'), file('c.txt', 'form b')]),
      refused,
      'another name',
    );
    t.match(await one('form').upload(url, parts.slice(1)), refused, 'another requirement');
    t.match(await one('form').upload(url, parts.slice(0, 2)), refused, 'fewer files');
    t.equal(await count(url), 2);
    t.equal(names().length, before, 'what was refused leaves no bytes');
  });

  await t.test('is kept once, as JSON, whichever way it comes again', async (t) => {
    const url = await submit();
    const first = await one('json').post(url, json('a.txt', 'json a'));
    t.match(first, { status: 201, body: { fileName: 'a.txt' } });
    for (const again of [
      await one('json').post(url, json('a.txt', 'json a')),
      await one('json').upload(url, [file('a.txt', 'json a')]),
    ]) {
      t.match(again, { status: 201, headers: { 'idempotency-replayed': 'true' } });
      t.strictSame(again.body, first.body);
    }
    t.match(await one('json').post(url, json('a.txt', 'json b')), {
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
    t.equal(await count(url), 1);
    t.match(await one('').post(url, json('a.txt', 'a')), { status: 400, body: { code: 'bad-idempotency-key' } });
    t.match(await one('x'.repeat(256)).post(url, json('a.txt', 'a')), {
      status: 400,
      body: { code: 'bad-idempotency-key' },
    });
  });

  await t.test('makes one document when it comes several times at once', async (t) => {
    const url = await submit();
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        i % 2 ? one('race').upload(url, [file('a.txt', 'race')]) : one('race').post(url, json('a.txt', 'race')),
      ),
    );
    t.strictSame(
      all.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    t.equal(new Set(all.map(({ body }) => body.id)).size, 1);
    t.equal(all.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 3);
    t.equal(await count(url), 1);
    t.strictSame(unsettled(), []);
  });

  await t.test('has its key to itself, for this sender, this application and a day', async (t) => {
    const [url, second] = [await submit(), await submit()];
    const ids = new Set<string>();
    const send = async (client: ReturnType<typeof one>, to: string): Promise<void> => {
      ids.add((await client.post(to, json('a.txt', 'own'))).body.id);
    };
    await send(one('own'), url);
    await send(other('own'), url);
    await send(one('own'), second);
    t.equal(ids.size, 3);
    platform.clock.advance(86_400_000);
    await send(one('own'), url);
    t.equal(ids.size, 3, 'to the last moment of the day');
    platform.clock.advance(1);
    t.match(
      await one('own').post(url, json('a.txt', 'new')),
      { status: 201, headers: { 'idempotency-replayed': undefined } },
      'then for anything',
    );
  });

  await t.test(
    'may be corrected with the same key after a refusal, and is answered again when the application has been decided',
    async (t) => {
      const url = await submit();
      const form = (requirement: string) => [{ name: 'requirementKey', value: requirement }, file('a.txt', 'late')];
      t.match(await one('late').upload(url, form('passport')), { status: 422, body: { code: 'invalid' } });
      const first = await one('late').upload(url, form('income'));
      t.equal(first.status, 201);
      t.equal(
        (await officer.client.put(`/api/v1/documents/${first.body.id}`, { reviewStatus: 'approved' })).status,
        200,
      );
      t.match(await one().upload(url, form('income')), { status: 409, body: { code: 'already-decided' } });
      t.match(await one('new').upload(url, form('income')), { status: 409, body: { code: 'already-decided' } });
      t.strictSame((await one('late').upload(url, form('income'))).body, first.body);
    },
  );

  await t.test('is forgotten when it can no longer be repeated, and its documents stay', async (t) => {
    const url = await submit();
    const left = async (): Promise<number> =>
      platform.kernel.database.asOwner(
        async (owner) => (await owner.run(`select key from document_upload where key = 'swept'`)).rows.length,
      );
    await one('swept').post(url, json('swept.txt', 'swept'));
    await platform.settle();
    platform.clock.advance(23 * 3_600_000);
    await platform.settle();
    t.equal(await left(), 1, 'not before its time');
    platform.clock.advance(2 * 3_600_000);
    await platform.settle();
    t.equal(await left(), 0);
    t.equal(await count(url), 1);
  });
});

t.test('without a file and with a part that is not taken, both are said', async (t) => {
  const { filesOfForm } = await import('../incoming.ts');
  const read = async (...parts: readonly string[]): Promise<void> => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
    }
    async function* form() {
      for (const name of parts)
        yield name === 'file'
          ? { kind: 'file' as const, name, fileName: 'a.txt', contentType: '', stream: bytes() }
          : { kind: 'field' as const, name, value: 'x' };
    }
    for await (const { bytes } of filesOfForm(form())) for await (const _ of bytes);
  };
  const faults = (...parts: readonly string[]): Promise<readonly string[]> =>
    read(...parts).then(
      () => [],
      (error) => error.errors.map(({ pointer }: { pointer: string }) => pointer),
    );
  t.strictSame(await faults('note'), ['/note', '/files']);
  t.strictSame(await faults('note', 'a/b'), ['/note', '/a~1b', '/files']);
  t.strictSame(await faults('note', 'file'), ['/note'], 'a file behind it is not missing');
  t.strictSame(await faults('file', 'note'), ['/note']);
  t.strictSame(await faults('requirementKey', 'file'), []);
});
