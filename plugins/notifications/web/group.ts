/** What somebody hears of one record: its name, the notices, and what can be done with all of them. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { NoticeGroup } from '../contract.ts';
import { noticeLine } from './notice.ts';
import { addressOf, keyOf } from './notices.ts';
import type { Subject, View } from './notices.ts';

export interface Acts {
  readonly open: (group: NoticeGroup) => void;
  readonly away: (subject: Subject) => void;
  readonly back: (subject: Subject) => void;
  readonly snooze: (subject: Subject) => void;
  readonly mute: (subject: Subject) => void;
}

export const isNew = ({ notices }: NoticeGroup): boolean => notices.some(({ readAt }) => readAt === null);

/** Ids of what is unread of these. */
export const unreadOf = (groups: readonly NoticeGroup[]): readonly string[] =>
  groups.flatMap(({ notices }) => notices.flatMap(({ id, readAt }) => (readAt === null ? id : [])));

/** Why the reader gets each; what holds of all of them is said once, below them. */
const whysOf = ({ notices }: NoticeGroup): { readonly shared: string | null } => {
  const [first = '', ...others] = new Set(notices.map(({ why }) => why));
  return { shared: others.length === 0 ? first : null };
};

const button = (o: { readonly text: string; readonly of: Subject; readonly icon: string; readonly act: () => void }) =>
  html`<button class="button quiet icon" title=${o.text} aria-label="${o.text}: ${o.of.title}"
    @click=${o.act}>${icon(o.icon, 16)}</button>`;

export const noticeGroup = (
  group: NoticeGroup,
  { slug, view, current, acts }: { slug: string; view: View; current: boolean; acts: Acts },
): TemplateResult => {
  const { subject } = group;
  const { shared } = whysOf(group);
  const why = (text: string): TemplateResult | typeof nothing =>
    text === '' ? nothing : html`<span class="why">${text}</span>`;
  return html`
    <article class="group ${current ? 'current' : ''} ${isNew(group) ? 'new' : ''}" data-key=${keyOf(subject)}
      aria-label=${subject.title}>
      <header>
        <div><h3><a href=${addressOf(slug, subject)} @click=${() => acts.open(group)}>${subject.title}</a></h3><p
          class="muted number">${subject.about}</p></div>
        <div class="acts">${
          view === 'done'
            ? button({ text: 'Bring back', of: subject, icon: 'back', act: () => acts.back(subject) })
            : html`${button({ text: 'Snooze', of: subject, icon: 'clock', act: () => acts.snooze(subject) })}${button({
                text: 'Mute',
                of: subject,
                icon: 'bell-off',
                act: () => acts.mute(subject),
              })}${button({ text: 'Done', of: subject, icon: 'check', act: () => acts.away(subject) })}`
        }</div>
      </header>
      <ul>${group.notices.map(
        (one) =>
          html`<li class="notice ${one.readAt === null ? 'new' : ''}">${noticeLine(
            one,
            shared === null ? why(one.why) : nothing,
          )}</li>`,
      )}</ul>
      ${shared === null || shared === '' ? nothing : html`<p class="reason">${shared}</p>`}
    </article>`;
};

export const groupStyles = css`
  .group { position: relative; padding: 0.75rem 0.75rem 0.625rem 1.125rem; }
  .group + .group { border-top: 1px solid var(--dossier-border); }
  .group:hover { background: var(--dossier-hover); }
  .group.current { background: var(--dossier-accent-soft); box-shadow: inset 2px 0 var(--dossier-accent); }
  .group > header { display: flex; gap: 0.625rem; align-items: flex-start; }
  .group > header > div:first-child { flex: 1; min-width: 0; }
  .group h3 { font-size: var(--dossier-size-m); font-weight: var(--dossier-medium); }
  .group.new h3 { font-weight: var(--dossier-bold); }
  .group h3 a { color: inherit; text-decoration: none; }
  .group h3 a::after { content: ''; position: absolute; inset: 0; border-radius: inherit; }
  .group h3 a:focus-visible { outline: none; }
  .group h3 a:focus-visible::after { outline: 2px solid var(--dossier-focus); outline-offset: -2px; }
  .group header p { font-size: var(--dossier-size-xs); overflow-wrap: anywhere; }
  .acts { position: relative; z-index: 1; display: flex; color: var(--dossier-muted); }
  .reason { padding: 0.25rem 0 0 2.125rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  .current .muted, .current .reason, .current q, .current .when, .current .why, .current .acts {
    color: var(--dossier-text); }
`;
