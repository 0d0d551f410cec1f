/**
 * One process per data directory: two on one embedded database ruin it, and it does not notice.
 * The lock is a socket that its owner listens on, because the system closes it when the owner dies; a file with a
 * process id is wrong in containers. Each process listens under a name of its own, and the one to which the link
 * `lock.sock` leads holds the directory: making a link is atomic, and what ends never removes another's.
 */
import { errorCode } from '@dossier/sdk';
import { randomUUID } from 'node:crypto';
import { createConnection, createServer } from 'node:net';
import type { Server } from 'node:net';
import { mkdir, open, readlink, rm, symlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from './errors.ts';

const LOCK = 'lock.sock';
/** Held by the one that clears a dead owner's lock, so that no other clears what comes after it. */
const CLEARING = 'clearing.sock';
/** A socket's path may have about 100 bytes. */
const LONGEST = 100 - LOCK.length - 20;

/** What others may ask of the holder, one text for another; without a question the answer names the process. */
export type AnswerAsked = (text: string) => Promise<string>;

/**
 * Holds the directory until the returned function is called. Throws `K_DATA_DIR_IN_USE` when a living process holds it.
 */
export async function lockDirectory(
  dataDir: string,
  asked: () => AnswerAsked | undefined = () => undefined,
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { directory, handle } = await reachable(resolve(dataDir));
  const own = `lock-${randomUUID().slice(0, 8)}.sock`;
  const server = await listen(join(directory, own), `process ${process.pid} on ${hostname()}`, asked);
  const end = async (): Promise<void> => {
    await new Promise<void>((done) => server.close(() => done()));
    await handle?.close();
  };
  try {
    await acquire(directory, own, dataDir);
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    await rm(join(directory, LOCK), { force: true });
    await end();
  };
}

async function acquire(directory: string, own: string, dataDir: string): Promise<void> {
  const lock = join(directory, LOCK);
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await link(own, lock)) return;
    const holder = await ask(lock);
    if (holder !== undefined) throw inUse(dataDir, holder);
    await clear(directory, own);
  }
  throw inUse(dataDir, 'other processes that are starting');
}

/** Removes a lock whose owner is dead; waits a moment when another process is doing so. */
async function clear(directory: string, own: string): Promise<void> {
  const [lock, clearing] = [join(directory, LOCK), join(directory, CLEARING)];
  if (!(await link(own, clearing))) {
    if ((await ask(clearing)) === undefined) await rm(clearing, { force: true });
    await pause(10);
    return;
  }
  try {
    // Asked again: before we held `clearing`, another may have cleared it and a third taken it.
    if ((await ask(lock)) !== undefined) return;
    const left = await readlink(lock).catch(() => undefined);
    await rm(lock, { force: true });
    if (left !== undefined) await rm(join(directory, left), { force: true });
  } finally {
    await rm(clearing, { force: true });
  }
}

/** On Linux a directory is also reached through its open handle, however long its name. */
async function reachable(directory: string): Promise<{ directory: string; handle?: FileHandle }> {
  if (Buffer.byteLength(directory) <= LONGEST) return { directory };
  if (process.platform !== 'linux')
    throw new DatabaseError(
      'K_DATA_DIR_TOO_LONG',
      `The path of the data directory "${directory}" is too long for a lock. Choose one of at most ${LONGEST} bytes.`,
    );
  const handle = await open(directory);
  return { directory: `/proc/self/fd/${handle.fd}`, handle };
}

/** False when something has the name already. */
const link = (target: string, path: string): Promise<boolean> =>
  symlink(target, path).then(
    () => true,
    (error) => {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    },
  );

function listen(path: string, identity: string, asked: () => AnswerAsked | undefined): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      let text = '';
      const answer = async (): Promise<string> => (text === '' ? identity : ((await asked()?.(text)) ?? ''));
      const reply = (): void =>
        void answer().then(
          (said) => socket.end(said),
          () => socket.destroy(),
        );
      socket.on('error', () => undefined).setEncoding('utf8');
      socket.on('data', (part: string) => {
        text += part;
        if (text.length > LONGEST_QUESTION) socket.destroy();
      });
      socket.on('end', reply);
    }).once('error', fail);
    server.listen(path, () => done(server.unref()));
  });
}

const LONGEST_QUESTION = 10_000;

/** Who answers at the path; undefined when nobody does. */
const ask = (path: string): Promise<string | undefined> =>
  send(path, '', 2_000).then((answer) => (answer === '' ? 'a process that does not answer' : answer));

/**
 * Asks the process that holds the directory. Undefined when none does, or it takes no questions; it may take a minute
 * and a half for its answer.
 */
export async function askHolder(dataDir: string, text: string): Promise<string | undefined> {
  const { directory, handle } = await reachable(resolve(dataDir)).catch(() => ({
    directory: dataDir,
    handle: undefined,
  }));
  try {
    return (await send(join(directory, LOCK), text, 90_000)) || undefined;
  } finally {
    await handle?.close();
  }
}

/** What is answered at the path, which is nothing when time runs out; undefined when nobody is there. */
function send(path: string, text: string, milliseconds: number): Promise<string | undefined> {
  return new Promise((done) => {
    let answer = '';
    const socket = createConnection(path);
    // A stopped or busy owner accepts and stays silent: it is alive all the same.
    socket.setEncoding('utf8').setTimeout(milliseconds, () => socket.destroy());
    socket.on('data', (part) => (answer += part)).on('error', () => done(undefined));
    socket.on('close', () => done(answer));
    socket.end(text);
  });
}

const inUse = (dataDir: string, holder: string): DatabaseError =>
  new DatabaseError(
    'K_DATA_DIR_IN_USE',
    `The data directory "${dataDir}" is in use by ${holder}. Stop that process, or give this one another DATA_DIR; to run several, use PostgreSQL (DATABASE_URL).`,
  );
