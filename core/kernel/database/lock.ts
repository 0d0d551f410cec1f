/**
 * One process per data directory: two on one embedded database ruin it, and it does not notice.
 * The lock is a listening socket, because the system closes it when its owner dies; a file with a process id is wrong in containers.
 */
import { createConnection, createServer } from 'node:net';
import type { Server } from 'node:net';
import { mkdir, rename, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { createHash, randomUUID } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { DatabaseError } from './errors.ts';

/** Holds the directory until the returned function is called. Throws `K_DATA_DIR_IN_USE` when a living process holds it. */
export async function lockDirectory(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const path = socketPath(dataDir);
  const identity = `process ${process.pid} on ${hostname()} (lock ${randomUUID().slice(0, 8)})`;
  for (let attempt = 0; attempt < 5; attempt++) {
    const server = await listen(path, identity);
    if (server) {
      if (await ask(path) === identity) return () => close(server);
      await close(server);
    }
    const holder = await takeAway(path);
    if (holder !== undefined) throw inUse(dataDir, holder);
  }
  throw inUse(dataDir, 'another process that is starting');
}

/**
 * Clears a dead owner's socket. It is moved aside first and asked again there: of two that start at once,
 * the slower would otherwise remove the new socket of the faster. Returns who holds it when it is alive after all.
 */
async function takeAway(path: string): Promise<string | undefined> {
  const holder = await ask(path);
  if (holder !== undefined) return holder;
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  const moved = await rename(path, aside).then(() => true, () => false);
  if (!moved) return undefined;
  const alive = await ask(aside);
  if (alive !== undefined) await rename(aside, path);
  else await rm(aside, { force: true });
  return alive;
}

/** A socket's path may have about 100 bytes: a deeper directory gets its socket in the temporary folder, by a name made from the directory's. */
function socketPath(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'lock.sock');
  const shortest = [absolute, relative(process.cwd(), absolute)].sort((a, b) => a.length - b.length)[0] ?? absolute;
  if (Buffer.byteLength(shortest) < 90) return shortest;
  return join(tmpdir(), `dossier-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24)}.sock`);
}

/** Undefined when something has the path already. */
function listen(path: string, identity: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer(socket => socket.on('error', () => undefined).end(identity));
    server.once('error', error => 'code' in error && error.code === 'EADDRINUSE' ? done(undefined) : fail(error));
    server.listen(path, () => done(server.unref()));
  });
}

/** Who answers at the path; undefined when nobody does. */
function ask(path: string): Promise<string | undefined> {
  return new Promise(done => {
    let answer = '';
    const socket = createConnection(path);
    socket.setEncoding('utf8').setTimeout(2_000, () => socket.destroy());
    socket.on('data', text => answer += text).on('error', () => done(undefined));
    // A stopped or busy owner accepts and stays silent: it is alive all the same.
    socket.on('close', failed => done(failed ? undefined : answer || 'a process that does not answer'));
  });
}

const close = (server: Server): Promise<void> => new Promise(done => server.close(() => done()));

const inUse = (dataDir: string, holder: string): DatabaseError => new DatabaseError('K_DATA_DIR_IN_USE',
  `The data directory "${dataDir}" is in use by ${holder}. Stop that process, or give this one another DATA_DIR; to run several, use PostgreSQL (DATABASE_URL).`);
