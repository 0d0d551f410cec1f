/** A real OpenLDAP server for tests: free ports, a folder of its own, a certificate that the test brings. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { daemonPath, freePort, orSkipped, startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

const run = promisify(execFile);

export interface SlapdServer extends Daemon {
  /** `ldap://127.0.0.1:{port}`, with StartTLS; the same after a restart. */
  readonly url: string;
  /** `ldaps://127.0.0.1:{port}` of the same server. */
  readonly secureUrl: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly usersDn: string;
}

const SUFFIX = 'dc=slapd,dc=example';

/**
 * Starts one; null, with one line that says why, where none is installed, which `DOSSIER_REQUIRE_SERVERS=1` turns into
 * an error. The uids are those of its people, whose passwords are their uids; `tls` are certificate and key, PEM.
 */
export const startSlapd = (o: {
  readonly uids: readonly string[];
  /** Uids that another entry has, too, whose password is `twin`. */
  readonly twins?: readonly string[];
  /** Without it there is neither StartTLS nor ldaps. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Entries that it gives at once; as many as there are unless given. */
  readonly sizeLimit?: number;
}): Promise<SlapdServer | null> =>
  orSkipped('OpenLDAP', async () => {
    const path = await daemonPath('slapd');
    const directory = await mkdtemp(join(tmpdir(), 'dossier-slapd-'));
    const [port, securePort] = [await freePort(), await freePort()];
    const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`];
    const file = (name: string): string => join(directory, name);
    await mkdir(file('data'));
    await writeFile(file('cert.pem'), o.tls?.cert ?? '');
    await writeFile(file('key.pem'), o.tls?.key ?? '');
    await writeFile(
      file('slapd.conf'),
      [
        ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
        `pidfile ${file('pid')}`,
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        ...(o.tls ? [`TLSCertificateFile ${file('cert.pem')}`, `TLSCertificateKeyFile ${file('key.pem')}`] : []),
        `sizelimit ${o.sizeLimit ?? 'unlimited'}`,
        'database mdb',
        `suffix ${SUFFIX}`,
        `directory ${file('data')}`,
        'access to attrs=userPassword by anonymous auth by * none',
        'access to * by users read by * none',
        '',
      ].join('\n'),
    );
    await writeFile(file('people.ldif'), entries(o.uids, o.twins ?? []));
    await run(await daemonPath('slapadd'), ['-f', file('slapd.conf'), '-l', file('people.ldif')]);
    const daemon = await startDaemon(
      path,
      ['-f', file('slapd.conf'), '-h', [url, ...(o.tls ? [secureUrl] : [])].join(' '), '-d', '0'],
      { port, cwd: directory },
    );
    return {
      ...daemon,
      url,
      secureUrl,
      bindDn: `cn=reader,${SUFFIX}`,
      bindPassword: 'reader-password',
      usersDn: `ou=people,${SUFFIX}`,
      async stop() {
        await daemon.stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  });

/** The tree as LDIF (RFC 2849). */
function entries(uids: readonly string[], twins: readonly string[]): string {
  const entry = (dn: string, ...lines: readonly string[]): string => [`dn: ${dn}${SUFFIX}`, ...lines, ''].join('\n');
  const person = (uid: string): string =>
    entry(
      `uid=${uid},ou=people,`,
      'objectClass: inetOrgPerson',
      ...['uid', 'cn', 'sn', 'userPassword'].map((name) => `${name}: ${uid}`),
      `mail: ${uid}@slapd.example`,
    );
  const twin = (uid: string): string =>
    entry(
      `cn=twin of ${uid},ou=people,`,
      'objectClass: inetOrgPerson',
      `uid: ${uid}`,
      ...['sn', 'userPassword'].map((name) => `${name}: twin`),
    );
  return [
    entry('', 'objectClass: dcObject', 'objectClass: organization', 'dc: slapd', 'o: Slapd'),
    entry('ou=people,', 'objectClass: organizationalUnit', 'ou: people'),
    entry(
      'cn=reader,',
      'objectClass: organizationalRole',
      'objectClass: simpleSecurityObject',
      'cn: reader',
      'userPassword: reader-password',
    ),
    ...uids.map(person),
    ...twins.map(twin),
  ].join('\n');
}
