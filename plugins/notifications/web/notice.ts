/** One thing that somebody hears of, as it stands in a list. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { chip } from '@dossier/sdk/web/ui/chip';
import { fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Shown } from './notices.ts';

/** `below` stands under it; `unread`: it is marked as new, also for what it stands for. */
export const noticeLine = (
  one: Shown,
  below: TemplateResult | typeof nothing = nothing,
  unread = one.readAt === null,
): TemplateResult => html`
  <span class="sign ${one.isInternal ? 'internal' : ''}">${icon(one.icon, 14)}</span>
  <span class="said">${
    one.isInternal
      ? html`${chip({ text: 'Internal', tone: 'internal', icon: 'lock' })}<span class="visually-hidden">, only staff can
          read this: </span> `
      : nothing
  }${one.text}${one.excerpt === null ? nothing : html`: <q dir="auto">${one.excerpt}</q>`}${below}</span>
  <span class="when"><time datetime=${one.createdAt}
    title=${fullTime(one.createdAt)}>${shortTime(one.createdAt)}</time>${
      unread ? html`<span class="dot new" role="img" aria-label="new"></span>` : html`<span class="dot"></span>`
    }</span>`;

export const noticeStyles = css`
  .notice { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr) auto; gap: 0 0.625rem; padding: 0.375rem 0 0.125rem;
    font-size: var(--dossier-size-s); line-height: 1.1875rem; color: inherit; text-decoration: none; }
  .notice.new .said { font-weight: var(--dossier-medium); }
  .sign { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; margin-top: -0.125rem; border-radius: 50%;
    background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
  .new .sign { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .notice .sign.internal { background: var(--dossier-internal-soft); color: var(--dossier-internal-text); }
  .said { min-width: 0; overflow-wrap: anywhere; }
  .said .chip { height: 1.1875rem; vertical-align: bottom; margin-inline-end: 0.125rem; }
  .said q { color: var(--dossier-muted); font-weight: var(--dossier-regular); quotes: '“' '”'; }
  .said .why, .said .about { display: block; color: var(--dossier-muted); font-size: var(--dossier-size-xs);
    font-weight: var(--dossier-regular); }
  .when { display: inline-flex; gap: 0.5rem; align-items: center; align-self: start; color: var(--dossier-muted);
    font-size: var(--dossier-size-xs); white-space: nowrap; }
  .dot { width: 0.5rem; height: 0.5rem; border-radius: 50%; }
  .dot.new { background: var(--dossier-accent); }
`;
