import { sql } from 'kysely';
import type { Templates } from '@dossier/core/platform/templates/contract';
import type { Definition } from './definition/contract.ts';
import type { PeopleNames } from './figures/names.ts';
import type { Scope } from './figures/scope.ts';
import type { Statements } from './figures/statements.ts';

/** What narrows a report, as its head shows it. */
export async function filtersInWords(
  templates: Templates,
  { answers }: Pick<Statements, 'answers'>,
  { filters }: Definition,
  scope: Scope,
  names: PeopleNames,
): Promise<readonly { label: string; value: string }[]> {
  const { status = [], templateId = [], assignee = [], source = [] } = filters;
  const words: { label: string; value: string }[] = [];
  if (status.length > 0)
    words.push({ label: 'Status', value: status.map((one) => (one === 'InReview' ? 'In review' : one)).join(', ') });
  if (templateId.length > 0) {
    const known = new Map((await templates.list(scope.organization)).map(({ id, name }) => [id, name]));
    words.push({ label: 'Template', value: templateId.map((id) => known.get(id) ?? 'unknown').join(', ') });
  }
  if (assignee.length > 0) {
    // Only who has had an application here has a name here: an id may be anybody's in the installation.
    const rows = await answers(
      sql<{
        id: string;
      }>`select distinct u.id from (${scope.applications.relation(scope)}) as r, unnest(r."assignees") as u(id) where u.id = any(${`{${assignee.join(',')}}`}::text[])`,
    );
    const known = new Set(rows.map(({ id }) => id));
    const name = await names([...known]);
    words.push({ label: 'Officer', value: assignee.map((id) => (known.has(id) ? name(id) : 'unknown')).join(', ') });
  }
  if (source.length > 0) {
    // A source is a person or a key; what it is called stands with the applications that it sent.
    const rows = await answers(sql<{ id: string; name: string }>`
      select r."sourceId"::text as "id", max(r."sourceName") as "name" from (${scope.applications.relation(scope)}) as r where r."sourceId"::text = any(${`{${source.join(',')}}`}::text[]) group by 1`);
    const known = new Map(rows.map(({ id, name }) => [id, name]));
    words.push({ label: 'Source', value: source.map((id) => known.get(id) ?? 'unknown').join(', ') });
  }
  return words;
}
