/** The process that moves files to a bucket and back dies at each of its requests; the next one goes on. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { startStorage } from '@dossier/storage-s3/testing';
import type { Operation } from '@dossier/storage-s3/testing';
import pg from 'pg';
import { untilEnded, run } from '../servers/child.ts';
import { bare, entry, startDossier, tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import type { Json } from '../../core/testing/index.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test(
  'no kill -9 of a move loses a file, or leaves bytes without a record',
  { skip: postgres === null },
  async (t) => {
    const { env, superUrl } = await postgres!.createDatabase('storage');
    const storage = await startStorage();
    t.teardown(() => storage.stop());
    const settings = { ...env, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8', STORAGE_S3_ALLOW_PLAIN: 'true' };
    const dossier = await startDossier(settings);
    t.teardown(() => dossier.remove());
    const database = new pg.Client({ connectionString: superUrl });
    await database.connect();
    t.teardown(() => database.end());
    const { organization, baseUrl } = dossier.demo;

    const ask = (role: string, path: string, o: RequestInit = {}): Promise<Response> =>
      fetch(`${baseUrl}${path}`, {
        ...o,
        headers: {
          authorization: `Bearer ${tokenOf(dossier.demo, role)}`,
          ...(typeof o.body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
      });
    const said = async (answer: Response): Promise<Json> => {
      if (!answer.ok) throw new Error(`${answer.url} ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const save = async (values: object): Promise<Json> =>
      said(await ask('admin', '/api/v1/integrations/storage-s3', { method: 'PUT', body: JSON.stringify({ values }) }));

    const { rows: applications } = await database.query(
      `select id from application where "organizationId" = $1 and status = 'InReview' order by id limit 1`,
      [organization.id],
    );
    const documents = `/api/v1/applications/${applications[0].id}/documents`;
    const sent = await Promise.all(
      [12_000_000, 3].map(async (size): Promise<string> => {
        const body = new FormData();
        body.append('file', new Blob([Buffer.alloc(size, `${size} `)], { type: 'text/plain' }), `${size}.txt`);
        return (await said(await ask('officer', documents, { method: 'POST', body }))).id;
      }),
    );
    const digests = (): Promise<readonly string[]> =>
      Promise.all(
        sent.map(async (id) => {
          const answer = await ask('officer', `/api/v1/documents/${id}/content`);
          return `${answer.status} ${createHash('sha256')
            .update(Buffer.from(await answer.arrayBuffer()))
            .digest('hex')}`;
        }),
      );
    const before = await digests();
    t.ok(before.every((answer) => answer.startsWith('200 ')));
    /** Places of all bytes that no record leads to, as `store key`. */
    const orphans = async (): Promise<readonly string[]> => {
      const { rows } = await database.query(`select store || ' ' || key as place from "file"`);
      const known = new Set(rows.map(({ place }) => String(place)));
      const onDisk = readdirSync(join(dossier.dataDir, 'files'), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ name }) => `disk ${name}`);
      const inBucket = [...storage.objects.keys(), ...storage.unfinished()].map((at) => `s3 ${at.split('/').at(-1)}`);
      return [...onDisk, ...inBucket].filter((place) => !known.has(place));
    };
    const move = () => run([entry, 'files', 'move', organization.slug], { ...bare(dossier.dataDir), ...settings });
    const dieAt = async (operation: Operation): Promise<void> => {
      const held = storage.hold(operation);
      const moving = move();
      await Promise.race([
        held.reached,
        moving.ended.then(() => Promise.reject(new Error(`It ended:\n${moving.printed()}`))),
      ]);
      await untilEnded(moving.process, 'SIGKILL');
      held.release();
      t.strictSame(await digests(), before, operation);
      t.strictSame(await orphans(), [], operation);
    };
    const moveAll = async (): Promise<void> => {
      const moving = move();
      const { code } = await moving.ended;
      t.equal(code, 0, moving.printed());
      t.match(moving.printed(), /100 % · /);
      t.strictSame(await digests(), before);
      t.strictSame(await orphans(), []);
    };

    await save({
      address: storage.url,
      region: storage.region,
      bucket: storage.bucket,
      pathStyle: true,
      accessKey: storage.accessKey,
      secretKey: storage.secretKey,
    });
    for (const operation of ['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload', 'GetObject'] as const)
      await dieAt(operation);
    await moveAll();
    const { rows } = await database.query(`select count(*) from "file" where store = 'disk' and state = 'kept'`);
    t.equal(Number(rows[0].count), 0);
    await save({ newFiles: false });
    for (const operation of ['GetObject', 'DeleteObject'] as const) await dieAt(operation);
    await moveAll();
  },
);
