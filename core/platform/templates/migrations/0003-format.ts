import type { Migration } from '@dossier/sdk';

/**
 * The key of a step from its name: `Credit check` becomes `credit-check`. The workflow module gives the steps of
 * running cases theirs by the same rule (`workflow/migrations/0004-keys.ts`), so that both say the same.
 */
const slug = `case when s."text" = '' then 'step' when s."text" ~ '^[a-z]' then s."text" else 'step-' || s."text" end`;

/** Content as of format 1: it says its format, and each step of the workflow has a key, unique in it. */
const rewritten = (content: string): string => `"${content}" || jsonb_build_object('format', 1, 'workflow', (
  select coalesce(jsonb_agg(k."step" || jsonb_build_object('key', k."slug" || case when k."again" > 1 then '_' || k."again" else '' end) order by k."place"), '[]'::jsonb)
  from (
    select s."step", s."place", ${slug} as "slug", row_number() over (partition by ${slug} order by s."place") as "again"
    from (
      select e."step", e."place", trim(both '-' from left(regexp_replace(lower(e."step" ->> 'name'), '[^a-z0-9]+', '-', 'g'), 40)) as "text"
      from jsonb_array_elements("${content}" -> 'workflow') with ordinality as e("step", "place")
    ) s
  ) k))`;

/** Drafts and published versions alike: a version says afterwards what it said before. */
export const format: Migration = {
  id: '0003-format',
  async up(run) {
    await run(`update "template" set "draft" = ${rewritten('draft')}`);
    await run(`update "template_version" set "content" = ${rewritten('content')}`);
  },
};
