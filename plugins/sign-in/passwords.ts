import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * scrypt (RFC 7914) with N = 2^15, r = 8, p = 3: 32 MiB for a try, one of the settings that OWASP recommends. The
 * exponent is a setting.
 */
export const standardCost = 15;
const [r, p] = [8, 3];
const length = 32;
const headOf = (cost: number): string => `scrypt$${2 ** cost}$${r}$${p}$`;

/** Tries that may be computed at a time: each takes memory, and a burst of sign-ins must not take all of it. */
const atATime = 2;
const waitingLimit = 200;

/** The hash as stored: `scrypt$N$r$p$salt$hash`, so that the cost can grow and old hashes go on being read. */
export async function hashPassword(password: string, cost: number = standardCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { n: 2 ** cost, r, p });
  return `${headOf(cost)}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Takes as long for a wrong password as for a right one. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt, hash] = stored.split('$');
  if (kind !== 'scrypt' || salt === undefined || hash === undefined)
    throw new Error('The stored hash is of an unknown kind.');
  const expected = Buffer.from(hash, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), { n: Number(n), r: Number(r), p: Number(p) });
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** Was it made with another cost than today's? Then it is made anew at the next sign-in, when the password is known. */
export const isOutdated = (stored: string, cost: number = standardCost): boolean => !stored.startsWith(headOf(cost));

/** Computed for addresses without an account, so that they take as long as those with one. */
export const dummyHash = (cost: number = standardCost): string =>
  `${headOf(cost)}${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(length).toString('base64url')}`;

/** Would one be taken for the other? */
export const samePassword = (one: string, other: string): boolean => one.normalize('NFKC') === other.normalize('NFKC');

/** The same password typed on another keyboard may arrive in other code points (NFKC makes them one). */
const derive = (password: string, salt: Buffer, cost: { n: number; r: number; p: number }): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(
          password.normalize('NFKC'),
          salt,
          length,
          { N: cost.n, r: cost.r, p: cost.p, maxmem: 256 * cost.n * cost.r },
          (error, hash) => (error ? reject(error) : resolve(hash)),
        );
      }),
  );

let running = 0;
const waiting: (() => void)[] = [];

/** Thrown when more people try to sign in at once than can be served. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atATime) {
    if (waiting.length >= waitingLimit) throw new TooBusy('Too many passwords wait to be checked.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The next in line takes the place over, so that nobody slips in between.
    if (next) next();
    else running--;
  }
}
