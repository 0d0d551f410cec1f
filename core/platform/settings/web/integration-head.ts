import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullDay, fullTime } from '@dossier/sdk/web/ui/format';
import { isStandard, stateChip } from './types.ts';
import type { IntegrationValues } from './types.ts';

/** The head of an integration's page: its title, how it stands, and by whom it was saved. */
export const integrationHead = (stored: IntegrationValues): TemplateResult => {
  const { title, description, version, changedAt, by } = stored;
  const standing =
    version === 0 && !isStandard(stored)
      ? html`<span class="chip neutral plain">Not saved yet</span>`
      : stateChip(stored);
  return html`
    <div class="head ${stored.test ? '' : 'alone'}">
      <div class="title"><h1>${title}</h1>${standing}${
        changedAt === null
          ? nothing
          : html`<p class="saved muted small">Saved${by ? ` by ${by.name}` : nothing} on <time datetime=${changedAt}
          title=${fullTime(changedAt)}>${fullDay(changedAt)}</time></p>`
      }</div>
      ${description === '' ? nothing : html`<p class="muted small">${description}</p>`}
    </div>`;
};

/** Looks of that head. */
export const integrationHeadStyles = css`
  .head { display: grid; gap: 0.25rem; }
  .title { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: center; }
  .title .chip { max-width: 100%; height: auto; min-height: 1.375rem; line-height: 1.3; white-space: normal;
    overflow-wrap: anywhere; }
  .title .plain { padding-inline-start: 0.5625rem; }
  .saved { margin-inline-start: auto; }
  .alone .saved { margin-inline-start: 0; flex-basis: 100%; }
  @container (max-width: 49rem) { .saved { margin-inline-start: 0; flex-basis: 100%; } }
`;
