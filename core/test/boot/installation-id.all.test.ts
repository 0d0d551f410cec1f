/**
 * A database and a DATA_DIR that are not of one installation are refused before anything is changed; what has no id yet
 * is given one.
 */
import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '../../testing/index.ts';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import type { TestDatabase } from '../../../test/servers/postgres.ts';

const postgres = await sharedPostgres();
if (postgres) {
  t.teardown(() => postgres.stop());
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'dossier-id-'));
    t.teardown(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const idIn = (path: string): string => readFileSync(join(path, 'installation.id'), 'utf8').trim();
  const start = async ({ env }: TestDatabase, dataDir: string): Promise<string> => {
    const { kernel } = await testPlatform({ env: { ...env, DATA_DIR: dataDir } });
    const {
      rows: [row],
    } = await kernel.database.asOwner((owner) => owner.run('select id::text as id from installation'));
    await kernel.stop();
    return String(row?.['id']);
  };
  const [one, other, empty] = [
    await postgres.createDatabase('one'),
    await postgres.createDatabase('other'),
    await postgres.createDatabase('empty'),
  ];
  const [ofOne, ofOther] = [folder(), folder()];
  const ids = [await start(one, ofOne), await start(other, ofOther)];
  const refused = (words: RegExp): { code: string; message: RegExp } => ({
    code: 'K_OTHER_INSTALLATION',
    message: words,
  });

  t.test('the first start gives both the same id', async (t) => {
    t.strictSame([idIn(ofOne), idIn(ofOther)], ids);
    t.not(ids[0], ids[1]);
    t.equal(await start(one, ofOne), ids[0], 'and the next one finds it');
  });

  t.test('two of different installations are refused, with both ids and what to do', async (t) => {
    await t.rejects(
      start(other, ofOne),
      refused(
        new RegExp(
          `is of installation ${ids[0]}, and the database of installation ${ids[1]}\\. Correct the one that is wrong\\..*Nothing was changed\\.`,
        ),
      ),
    );
    await t.rejects(start(one, ofOther), refused(/is of installation/));
  });

  t.test('so is an empty database, in which nothing is made', async (t) => {
    await t.rejects(
      start(empty, ofOne),
      refused(/and the database is empty\. Correct the address of the database, or restore its backup\./),
    );
    const client = new pg.Client({ connectionString: empty.superUrl });
    await client.connect();
    t.equal((await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`)).rowCount, 0);
    await client.end();
  });

  t.test('a new node with an empty folder joins', async (t) => {
    const fresh = folder();
    t.equal(await start(one, fresh), ids[0]);
    t.equal(idIn(fresh), ids[0]);
  });

  t.test('a folder with an embedded database of its own does not', async (t) => {
    const embedded = folder();
    mkdirSync(join(embedded, 'database'));
    await t.rejects(start(one, embedded), refused(/holds an embedded database of its own/));
  });

  t.test('a backup from before such ids is taken when the operator says that it is of this folder', async (t) => {
    const client = new pg.Client({ connectionString: one.superUrl });
    await client.connect();
    await client.query(`drop table installation; delete from migration where id = '0006-installation'`);
    await client.end();
    await t.rejects(start(one, ofOne), refused(/older than such ids.*remove .*installation\.id and start again/));
    rmSync(join(ofOne, 'installation.id'));
    t.equal(await start(one, ofOne), idIn(ofOne));
  });

  t.test('a volume without links holds the id as well, and one that cannot be written is named', async (t) => {
    const { linkSync, writeFileSync: written } = fs;
    const instead = (some: object): void => {
      Object.assign(fs, some);
      syncBuiltinESMExports();
    };
    t.teardown(() => instead({ linkSync, writeFileSync: written }));
    const failing = (code: string) => (): never => {
      throw Object.assign(new Error(code), { code });
    };
    const [shared, full] = [folder(), folder()];
    instead({ linkSync: failing('EPERM') });
    t.equal(await start(one, shared), idIn(ofOne));
    t.equal(idIn(shared), idIn(ofOne));
    instead({ linkSync, writeFileSync: failing('ENOSPC') });
    await t.rejects(start(one, full), { message: /DATA_DIR: .*installation\.id could not be written \(ENOSPC\)/ });
  });

  t.test('a file that holds no id is reported with its path', async (t) => {
    const broken = folder();
    writeFileSync(join(broken, 'installation.id'), 'half of');
    await t.rejects(start(one, broken), refused(/installation\.id does not hold the id/));
  });
}
