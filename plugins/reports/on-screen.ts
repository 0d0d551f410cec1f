import type { Reply } from '@dossier/sdk';
import type { ComputedSection, Pages, Row, TemplateReport } from './computed.ts';
import { rowsIn } from './computed.ts';
import type { OnScreen } from './on-screen-reply.ts';

/** Rows of a table that the screen shows. */
const ROWS = 50;

/** A report as JSON, for the page that previews it. The page has the organization's logo already. */
type Shown = Reply<typeof OnScreen>;

export async function onScreen(report: TemplateReport): Promise<Shown> {
  const sections: Shown['sections'][number][] = [];
  for (const section of report.sections) sections.push(await shown(section));
  return { ...report, organization: { ...report.organization, logo: null }, sections };
}

async function shown(section: ComputedSection): Promise<Shown['sections'][number]> {
  if (section.kind !== 'table') return section;
  return { ...section, rows: await first(section.rows) };
}

async function first(pages: Pages): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    rows.push(...rowsIn(page).slice(0, ROWS - rows.length));
    if (rows.length >= ROWS) break;
  }
  return rows;
}
