/** Messages by the words of them: of one's own threads alone, and walled as these are when they are read. */
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { utc } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import { markdownExcerpt } from '@dossier/sdk/markdown-text';
import { termBegins } from '@dossier/core/platform/search/contract';
import type { SearchSource } from '@dossier/core/platform/search/contract';
import { asStaff, threadsOf } from './reach.ts';
import type { Reaching } from './reach.ts';

/** By an index, thread by thread: what others write among themselves costs nothing. The newest first. */
export const messagesFound = (database: Database, reach: Reaching): SearchSource => ({
  title: 'Messages',
  icon: 'chat',
  async find(access, places, { words, limit }, signal) {
    const reader = await reach.at(access, places);
    if (!reader || words.length === 0) return [];
    const rows = await database.read(
      asStaff(access),
      (tx) => {
        const [first = [], ...others] = words;
        let found = threadsOf(tx, reader)
          .innerJoinLateral(
            sql<{ id: string }>`(select distinct t."messageId" as "id" from "message_term" t
              where t."organizationId" = "message_thread"."organizationId" and t."threadId" = "message_thread"."id"
                and ${termBegins(first)})`.as('hit'),
            (join) => join.onTrue(),
          )
          .innerJoin('message', (join) =>
            join
              .onRef('message.organizationId', '=', 'message_thread.organizationId')
              .onRef('message.id', '=', 'hit.id'),
          )
          .select(['message.id', 'message.text', 'message.byName', 'message.at', 'message.threadId'])
          .where('message.organizationId', '=', access.organization)
          .where('message.removedAt', 'is', null);
        for (const spellings of others)
          found = found.where(
            sql<SqlBool>`exists (select from "message_term" t where t."organizationId" = "message"."organizationId"
              and t."messageId" = "message"."id" and ${termBegins(spellings)})`,
          );
        return found.orderBy('message.id', 'desc').limit(limit).execute();
      },
      signal,
    );
    return rows.map(({ id, text, byName, at, threadId }) => ({
      id,
      // What was sent without a word has files.
      title: markdownExcerpt(text) || 'A file',
      about: `${byName}, ${utc(at).slice(0, 10)}`,
      state: null,
      money: null,
      workspaceId: null,
      path: `messages/${threadId}`,
    }));
  },
});
