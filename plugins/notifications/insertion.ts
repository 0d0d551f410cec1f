/**
 * With `again` for what is said anew; not for an event that comes twice. What is new still is said anew where its mail
 * was dropped, as while its record was muted; but not while it is put off, and comes back by no mail.
 */
export const insertion = (
  again: boolean,
): string => `insert into "notice" ("organizationId", "id", "userId", "kind", "audience", "once", "eventId", "at", "workspaceId", "subjectType", "subjectId", "why", "ids", "byId", "inPage", "mail")
  select $1::uuid, r."id", r."userId", r."kind", r."audience", r."once", r."eventId", r."at", r."workspaceId", r."subjectType", r."subjectId", r."why", r."ids", r."byId", r."inPage", r."mail"
  from jsonb_to_recordset($2::text::jsonb) as r("id" uuid, "userId" uuid, "kind" text, "audience" text, "once" text, "eventId" uuid, "at" timestamptz, "workspaceId" uuid, "subjectType" text, "subjectId" text, "why" text, "ids" jsonb, "byId" text, "inPage" boolean, "mail" text)
  where not exists (select from "notice_mute" m where m."organizationId" = $1::uuid and m."userId" = r."userId"
    and m."subjectType" = r."subjectType" and m."subjectId" = r."subjectId")
  on conflict ("organizationId", "kind", "once", "userId") do update
    set "takenBackAt" = null, "inPage" = excluded."inPage", ${
      again
        ? `"id" = excluded."id", "eventId" = excluded."eventId", "at" = excluded."at", "byId" = excluded."byId", "mail" = excluded."mail", "seenAt" = null,
      "snoozedUntil" = case when "notice"."doneAt" is null then "notice"."snoozedUntil" end, "doneAt" = null
    where "notice"."takenBackAt" is not null or ("notice"."at" < excluded."at" and (
      coalesce("notice"."seenAt", "notice"."doneAt") is not null
      or ("notice"."mail" = 'dropped' and "notice"."snoozedUntil" is null)))`
        : `"mail" = case when "notice"."mail" = 'sent' then 'sent' else excluded."mail" end
    where "notice"."takenBackAt" is not null`
    }
  returning "id", "userId", "mail"`;
