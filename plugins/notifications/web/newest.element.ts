import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { NoticeGroup } from '../contract.ts';
import { Hearing } from './hearing.controller.ts';
import { isNew, unreadOf } from './group.ts';
import { noticeLine, noticeStyles } from './notice.ts';
import { addressOf, inboxAddress, markRead, page, queues, queueSeen, upTo99 } from './notices.ts';
import type { Queue } from './notices.ts';
import { queueLines, queueStyles } from './queues.ts';

/** Records of which the newest is shown. */
const most = 6;

/**
 * The newest of what one hears of, below the bell; `count` of it is new. It dispatches `dossier-newest-left` when
 * somebody goes on elsewhere.
 */
class Newest extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    noticeStyles,
    queueStyles,
    css`
    :host { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; max-height: inherit; }
    header, footer { display: flex; align-items: center; gap: 0.5rem; padding: 0.5rem 0.5rem 0.5rem 1rem; }
    header { border-bottom: 1px solid var(--dossier-border); }
    header h2 { flex: 1; }
    footer { border-top: 1px solid var(--dossier-border); font-size: var(--dossier-size-s); }
    footer a { display: inline-flex; align-items: center; min-height: 1.75rem; }
    .scroll { overflow: auto; overscroll-behavior: contain; }
    .notice { padding: 0.625rem 1rem; }
    .notice:hover { background: var(--dossier-hover); }
    .notice:focus-visible { outline-offset: -2px; }
    li + li .notice { border-top: 1px solid var(--dossier-border); }
    .queues { padding: 0.5rem 1rem; border-bottom: 1px solid var(--dossier-border); }
    .none { padding: 1.5rem 1rem; text-align: center; }
  `,
  ];
  static override properties = {
    count: { attribute: false },
    groups: { state: true },
    queues: { state: true },
    error: { state: true },
  };
  declare count: number;
  declare groups: readonly NoticeGroup[] | null;
  declare queues: readonly Queue[];
  declare error: unknown;

  constructor() {
    super();
    this.count = 0;
    this.groups = null;
    this.queues = [];
    this.error = null;
    new Hearing(this, () => this.#load());
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  async #load(): Promise<void> {
    try {
      const [{ groups }, forTeams] = await Promise.all([page(this.host, 'new', null), queues(this.host)]);
      Object.assign(this, { groups: groups.slice(0, most), queues: forTeams, error: null });
    } catch (error) {
      this.error = error;
    }
  }

  #leave(): void {
    this.dispatchEvent(new CustomEvent('dossier-newest-left', { bubbles: true, composed: true }));
  }

  #opened(group: NoticeGroup): void {
    const ids = unreadOf([group]);
    // Nobody waits for it: what was not noted stays new.
    if (ids.length > 0) markRead(this.host, ids).catch(() => undefined);
    this.#leave();
  }

  #group(group: NoticeGroup): TemplateResult | typeof nothing {
    const { subject, notices } = group;
    const [first] = notices;
    if (!first) return nothing;
    const more = notices.length - 1;
    const unread = isNew(group);
    const about = html`<span class="about number">${subject.title} · ${subject.about}${
      more === 0 ? nothing : ` · and ${more} more about it`
    }</span>`;
    return html`<li><a class="notice ${unread ? 'new' : ''}" href=${addressOf(this.#slug, subject)}
      @click=${() => this.#opened(group)}>${noticeLine(first, about, unread)}</a></li>`;
  }

  #content(): TemplateResult {
    const { groups, error } = this;
    if (groups === null)
      return error === null ? skeleton(4, 'Loading what is new') : failure(error, () => void this.#load());
    if (groups.length === 0)
      return html`<p class="none muted">Nothing to see. What comes next shows up here by itself.</p>`;
    return html`<ul>${groups.map((one) => this.#group(one))}</ul>`;
  }

  override render(): TemplateResult {
    const opened = (queue: Queue): void => {
      queueSeen(this.host, queue).catch(() => undefined);
      this.#leave();
    };
    return html`
      <header><h2>${this.count === 0 ? 'Nothing new' : `${upTo99(this.count)} new`}</h2><button
        class="button quiet icon" aria-label="Close" @click=${() => this.#leave()}>${icon('cross', 16)}</button></header>
      <div class="scroll">${queueLines(this.queues, this.#slug, opened)}${this.#content()}</div>
      <footer><a href=${inboxAddress(this.#slug)} @click=${() => this.#leave()}>See all</a></footer>`;
  }
}
define('dossier-newest', Newest);
