/**
 * What the settings name outside of the process: a folder, a database, an address to listen on. One that is not as a
 * start needs it is reported like a wrong setting, by the name of its variable. Databases and addresses are tried only
 * when a start has failed: one that succeeds pays nothing for it.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { SettingsError } from '@dossier/config';
import type { ProcessSettings, SettingFault } from '@dossier/config';
import { errorCode, Problem } from '@dossier/sdk';

/** Makes DATA_DIR where it is missing, and sees that it can be written. Throws the fault of DATA_DIR. */
export function prepareFolder(path: string): void {
  try {
    makeFolder(resolve(path));
    // Tried, not asked: root may write everywhere, except where the system prevents it.
    rmdirSync(mkdtempSync(join(resolve(path), 'try-')));
  } catch (error) {
    throw new SettingsError([
      {
        name: 'DATA_DIR',
        detail: `"${path}" ${folderFaults[errorCode(error)] ?? `cannot be used (${errorCode(error) || String(error)})`}. Name a folder that this process may write.`,
      },
    ]);
  }
}

/**
 * For its owner alone, as it holds what people have entrusted. Level by level: `mkdir` of Node with `recursive` does
 * not come back where the system refuses a folder with ENOENT, as below /proc (Node 24).
 */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(path), { code: 'ENOTDIR' });
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process that starts may have made it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

const folderFaults: Readonly<Record<string, string>> = {
  ENOTDIR: 'is a file, or stands below one',
  EACCES: 'cannot be written',
  EPERM: 'cannot be written',
  EROFS: 'cannot be written: its file system is read-only',
  ENOENT: 'cannot be made there',
  ENOSPC: 'cannot be made: its disk is full',
};

/** A server that could not listen, reported under HOST and PORT; every other error as it is. */
export function listenFault(error: unknown, { HOST, PORT }: Pick<ProcessSettings, 'HOST' | 'PORT'>): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new SettingsError([
      {
        name: 'PORT',
        detail: `${PORT} is in use on HOST ${HOST}. End the program that listens there, or choose another PORT.`,
      },
    ]);
  if (code === 'EACCES')
    return new SettingsError([
      {
        name: 'PORT',
        detail: `${PORT} on HOST ${HOST} may not be used by this process. Choose a PORT of 1024 or above.`,
      },
    ]);
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'].includes(code))
    return new SettingsError([
      {
        name: 'HOST',
        detail: `"${HOST}" is no name of this machine: nothing is found by it. Choose an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      },
    ]);
  if (['EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
    return new SettingsError([
      {
        name: 'HOST',
        detail: `"${HOST}" is no address of this machine. Choose one that is, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      },
    ]);
  return error;
}

/**
 * Tells with what a start was refused for whether it could listen, so that one restart is enough to correct everything;
 * other errors pass unchanged.
 */
export async function withListening(error: unknown, settings: ProcessSettings): Promise<unknown> {
  if (!(error instanceof SettingsError)) return error;
  const server = createServer();
  try {
    await once(server.listen({ host: settings.HOST, port: settings.PORT }), 'listening');
    server.close();
    return error;
  } catch (reason) {
    const fault = listenFault(reason, settings);
    return fault instanceof SettingsError ? new SettingsError([...error.faults, ...fault.faults]) : error;
  }
}

/** Why the installation could not be opened, where the settings are the reason; every other error as it is. */
export async function openingFault(error: unknown, settings: ProcessSettings): Promise<unknown> {
  if (settings.DATABASE_URL === undefined || isOfTheCode(error)) return error;
  const listed = await Promise.all(
    (['DATABASE_URL', 'DATABASE_ADMIN_URL'] as const).map(async (name) => {
      const url = settings[name];
      return url === undefined ? null : databaseFault(name, url);
    }),
  );
  const faults = [...(error instanceof SettingsError ? error.faults : []), ...listed.filter((fault) => fault !== null)];
  if (faults.length === 0 && errorCode(error) === '42501') faults.push(privilegeFault(error, settings));
  return faults.length > 0 ? new SettingsError(faults) : error;
}

/** What was found on a database that answers. */
const isOfTheCode = (error: unknown): boolean => {
  if (error instanceof SettingsError || (Problem.is(error) && error.code === 'database-unavailable')) return false;
  if (/^(08|28|3D|42501|53|57P)|^E[A-Z]/.test(errorCode(error)) || isOfTls(error)) return false;
  return !(error instanceof Error && /SASL|password/.test(error.message));
};

/**
 * By the codes of OpenSSL and Node for certificates (`CERT_HAS_EXPIRED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`,
 * `ERR_TLS_…`), or what PostgreSQL says.
 */
const isOfTls = (error: unknown): boolean =>
  /CERT|SELF_SIGNED|ISSUER|VERIFY|HOSTNAME_MISMATCH|^ERR_(TLS|SSL|OSSL)|^EPROTO$/.test(errorCode(error)) ||
  (error instanceof Error && /\bSSL\b|no encryption|certificate/i.test(error.message));

/** Both logins connect, and one was refused what a start needs. */
function privilegeFault(error: unknown, { DATABASE_ADMIN_URL }: ProcessSettings): SettingFault {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    name: DATABASE_ADMIN_URL === undefined ? 'DATABASE_URL' : 'DATABASE_ADMIN_URL',
    detail: `the login lacks a privilege that a start needs (${reason}). Create roles and logins by config/deploy/roles.sql, and let the owner of the database migrate.`,
  };
}

/** Connects once; null when that goes well. Never repeats user or password. */
async function databaseFault(name: string, url: string): Promise<SettingFault | null> {
  const { default: pg } = await import('pg');
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname || 'localhost'}:${port || '5432'}`;
  const database = decodeURIComponent(pathname.slice(1));
  const client = connecting(pg.Client, url);
  // The files that the address names are read when the client is made.
  if (client instanceof Error) return { name, detail: reasonOf(client, place, database) };
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return { name, detail: reasonOf(error, place, database) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connecting(Client: typeof pg.Client, url: string): pg.Client | Error {
  try {
    return new Client({ connectionString: url, application_name: 'dossier', connectionTimeoutMillis: 5_000 });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function reasonOf(error: unknown, place: string, database: string): string {
  const code =
    error instanceof AggregateError && error.errors.length > 0 ? errorCode(error.errors[0]) : errorCode(error);
  const text = error instanceof Error ? error.message : '';
  if (code === 'ENOENT' || code === 'EACCES')
    return `a file that it names (sslrootcert, sslcert or sslkey) cannot be read. Correct its path, or who may read it.`;
  if (isOfTls(error))
    return `the database server at ${place} and this process do not agree on TLS${code === '' || /^\d/.test(code) ? '' : ` (${code})`}. Correct sslmode and sslrootcert, or the server's certificate.`;
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return `the host of ${place} is not found. Correct its name.`;
  if (code.startsWith('28') || /SASL|password/.test(text))
    return `the database server at ${place} refuses the user or the password. Correct them.`;
  if (code === '3D000')
    return `the database server at ${place} has no database "${database}". Create it, or correct its name.`;
  if (code === '42501')
    return `the user may not connect to the database "${database}" at ${place}. Grant it, or name another user.`;
  if (code === '53300')
    return `the database server at ${place} has no connection free. Allow more, or lower POOL_SIZE.`;
  if (code.startsWith('57P'))
    return `the database server at ${place} is starting or stopping. Start again in a moment.`;
  return `no database answers at ${place}${code === '' ? '' : ` (${code})`}. Start PostgreSQL there, or correct the address.`;
}
