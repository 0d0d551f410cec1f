/**
 * What is internal is kept from clients by the database, not by this module: with its own filter left out, and by SQL
 * of any kind, a client's transaction finds nothing of it.
 */
import t from 'tap';
import { Database } from '@dossier/sdk';
import type { Reader } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { CommentTables } from '../entities.ts';
import { filesOf, mentionsOf, storedRows } from '../rows.ts';

t.setTimeout(120_000);
const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const database = platform.service(Database);
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const id: string = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
  .body.id;
const of = `/api/v1/applications/${id}/comments`;
const contentBase64 = Buffer.from('Paper').toString('base64');
const walled = ['comment', 'comment_revision', 'comment_mention', 'comment_file'] as const;

t.test(
  'without the filter of the service, and with none in the statement, a client sees nothing internal',
  async (t) => {
    const file = (await acme.officer.post(`${of}/attachments`, { fileName: 'memo.txt', contentBase64 })).body.id;
    const text = `Never pays, @[Ada](user:${acme.admin.id})`;
    const inside = (await acme.officer.post(of, { kind: 'internal', text, attachmentIds: [file] })).body.id;
    const outside = (await acme.officer.post(of, { kind: 'external', text: `Hello @[Carl](user:${acme.client.id})` }))
      .body.id;
    await acme.officer.post(`${of}/attachments`, { fileName: 'waits.txt', contentBase64 });
    const client = { organization: acme.organization, audience: 'client' } as const;
    const staff = { organization: acme.organization, audience: 'staff' } as const;

    const rows = storedRows(database);
    const idsFor = async (reader: Reader & { organization: string }): Promise<readonly string[]> =>
      (await rows.of(reader, id, { limit: 10, after: null })).map((row) => row.id);
    t.strictSame(await idsFor(staff), [inside, outside]);
    t.strictSame(await idsFor(client), [outside]);
    t.equal(await rows.find(client, inside), null);
    t.strictSame(await database.read(client, (tx) => filesOf(tx, acme.organization, [inside])), []);
    t.strictSame(await database.read(client, (tx) => mentionsOf(tx, acme.organization, [inside])), []);

    const counted = (reader: Reader) =>
      database.read(reader, async (tx) => {
        const found: Record<string, number> = {};
        for (const table of walled)
          found[table] = (await tx.sql<CommentTables>().selectFrom(table).select('kind').execute()).length;
        return found;
      });
    t.strictSame(await counted(staff), { comment: 2, comment_revision: 2, comment_mention: 2, comment_file: 2 });
    t.strictSame(await counted(client), { comment: 1, comment_revision: 1, comment_mention: 1, comment_file: 0 });
    for (const audience of ['staff', 'client'] as const)
      t.strictSame(
        await counted({ organization: beta.organization, audience }),
        { comment: 0, comment_revision: 0, comment_mention: 0, comment_file: 0 },
        'nor does another organization',
      );

    const changed = await database.write(client, (tx) =>
      tx.sql<CommentTables>().updateTable('comment').set({ kind: 'external' }).where('id', '=', inside).execute(),
    );
    t.equal(Number(changed[0]?.numUpdatedRows), 0, 'nor makes theirs what is not');
    await t.rejects(
      database.write(staff, (tx) =>
        tx.sql<CommentTables>().updateTable('comment_revision').set({ text: '' }).execute(),
      ),
      'what was said stays as it was said',
    );
  },
);
