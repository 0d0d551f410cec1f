/** What is asked of notices in more than one place, as parts of statements about "notice". */
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { MailState } from './entities.ts';
import { pairs } from './reach.ts';
import type { Open } from './reach.ts';

/** Of the kinds and places that are open. */
export const heard = (open: Open): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from jsonb_to_recordset(${JSON.stringify(pairs(open))}::text::jsonb) as h("kind" text, "workspace" uuid)
    where h."kind" = "notice"."kind" and h."workspace" is not distinct from "notice"."workspaceId")`;

/** Not put off, or no more. */
export const arrived = (now: string): Expression<SqlBool> =>
  sql<SqlBool>`("notice"."snoozedUntil" is null or "notice"."snoozedUntil" <= ${now}::timestamptz)`;

/** No mail any more, unless it has gone. */
export const unsent = sql<MailState>`case when "mail" in ('due', 'daily') then 'dropped' else "mail" end`;

/** Of a record that its person has not muted. */
export const unmuted = sql<SqlBool>`not exists (select from "notice_mute" m where m."organizationId" = "notice"."organizationId"
  and m."userId" = "notice"."userId" and m."subjectType" = "notice"."subjectType" and m."subjectId" = "notice"."subjectId")`;
