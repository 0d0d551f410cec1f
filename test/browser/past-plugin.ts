/**
 * Moves what a demonstration holds into the two months before, so that pictures of reports show more than one busy
 * minute. For pictures only: the log's seals no longer fit.
 */
import { definePlugin } from '@dossier/sdk';

/** A number between 0 and 1 that is always the same for one application. */
const share = (id: string, from: number): string =>
  `(('x' || substr(md5(${id}::text), ${from}, 6))::bit(24)::int / 16777216.0)`;
const back = (id: string): string => `(interval '1 day' * (56 * ${share(id, 1)}))`;
const taken = (id: string): string => `(interval '1 hour' * (3 + 260 * ${share(id, 9)} * ${share(id, 15)}))`;

export default definePlugin({
  id: 'past',
  version: '1.0.0',
  kernel: '^1.0.0',
  migrations: [
    {
      id: '0001-past',
      async up(run: (statement: string) => Promise<unknown>) {
        const moved = (...columns: readonly string[]): string =>
          columns.map((column) => `"${column}" = "${column}" - ${back('"applicationId"')}`).join(', ');
        await run('alter table "event" disable trigger user');
        await run(
          `update "event" set "at" = case when "after" ->> 'status' in ('Approved', 'Rejected') then least("at", "at" - ${back('"subjectId"')} + ${taken('"subjectId"')}) else "at" - ${back('"subjectId"')} end where "subjectType" = 'application'`,
        );
        await run('alter table "event" enable trigger user');
        await run(`update "workflow_step" set ${moved('startedAt', 'endedAt')}`);
        await run(
          `update "workflow_step" set "endedAt" = least(now(), "startedAt" + ${taken('"applicationId"')}) where "kind" = 'MANUAL' and "endedAt" is not null`,
        );
        await run(`update "assignee" set ${moved('assignedAt')}`);
        await run(`update "confirmation" set ${moved('at')}`);
        await run(`update "document" set ${moved('createdAt', 'reviewedAt')}`);
        await run(
          `update "application" set "createdAt" = "createdAt" - ${back('"id"')}, "submittedAt" = "submittedAt" - ${back('"id"')}, "updatedAt" = "updatedAt" - ${back('"id"')}, "decidedAt" = least("decidedAt", "decidedAt" - ${back('"id"')} + ${taken('"id"')})`,
        );
      },
    },
  ],
  setup() {
    // It has a migration and does nothing.
  },
});
