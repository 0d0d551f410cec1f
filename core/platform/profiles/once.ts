import { fingerprint, IDEMPOTENCY_KEPT, idempotencyKey, keyReused } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import type { UserProfile } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { shownProfile } from './reach.ts';

/**
 * The request that made a profile. The kernel keeps answers for each organization, and a profile belongs to none: so it
 * knows its request itself. Both null when the request had no `Idempotency-Key`.
 */
export type Request = Pick<ProfileTables['user_profile'], 'requestKey' | 'requestHash'>;

/** Throws 400 `bad-idempotency-key`. */
export function requestOf(header: string | readonly string[] | undefined, content: object): Request {
  const key = idempotencyKey(header);
  if (key === undefined) return { requestKey: null, requestHash: null };
  return { requestKey: key, requestHash: fingerprint(content) };
}

/**
 * Writes the profile, or gives back, as it is now, the one that the same request made in the last 24 hours. Throws 422
 * `idempotency-key-reused`.
 */
export async function writeOnce(
  tx: Transaction,
  profile: UserProfile,
  { requestKey, requestHash }: Request,
): Promise<UserProfile | null> {
  const db = tx.sql<ProfileTables>();
  const { userId, createdAt } = profile;
  if (requestKey !== null) {
    const since = new Date(Date.parse(createdAt) - IDEMPOTENCY_KEPT).toISOString();
    await db
      .updateTable('user_profile')
      .set({ requestKey: null, requestHash: null })
      .where('userId', '=', userId)
      .where('requestKey', '=', requestKey)
      .where('createdAt', '<', since)
      .execute();
  }
  const made = await db
    .insertInto('user_profile')
    .values({ ...profile, data: JSON.stringify(profile.data), requestKey, requestHash })
    .onConflict((on) => on.columns(['userId', 'requestKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return null;
  const earlier = await db
    .selectFrom('user_profile')
    .selectAll()
    .where('userId', '=', userId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirstOrThrow();
  if (earlier.requestHash !== requestHash)
    throw keyReused('This key was sent before with another profile. Use a new key for a new profile.');
  return shownProfile(earlier);
}
