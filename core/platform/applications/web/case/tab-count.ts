import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

/** The slot of what counts behind tabs. */
export const tabCountSlot = 'applications/tab-count@1';

/** How much there is behind the tab of this tag, where something counts it. */
export const tabCount = (
  counts: readonly Contribution[],
  tag: string,
  applicationId: string,
): TemplateResult | typeof nothing => {
  const one = counts.find(({ kind }) => kind === tag);
  return one
    ? html` <dossier-slot .contribution=${one} .input=${{ applicationId }} .short=${true}></dossier-slot>`
    : nothing;
};
