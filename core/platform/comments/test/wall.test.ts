/**
 * What is internal is kept from clients by the database, not by this module: with its own filter left out, and by SQL
 * of any kind, a client's transaction finds nothing of it.
 */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import type { Reader } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { CommentTables } from '../entities.ts';
import { filesOf, mentionsOf, storedRows } from '../rows.ts';
import { commentRows } from '../search-source.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const database = platform.service(Database);
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const id: string = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
  .body.id;
const of = `/api/v1/applications/${id}/comments`;
const contentBase64 = Buffer.from('Paper').toString('base64');
const walled = ['comment', 'comment_revision', 'comment_mention', 'comment_file', 'comment_mark'] as const;

t.test(
  'without the filter of the service, and with none in the statement, a client sees nothing internal',
  async (t) => {
    const file = (await acme.officer.post(`${of}/attachments`, { fileName: 'memo.txt', contentBase64 })).body.id;
    const text = `Never pays, @[Ada](user:${acme.admin.id})`;
    const inside = (await acme.officer.post(of, { kind: 'internal', text, attachmentIds: [file] })).body.id;
    const outside = (await acme.officer.post(of, { kind: 'external', text: `Hello @[Carl](user:${acme.client.id})` }))
      .body.id;
    await acme.officer.post(`${of}/attachments`, { fileName: 'waits.txt', contentBase64 });
    // Of both kinds.
    t.equal((await acme.admin.post(`/api/v1/comments/${outside}/read`)).status, 204);
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

    const sought = { words: [['never', 'hello']], limit: 10 };
    for (const [of, ids] of [
      ['workspace', [acme.staffWorkspace]],
      ['application', [id]],
    ] as const) {
      const searched = (reader: Reader) =>
        database.read(reader, async (tx) =>
          (await commentRows(tx, acme.organization, { of, ids, kinds: ['internal', 'external'] }, sought)).map(
            (row) => row.id,
          ),
        );
      t.strictSame(await searched(staff), [outside, inside]);
      t.strictSame(await searched(client), [outside], 'nor finds it by its words');
    }

    const counted = (reader: Reader) =>
      database.read(reader, async (tx) => {
        const found: Record<string, number> = {};
        for (const table of walled)
          found[table] = (await tx.sql<CommentTables>().selectFrom(table).select('kind').execute()).length;
        const terms = await tx.sql<CommentTables>().selectFrom('comment_term').select('kind').distinct().execute();
        return { ...found, comment_term: terms.length };
      });
    t.strictSame(await counted(staff), {
      comment: 2,
      comment_revision: 2,
      comment_mention: 2,
      comment_file: 2,
      comment_mark: 2,
      comment_term: 2,
    });
    t.strictSame(await counted(client), {
      comment: 1,
      comment_revision: 1,
      comment_mention: 1,
      comment_file: 0,
      comment_mark: 1,
      comment_term: 1,
    });
    for (const audience of ['staff', 'client'] as const)
      t.strictSame(
        await counted({ organization: beta.organization, audience }),
        { comment: 0, comment_revision: 0, comment_mention: 0, comment_file: 0, comment_mark: 0, comment_term: 0 },
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
