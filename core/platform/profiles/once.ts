import { createHash } from 'node:crypto';
import { Problem } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import type { UserProfile } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { shownProfile } from './reach.ts';

/**
 * The request that made a profile. The kernel keeps answers for each organization, and a profile belongs to none: so it knows its request itself.
 * Both null when the request had no `Idempotency-Key`.
 */
export type Request = Pick<ProfileTables['user_profile'], 'requestKey' | 'requestHash'>;

const kept = 24 * 3_600_000;

/** Throws 400 `bad-idempotency-key`. */
export function requestOf(key: string | readonly string[] | undefined, content: object): Request {
  if (key === undefined) return { requestKey: null, requestHash: null };
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw new Problem(400, 'bad-idempotency-key', 'The Idempotency-Key cannot be used', { detail: 'Send one Idempotency-Key of 1 to 255 characters, for example a UUID.' });
  }
  return { requestKey: key, requestHash: createHash('sha256').update(JSON.stringify(content)).digest('base64url') };
}

/** Writes the profile, or gives back, as it is now, the one that the same request made in the last 24 hours. Throws 422 `idempotency-key-reused`. */
export async function writeOnce(tx: Transaction, profile: UserProfile, { requestKey, requestHash }: Request): Promise<UserProfile | null> {
  const db = tx.sql<ProfileTables>();
  const { userId, createdAt } = profile;
  if (requestKey !== null) {
    const since = new Date(Date.parse(createdAt) - kept).toISOString();
    await db.updateTable('user_profile').set({ requestKey: null, requestHash: null }).where('userId', '=', userId).where('requestKey', '=', requestKey).where('createdAt', '<', since).execute();
  }
  const made = await db.insertInto('user_profile').values({ ...profile, data: JSON.stringify(profile.data), requestKey, requestHash })
    .onConflict((on) => on.columns(['userId', 'requestKey']).doNothing()).returning('id').executeTakeFirst();
  if (made) return null;
  const earlier = await db.selectFrom('user_profile').selectAll().where('userId', '=', userId).where('requestKey', '=', requestKey).executeTakeFirstOrThrow();
  if (earlier.requestHash !== requestHash) {
    throw new Problem(422, 'idempotency-key-reused', 'The Idempotency-Key was used for another request', { detail: 'This key was sent before with another profile. Use a new key for a new profile.' });
  }
  return shownProfile(earlier);
}
