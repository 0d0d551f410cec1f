import { readFile } from 'node:fs/promises';
import { Problem } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId } from '@dossier/sdk';
import type { Paper, Papers } from '@dossier/core/platform/reporting/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { ComputedReport, OrderedFont, RenderReport } from '../computed.ts';
import { concurrencyLimit } from '../concurrency-limit.ts';
import { letterheadOf } from '../letterhead.ts';
import type { Letterhead } from '../letterhead.ts';
import type { Drafts } from '../runs/drafts.ts';

interface Deps {
  readonly tenancy: Pick<Tenancy, 'organization' | 'accent' | 'logo'>;
  readonly render: RenderReport;
  readonly drafts: Pick<Drafts, 'with'>;
  system(organization: OrganizationId): Promise<OrganizationAccess>;
  /** Fonts in addition to that of reports. */
  fonts(access: OrganizationAccess): readonly OrderedFont[];
}

/**
 * Letters of other modules, drawn as reports are: three at a time on this node, because each thread takes memory, one
 * of each organization. Throws `too-many-requests` (429) when a dozen of the organization are here.
 */
export function papers({ tenancy, render, drafts, system, fonts }: Deps): Papers {
  const atOnce = concurrencyLimit({
    most: 3,
    each: 12,
    detail: 'Several letters of the organization are being drawn already. Try it again in a few seconds.',
  });
  const drawn = async (organization: OrganizationId, paper: Paper, signal: AbortSignal): Promise<Uint8Array> => {
    const [access, letterhead] = await Promise.all([system(organization), letterheadOf(tenancy, organization)]);
    return drafts.with('letter.pdf', async (path) => {
      await render(asReport(paper, letterhead), 'pdf', {
        path,
        signal,
        fonts: fonts(access),
        progress: () => undefined,
      });
      return readFile(path, { signal });
    });
  };

  return {
    async of(organization, paper, { signal }) {
      signal.throwIfAborted();
      return atOnce(organization, async () => {
        // Aborted while it waited.
        signal.throwIfAborted();
        try {
          return await drawn(organization, paper, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (Problem.is(error)) throw error;
          throw new Error(
            'The letter could not be drawn. Try it again; if it fails again, tell the operator of this installation.',
            { cause: error },
          );
        }
      });
    },
  };
}

/** The letter as the renderer takes it: its one line is drawn where a report has its period. */
const asReport = (
  { title, subtitle, lead, facts, paragraphs, createdAt, createdBy }: Paper,
  { organization, language, timeZone }: Letterhead,
): ComputedReport => ({
  title,
  template: null,
  subtitle,
  language,
  organization,
  workspace: null,
  period: { from: createdAt, to: createdAt, label: lead, timeZone },
  filters: facts,
  createdAt,
  createdBy,
  late: false,
  sections: [{ kind: 'text', paragraphs }],
});
