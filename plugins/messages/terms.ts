/** By what words messages are found: those of their text and of the names of their files. */
import { CompiledQuery } from 'kysely';
import { termsOf } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import type { Spelling } from '@dossier/core/platform/search/contract';
import type { MessageRow, MessageTables } from './entities.ts';

/** Terms of one message: longer ones are found by their beginning. */
const MOST = 500;

const insertion = `insert into "message_term" ("organizationId", "threadId", "term", "messageId")
  select $1::uuid, $2::uuid, t, $3::uuid from jsonb_array_elements_text($4::text::jsonb) as t`;

/** Writes the terms of a message in the place of those that it has. */
export async function writeTerms(
  tx: Transaction,
  { organizationId, threadId, id }: Pick<MessageRow, 'organizationId' | 'threadId' | 'id'>,
  texts: readonly string[],
  spelling: Spelling,
): Promise<void> {
  await tx
    .sql<MessageTables>()
    .deleteFrom('message_term')
    .where('organizationId', '=', organizationId)
    .where('messageId', '=', id)
    .execute();
  const terms = [...termsOf(texts)].slice(0, MOST);
  if (terms.length === 0) return;
  await tx.later(CompiledQuery.raw(insertion, [organizationId, threadId, id, JSON.stringify(terms)]));
  await spelling.learn(tx, organizationId, { terms, audience: 'internal' });
}
