import type { OrganizationSummary } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { emblem } from '@dossier/sdk/web/ui/emblem';
import { accentTokens } from '@dossier/sdk/web/ui/accent';
import type { Shades } from '@dossier/sdk/web/ui/accent';
import { icon } from '@dossier/sdk/web/ui/icon';

const panel = (scheme: 'light' | 'dark', organization: OrganizationSummary, shades: Shades | null): TemplateResult => {
  const tokens = shades ? Object.entries(accentTokens(shades)).map(([name, value]) => `${name}: ${value}`) : [];
  return html`
    <figure class="panel" .style=${[`color-scheme: ${scheme}`, ...tokens].join(';')}
      aria-label=${scheme === 'light' ? 'On light' : 'On dark'}>
      <div class="bar">${emblem(organization, 'small')}<b>${organization.name}</b></div>
      <div class="page">
        <span class="entry">${icon('applications', 16)} Applications</span>
        <span class="button primary" role="img" aria-label="A button">Approve</span>
        <span class="link">A link to a document</span>
      </div>
      <figcaption class="small muted">${scheme === 'light' ? 'On light' : 'On dark'}</figcaption>
    </figure>`;
};

/** Header, entry of the sidebar, button and link as they will look, in both themes at once. */
export const preview = (organization: OrganizationSummary, shades: Shades | null): TemplateResult =>
  html`<div class="previews" role="group"
    aria-label="Preview">${panel('light', organization, shades)}${panel('dark', organization, shades)}</div>`;

export const previewStyles = css`
  .previews { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 0.875rem; }
  .panel { display: grid; overflow: hidden; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius-l); background: var(--dossier-background); color: var(--dossier-text); }
  .bar { display: flex; align-items: center; gap: 0.625rem; padding: 0.625rem 0.875rem;
    border-bottom: 1px solid var(--dossier-border); background: var(--dossier-surface); min-width: 0; }
  .bar b { font-weight: 620; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .page { display: grid; gap: 0.75rem; justify-items: start; padding: 0.875rem; background: var(--dossier-surface); }
  .entry { display: inline-flex; align-items: center; gap: 0.5rem; padding: 0.3125rem 0.6875rem;
    border-radius: var(--dossier-radius); background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
    font-weight: 600; }
  .page .button { cursor: default; }
  .link { color: var(--dossier-link); text-decoration: underline; text-underline-offset: 0.2em;
    text-decoration-thickness: 1px; }
  .panel figcaption { padding: 0.375rem 0.875rem; border-top: 1px solid var(--dossier-border); }
`;
