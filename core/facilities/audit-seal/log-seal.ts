import type { LogSeal, Sealed } from '@dossier/sdk';
import { sql } from 'kysely';
import type { LogDatabase } from '../events/index.ts';
import { newestEntries } from './newest-entries.ts';
import type { SealFile } from './seal-file.ts';
import { verifyLog } from './verify.ts';

/** The seal as plugins read it: of their own organization, which the Access names, and never its salts. */
export const createLogSeal = (o: { database: LogDatabase; file: SealFile }): LogSeal => ({
  of: async ({ organization }, ids) =>
    ids.length === 0
      ? new Map()
      : o.database.systemTransaction('app_jobs', async (tx) => {
          const found = await sql<Omit<Sealed, 'number'> & { readonly id: string; readonly number: string }>`
            select s.id::text as id, s.number::text as number, s.digest, s.link
            from json_array_elements_text(${JSON.stringify(ids)}::text::json) as given(id) cross join lateral (
              select * from seal_entry s where s."organizationId" = ${organization}::text::uuid and s.id = given.id::uuid limit 1
            ) as s`.execute(tx.sql());
          return new Map(
            found.rows.map(({ id, number, digest, link }) => [id, { number: Number(number), digest, link }]),
          );
        }),
  async verify({ organization }, { signal, progress }) {
    const [newest] = await o.database.systemTransaction('app_jobs', (tx) => newestEntries(tx, [organization]));
    const [verdict] = await verifyLog({
      ...o,
      organization,
      async passed(entries) {
        signal.throwIfAborted();
        await progress(entries, Math.max(entries, newest?.number ?? 0));
      },
    });
    const { entries, signedUpTo, unsealed, broken } = verdict!;
    return { entries, signedUpTo, unsealed, broken };
  },
});
