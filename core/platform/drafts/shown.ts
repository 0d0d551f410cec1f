/** A draft as its owner is shown it. */
import { utc } from '@dossier/sdk';
import type { Clock, WorkspaceType } from '@dossier/sdk';
import type { Templates } from '../templates/contract.ts';
import type { DraftFile, DraftReply, DraftRow } from './contract.ts';
import type { StoredDraft } from './entities.ts';
import type { StoredDraftFile } from './rows.ts';
import { expiryOf } from './times.ts';
import type { KeepingTimes } from './times.ts';

/** As the route answers; `revision` makes its entity tag. */
export interface ShownDraft extends DraftReply {
  readonly revision: number;
}

export interface Showing {
  readonly clock: Clock;
  readonly templates: Templates;
  times(organization: string): Promise<KeepingTimes>;
}

export async function shownDraft(
  { clock, templates, times }: Showing,
  row: StoredDraft,
  files: readonly StoredDraftFile[],
  workspaceType: WorkspaceType,
): Promise<ShownDraft> {
  const { organizationId, templateId, templateVersion } = row;
  const version = await templates.version(organizationId, templateId, templateVersion);
  const newest = await templates.published(organizationId, templateId);
  // A text that nobody translated is shown in the language of the template.
  const { version: said, language, languages } = await templates.inLanguage(organizationId, version, [row.language]);
  const { schema, wizard, requiredDocuments } = said;
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    workspaceType,
    templateId,
    templateName: said.name,
    templateVersion,
    newestVersion: newest === null || newest === 'unpublished' ? templateVersion : newest.version,
    language,
    languages,
    form: { schema, wizard, requiredDocuments },
    next: said.next ?? null,
    answers: row.answers,
    typed: row.typed,
    step: row.step,
    done: row.done,
    applicants: row.applicants,
    files: files.map(shownFile),
    savedAt: utc(row.savedAt),
    expiresAt: expiryOf(row, await times(organizationId), clock.now()).toISOString(),
    today: await templates.today(organizationId),
    revision: row.revision,
  };
}

/** A file as its owner is shown it. */
export const shownFile = ({ id, requirementKey, fileName, contentType, size, scan }: StoredDraftFile): DraftFile => ({
  id,
  requirementKey,
  fileName,
  contentType,
  size,
  scan,
});

export async function shownRow({ clock, templates, times }: Showing, row: StoredDraft): Promise<DraftRow> {
  const { organizationId, templateId, templateVersion } = row;
  const version = await templates.version(organizationId, templateId, templateVersion);
  const { version: said } = await templates.inLanguage(organizationId, version, [row.language]);
  const newest = await templates.published(organizationId, templateId);
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    templateId,
    templateName: said.name,
    step: said.wizard.find(({ key }) => key === row.step)?.title ?? null,
    done: row.done.length,
    steps: version.wizard.length,
    savedAt: utc(row.savedAt),
    expiresAt: expiryOf(row, await times(organizationId), clock.now()).toISOString(),
    newer: newest !== null && newest !== 'unpublished' && newest.version !== templateVersion,
  };
}
