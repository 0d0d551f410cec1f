/**
 * A real SeaweedFS for tests, a store of objects that speaks S3: from where `.ci/run` installs it, or the PATH. It
 * checks signatures, and its objects outlast its process.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '../../core/testing/waiting.ts';
import { root } from './child.ts';
import { daemonPath, freePort, orSkipped, startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

/** Address of the buckets, and keys of the one identity, which may do everything. */
interface Access {
  /** `http://127.0.0.1:{port}`, with the bucket in the path; the same after a restart. */
  readonly url: string;
  readonly region: 'us-east-1';
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Server whose buckets take and give objects as soon as its start has resolved, also after `kill9`. */
export interface SeaweedfsServer extends Daemon, Access {}

/** Ports of one of its parts. */
interface Pair {
  readonly http: number;
  readonly grpc: number;
}
type Ports = Readonly<Record<'master' | 'volume' | 'filer' | 's3', Pair>>;

const installed = join(root, 'node_modules', '.cache', 'seaweedfs', 'bin', 'weed');

/**
 * Starts one with these buckets; null, with one line that says why, where none is installed, which
 * `DOSSIER_REQUIRE_SERVERS=1` turns into an error.
 */
export const startSeaweedfs = (o: { readonly buckets: readonly string[] }): Promise<SeaweedfsServer | null> =>
  orSkipped('SeaweedFS', async () => startAs(existsSync(installed) ? installed : await daemonPath('weed'), o.buckets));

async function startAs(path: string, buckets: readonly string[]): Promise<SeaweedfsServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dossier-seaweedfs-'));
  const ports = await freePorts();
  const access: Access = {
    url: `http://127.0.0.1:${ports.s3.http}`,
    region: 'us-east-1',
    accessKey: 'dossier-access-key',
    secretKey: 'dossier-secret-key',
  };
  await mkdir(join(directory, 'data'));
  await writeFile(join(directory, 's3.json'), identitiesOf(access));
  const daemon = await startDaemon(path, argumentsOf(directory, ports, buckets.length), {
    port: ports.s3.http,
    cwd: directory,
  });
  const { url: endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = access;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const untilReady = async (): Promise<void> => {
    for (const Bucket of buckets) {
      await eventually(
        `the bucket ${Bucket} answers`,
        () => outcome(client.send(new HeadBucketCommand({ Bucket }))),
        'done',
      );
      // Volumes report to the master some time after the port of S3 is open; objects find no room before.
      const room = `http://127.0.0.1:${ports.master.http}/dir/assign?collection=${Bucket}`;
      await eventually(`the bucket ${Bucket} has room`, () => answer(room), 200);
    }
  };
  for (const Bucket of buckets)
    await eventually(
      `the bucket ${Bucket} is made`,
      () => outcome(client.send(new CreateBucketCommand({ Bucket }))),
      // Conflict: an earlier request made it, whose answer was lost.
      (answered) => ['done', 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(answered),
    );
  await untilReady();
  return {
    ...daemon,
    ...access,
    async start() {
      await daemon.start();
      await untilReady();
    },
    async stop() {
      client.destroy();
      // An orderly end takes a quarter of a minute, for objects that are thrown away.
      await daemon.kill9();
      await daemon.stop();
      await rm(directory, { recursive: true, force: true });
      // Sockets whose place no option changes.
      for (const [part, { grpc }] of Object.entries(ports))
        await rm(`/tmp/seaweedfs-${part}-grpc-${grpc}.sock`, { force: true });
    },
  };
}

/** Ports that are free, and differ from one another. */
async function freePorts(): Promise<Ports> {
  const taken = new Set<number>();
  const one = (): Promise<number> =>
    eventually('another port is free', async () => {
      const port = await freePort();
      return !taken.has(port) && taken.add(port) && port;
    });
  const pair = async (): Promise<Pair> => ({ http: await one(), grpc: await one() });
  return { master: await pair(), volume: await pair(), filer: await pair(), s3: await pair() };
}

const identitiesOf = ({ accessKey, secretKey }: Access): string =>
  JSON.stringify({
    identities: [
      {
        name: 'dossier',
        credentials: [{ accessKey, secretKey }],
        actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
      },
    ],
  });

const argumentsOf = (directory: string, ports: Ports, buckets: number): readonly string[] => [
  `-logdir=${directory}`,
  'server',
  '-filer',
  '-s3',
  '-ip=127.0.0.1',
  '-ip.bind=127.0.0.1',
  `-dir=${join(directory, 'data')}`,
  ...Object.entries(ports).flatMap(([part, { http, grpc }]) => [`-${part}.port=${http}`, `-${part}.port.grpc=${grpc}`]),
  ...['filer', 's3'].map((part) => `-${part}.localSocket=${join(directory, `${part}.sock`)}`),
  // Leaves out catalogs of tables, which have ports of their own.
  '-s3.port.iceberg=0',
  '-s3.port.lance=0',
  `-s3.config=${join(directory, 's3.json')}`,
  // Refuses objects for a bucket that does not exist, instead of making it.
  '-s3.autoCreateBucket=false',
  // A master by itself needs no election, for which it would wait up to twenty seconds after a crash.
  '-master.peers=none',
  // Sends no reports to its makers.
  '-master.telemetry=false',
  // A bucket takes seven volumes at once, files that grow with it.
  `-volume.max=${8 * (buckets + 1)}`,
];

/** Answer to a request: `done`, or the name of its error. */
const outcome = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

/** Status of the answer, or why there is none. */
const answer = (url: string): Promise<number | string> => fetch(url).then(({ status }) => status, String);
