/** What came to the reader's teams: a line for each, for nobody by name. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { addressOf, upTo99 } from './notices.ts';
import type { Queue } from './notices.ts';

export const queueLines = (
  queues: readonly Queue[],
  slug: string,
  opened: (queue: Queue) => void,
): TemplateResult | typeof nothing =>
  queues.length === 0
    ? nothing
    : html`<ul class="queues" aria-label="For your teams">${queues.map(
        (one) =>
          html`<li><a href=${addressOf(slug, one)} @click=${() => opened(one)}>${icon(one.icon, 16)}<span>${
            one.title
          } <span class="muted">in ${one.workspace}</span></span><span class="badge number">${upTo99(one.count)}</span></a></li>`,
      )}</ul>`;

export const queueStyles = css`
  .queues { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .queues li { min-width: 0; }
  .queues a { display: flex; align-items: center; gap: 0.5rem; min-height: var(--dossier-control); padding: 0 0.625rem;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); background: var(--dossier-surface);
    color: inherit; font-size: var(--dossier-size-s); font-weight: var(--dossier-medium); text-decoration: none; }
  .queues a:hover { background: var(--dossier-hover); }
  .queues a > span { min-width: 0; overflow-wrap: anywhere; }
  .queues svg { color: var(--dossier-muted); flex: none; }
  .queues .badge { flex: none; min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem;
    background: var(--dossier-accent); color: var(--dossier-on-accent); font-size: var(--dossier-size-xs);
    line-height: 1.25rem; text-align: center; }
`;
