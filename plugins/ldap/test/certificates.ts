import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

/** A key with its certificate, both PEM. */
export interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** An authority of the tests, and certificates that it issues. */
export interface Authority {
  /** PEM, for those who trust it. */
  readonly cert: string;
  issue(o: {
    /** Names and addresses that the certificate is for. */
    readonly names: readonly string[];
    readonly from?: Date;
    readonly until?: Date;
  }): Promise<Pair>;
}

/**
 * Makes one. Its name is its own: files of tests share a process, and of two authorities by one name the wrong one may
 * be asked.
 */
export async function authority(): Promise<Authority> {
  const ca = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    cert: ca.cert,
    async issue({ names, from = new Date('2000-01-01'), until = new Date('2099-01-01') }) {
      const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        notBeforeDate: from,
        notAfterDate: until,
        ca: { key: ca.private, cert: ca.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          {
            name: 'subjectAltName',
            altNames: names.map((name) => (/^[0-9.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name })),
          },
        ],
      });
      return { key: made.private, cert: made.cert };
    },
  };
}

/** A certificate that nobody but itself vouches for. */
export async function selfSigned(): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec', algorithm: 'sha256' });
  return { key: made.private, cert: made.cert };
}
