import { sql } from 'kysely';
import type { Contributions, WorkspaceAccess } from '@dossier/sdk';
import type { CommunicationSource, ReportSource } from '@dossier/core/platform/reporting/contract';

/**
 * All that modules and plugins know of what was said between house and client, as one source. Read anew for each
 * report, because what is switched off in a workspace is not among the contributions there.
 */
export function communicationsOf(
  contributions: Contributions<CommunicationSource>,
  applications: ReportSource,
  access: WorkspaceAccess,
): ReportSource {
  const all = contributions.list(access);
  const kinds = Object.fromEntries(
    all.flatMap(({ id, value }) =>
      Object.entries(value.kinds).map(([kind, { title, direction }]) => [`${id}/${kind}`, { title, direction }]),
    ),
  );
  return {
    title: 'Communications',
    within: 'applicationId',
    key: 'id',
    newest: 'at',
    columns: {
      at: { title: 'When', type: 'time' },
      direction: { title: 'Direction', type: 'text' },
      kind: { title: 'Kind', type: 'id', label: 'kindTitle' },
      kindTitle: { title: 'Kind', type: 'text', hidden: true },
      applicantName: { title: 'Applicant', type: 'text' },
      person: { title: 'By', type: 'text' },
      about: { title: 'About', type: 'text' },
    },
    measures: {
      all: { title: 'Communications', how: 'rows', at: 'at', better: 'none' },
      toClient: { title: 'To clients', how: 'rows', at: 'at', where: { direction: ['to the client'] }, better: 'none' },
      fromClient: {
        title: 'From clients',
        how: 'rows',
        at: 'at',
        where: { direction: ['from the client'] },
        better: 'none',
      },
      applications: {
        title: 'Applications concerned',
        how: 'distinct',
        column: 'applicationId',
        at: 'at',
        better: 'none',
      },
    },
    relation(query) {
      const parts = all.map(
        ({ id, value }) =>
          sql`select ${id}::text || '/' || c."kind" as "kind", ${id}::text || '/' || c."id" as "id", c."applicationId", c."at", c."person", c."about" from (${value.relation(query)}) as c`,
      );
      if (parts.length === 0)
        return sql`select null::uuid as "organizationId", null::uuid as "applicationId", null::timestamptz as "at", '' as "id", '' as "kind", '' as "kindTitle", '' as "direction", '' as "person", '' as "about", '' as "applicantName" where false`;
      return sql`
        select ${query.organization}::uuid as "organizationId", c."applicationId", c."id", c."at", c."kind", c."person", c."about", n."applicantName",
          k."value" ->> 'title' as "kindTitle", k."value" ->> 'direction' as "direction"
        from (${sql.join(parts, sql` union all `)}) as c
        join jsonb_each(${JSON.stringify(kinds)}::text::jsonb) as k("key", "value") on k."key" = c."kind"
        left join (${applications.relation(query)}) as n on n."id" = c."applicationId"`;
    },
  };
}
