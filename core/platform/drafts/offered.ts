/** Of which templates somebody may begin an application in a workspace. */
import type { WorkspaceAccess } from '@dossier/sdk';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import type { OfferedTemplate } from './contract.ts';

/** All that are published; in a CLIENT workspace those that are offered there. `wanted`: languages of their texts. */
export async function offeredTemplates(
  templates: Templates,
  { organization, workspace, workspaceType }: WorkspaceAccess,
  wanted: readonly string[] = [],
): Promise<readonly OfferedTemplate[]> {
  const offers = workspaceType === 'CLIENT' ? await templates.offers(organization, workspace) : null;
  const list = (await templates.list(organization)).filter(
    ({ id, version }) => version !== null && (offers === null || offers.has(id)),
  );
  return Promise.all(
    list.map(async ({ id, version, description }) => {
      const found = await templates.version(organization, id, version ?? 0);
      const { version: published } = await templates.inLanguage(organization, found, wanted);
      return {
        templateId: id,
        version: published.version,
        name: published.name,
        description,
        minutes: minutesOf(published),
        documents: published.requiredDocuments.map(({ title }) => title),
      };
    }),
  );
}

/** How long all steps take together; null unless each says so. */
function minutesOf({ wizard }: Pick<TemplateVersion, 'wizard'>): number | null {
  const each = wizard.map(({ minutes }) => minutes);
  return each.length > 0 && each.every((one) => one !== undefined) ? each.reduce((sum, one) => sum + one, 0) : null;
}
