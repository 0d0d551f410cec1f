import { define, DossierElement, PageOffers } from '@dossier/sdk/web';
import type { KeyGroup } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { rowKeys } from '@dossier/sdk/web/ui/row-keys';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { NoticeGroup } from '../contract.ts';
import { headingOf } from './day.ts';
import { groupStyles, isNew, noticeGroup, unreadOf } from './group.ts';
import { InboxController } from './inbox.controller.ts';
import { inboxStyles } from './inbox.styles.ts';
import { kindLinks, kindStyles } from './kinds.ts';
import { noticeStyles } from './notice.ts';
import { nothingListed } from './nothing-listed.ts';
import {
  addressOf,
  bringBack,
  keyOf,
  markAllRead,
  markRead,
  mute,
  putAllAway,
  putAway,
  queueSeen,
  snooze,
  upTo99,
} from './notices.ts';
import type { Queue, Subject, View } from './notices.ts';
import { queueLines, queueStyles } from './queues.ts';
import type { Snooze } from './snooze.element.ts';
import './snooze.element.ts';

const keys: KeyGroup = {
  title: 'In the notifications',
  keys: [
    [['J', 'K'], 'The next record, the one before'],
    [['Enter'], 'Open it'],
    [['E'], 'Done'],
    [['S'], 'Snooze'],
    [['M'], 'Mute'],
  ],
};

/** What one hears of, by record, the newest first; done, put off and muted, each taken back when it was a slip. */
class InboxPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    chipStyles,
    noticeStyles,
    groupStyles,
    queueStyles,
    kindStyles,
    inboxStyles,
  ];
  static override properties = { base: {}, rest: {}, search: {}, at: { state: true }, busy: { state: true } };
  declare base: string;
  declare rest: string;
  declare search: string;
  /** Key of the record at which the keyboard is. */
  declare at: string | null;
  declare busy: boolean;
  readonly #inbox = new InboxController(this, () => this.getBoundingClientRect().top < 0);
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.at = null;
    this.busy = false;
    new PageOffers(this, () => ({ keys: [keys] }));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
  }

  protected override willUpdate(): void {
    this.#inbox.show(this.#view);
  }

  get #view(): View {
    return this.rest === 'done' ? 'done' : 'new';
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  /** Of which kinds alone; empty for all. */
  get #about(): string {
    return new URLSearchParams(this.search).get('about') ?? '';
  }

  /** The address of the view, with every kind. */
  get #address(): string {
    return this.#view === 'done' ? `${this.base}/done` : this.base;
  }

  /** What is listed: under a kind, the records of which there is something of it. */
  get #listed(): readonly NoticeGroup[] {
    const about = this.#about;
    const all = this.#inbox.groups ?? [];
    return about === '' ? all : all.filter(({ notices }) => notices.some(({ group }) => group === about));
  }

  #key(event: KeyboardEvent): void {
    const current = this.#listed.find(({ subject }) => keyOf(subject) === this.at);
    const with_ = (act: (subject: Subject) => void) => () => {
      if (current) act(current.subject);
    };
    const waits = this.#view === 'new';
    rowKeys(event, {
      move: (by) => void this.#move(by),
      open: () => {
        if (!current) return;
        this.#opened(current);
        this.host.navigate(addressOf(this.#slug, current.subject));
      },
      search: () => undefined,
      others: {
        e: with_((subject) => void (waits ? this.#away(subject) : this.#back(subject))),
        ...(waits
          ? { s: with_((subject) => void this.#snooze(subject)), m: with_((subject) => void this.#mute(subject)) }
          : {}),
      },
    });
  }

  /** To the record after or before the current one, and the focus with it. */
  async #move(by: 1 | -1): Promise<void> {
    const all = this.#listed;
    const now = all.findIndex(({ subject }) => keyOf(subject) === this.at);
    const to = all[now < 0 ? 0 : Math.min(all.length - 1, Math.max(0, now + by))];
    if (to) await this.#focus(to.subject);
  }

  async #focus(subject: Subject | null): Promise<void> {
    this.at = subject && keyOf(subject);
    await this.updateComplete;
    const there =
      this.at === null
        ? this.renderRoot.querySelector<HTMLElement>('h1')
        : this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(this.at)}"] h3 a`);
    there?.focus();
    there?.closest('article')?.scrollIntoView({ block: 'nearest' });
  }

  /** The one that takes its place, for the keyboard to go on at. */
  #after(subject: Subject): Subject | null {
    const all = this.#listed;
    const n = all.findIndex((one) => keyOf(one.subject) === keyOf(subject));
    return (all[n + 1] ?? all[n - 1])?.subject ?? null;
  }

  /** Takes it out of the list, does it, and says so with a way back; what did not work stands there again. */
  async #out(subject: Subject, o: { text: string; act: () => Promise<() => Promise<unknown>> }): Promise<void> {
    const next = this.#after(subject);
    this.#inbox.take(subject);
    void this.#focus(next);
    await this.#done(o);
  }

  async #done({ text, act }: { text: string; act: () => Promise<() => Promise<unknown>> }): Promise<void> {
    try {
      const undo = await act();
      this.host.notify({
        kind: 'success',
        text,
        undo: () => {
          undo().then(
            () => this.#inbox.again(),
            (error: unknown) => this.#failed(error),
          );
        },
      });
    } catch (error) {
      this.#failed(error);
    }
    this.#inbox.again();
  }

  #failed(error: unknown): void {
    this.host.notify({
      kind: 'error',
      text: error instanceof Error ? error.message : 'That did not work. Please try again.',
    });
  }

  #away(subject: Subject): Promise<void> {
    return this.#out(subject, {
      text: `Done: ${subject.title}`,
      act: async () => {
        const { at } = await putAway(this.host, subject);
        return () => bringBack(this.host, { at });
      },
    });
  }

  #back(subject: Subject): Promise<void> {
    return this.#out(subject, {
      text: `Back under To see: ${subject.title}`,
      act: async () => {
        await bringBack(this.host, { subject });
        return () => putAway(this.host, subject);
      },
    });
  }

  async #all(): Promise<void> {
    // What came while they read further down is shown first: it is not done before anybody has seen it.
    if (this.#inbox.held !== null) return this.#showHeld();
    const shown = this.#listed;
    this.busy = true;
    await this.#done({
      text: 'All that was shown is done',
      act: async () => {
        const { at } = await putAllAway(this.host, shown);
        return () => bringBack(this.host, { at });
      },
    });
    this.busy = false;
  }

  /** Marks what is listed of one kind; else all, also what stands further down, but not what came since. */
  async #read(): Promise<void> {
    const shown = this.#listed;
    const newest = shown.map(({ notices }) => notices[0]?.id ?? '').toSorted();
    this.busy = true;
    try {
      await (this.#about === '' ? markAllRead(this.host, newest.at(-1) ?? '') : markRead(this.host, unreadOf(shown)));
    } catch (error) {
      this.#failed(error);
    }
    this.#inbox.again();
    this.busy = false;
  }

  async #snooze(subject: Subject): Promise<void> {
    await this.renderRoot.querySelector<Snooze>('dossier-snooze')?.ask(subject);
  }

  #snoozed({ detail: { subject, until } }: CustomEvent<{ subject: Subject; until: string }>): void {
    void this.#out(subject, {
      text: `Snoozed: ${subject.title}`,
      act: async () => {
        await snooze(this.host, subject, until);
        return () => snooze(this.host, subject, null);
      },
    });
  }

  #mute(subject: Subject): Promise<void> {
    return this.#out(subject, {
      text: `Muted: you hear nothing more of ${subject.title}`,
      act: async () => {
        await mute(this.host, subject, true);
        return () => mute(this.host, subject, false);
      },
    });
  }

  #opened(group: NoticeGroup): void {
    this.at = keyOf(group.subject);
    const ids = unreadOf([group]);
    // Nobody waits for it: what was not noted stays new.
    if (ids.length > 0) markRead(this.host, ids).catch(() => undefined);
  }

  #queueOpened(queue: Queue): void {
    queueSeen(this.host, queue).catch(() => undefined);
  }

  #tabs(): TemplateResult {
    const n = (this.#inbox.groups ?? []).filter(isNew).length;
    const tab = (view: View, to: string, text: TemplateResult | string): TemplateResult =>
      html`<a href=${to} aria-current=${this.#view === view ? 'page' : nothing}>${text}</a>`;
    return html`<nav class="tabs" aria-label="Notifications">
      ${tab(
        'new',
        this.base,
        html`To see${
          this.#view === 'new' && n > 0
            ? html`<span class="badge number">${upTo99(n)}<span class="visually-hidden"> with something
                new</span></span>`
            : nothing
        }`,
      )}
      ${tab('done', `${this.base}/done`, 'Done')}
      <a href=${profileAddress('notifications')}>What reaches you</a>
    </nav>`;
  }

  #list(): TemplateResult {
    const { error, groups } = this.#inbox;
    if (groups === null)
      return error === null ? skeleton(8, 'Loading what is new') : failure(error, () => this.#inbox.again());
    const listed = this.#listed;
    if (listed.length === 0)
      return nothingListed({
        about: this.#about,
        view: this.#view,
        address: this.#address,
        forTeams: this.#inbox.queues.length > 0,
      });
    const now = new Date();
    const days = Map.groupBy(listed, ({ notices }) => headingOf(notices[0]?.createdAt ?? '', now));
    const acts = {
      open: (group: NoticeGroup) => this.#opened(group),
      away: (subject: Subject) => void this.#away(subject),
      back: (subject: Subject) => void this.#back(subject),
      snooze: (subject: Subject) => void this.#snooze(subject),
      mute: (subject: Subject) => void this.#mute(subject),
    };
    return html`${[...days].map(
      ([day, some]) => html`
      <section aria-label=${day}><h2 class="day">${day}</h2>
        ${repeat(
          some,
          ({ subject }) => keyOf(subject),
          (group) =>
            noticeGroup(group, {
              slug: this.#slug,
              view: this.#view,
              current: keyOf(group.subject) === this.at,
              acts,
            }),
        )}</section>`,
    )}`;
  }

  override render(): TemplateResult {
    const { groups, held, next, queues } = this.#inbox;
    const isWaiting = this.#view === 'new';
    const fresh = held === null ? 0 : held.filter(isNew).length;
    return html`
      <div class="head"><h1 tabindex="-1">Notifications</h1>${
        isWaiting && (groups?.length ?? 0) > 0
          ? html`<div class="actions">${
              this.#listed.some(isNew)
                ? html`<button class="button quiet" ?disabled=${this.busy} @click=${() => void this.#read()}>Mark all
                    read</button>`
                : nothing
            }<button class="button" ?disabled=${this.busy} @click=${() => void this.#all()}>${icon('check', 16)} All
              done</button></div>`
          : nothing
      }</div>
      ${this.#tabs()}
      ${isWaiting ? queueLines(queues, this.#slug, (queue) => this.#queueOpened(queue)) : nothing}
      ${kindLinks(groups ?? [], { view: this.#address, about: this.#about })}
      ${
        held === null
          ? nothing
          : html`<button class="button small held" @click=${() => this.#showHeld()}>${icon('up', 16)} ${
              fresh === 0 ? 'Show what is new' : `${counted(fresh, 'record has', 'records have')} something new`
            }</button>`
      }
      <div class="list ${(groups?.length ?? 0) > 0 ? 'card' : ''}">${this.#list()}</div>
      ${
        next === null
          ? nothing
          : html`<button class="button more" @click=${() => void this.#inbox.older()}>Show older</button>`
      }
      ${
        (groups?.length ?? 0) > 0
          ? html`<p class="hints muted small" aria-hidden="true"><kbd>J</kbd> <kbd>K</kbd> next, previous ·
              <kbd>E</kbd> ${isWaiting ? html`done · <kbd>S</kbd> snooze · <kbd>M</kbd> mute` : 'bring back'} ·
              <kbd>Enter</kbd> open · <kbd>?</kbd> keys</p>`
          : nothing
      }
      <dossier-snooze @dossier-snooze-chosen=${(event: CustomEvent) => this.#snoozed(event)}></dossier-snooze>`;
  }

  #showHeld(): void {
    this.#inbox.showHeld();
    void this.#focus(null);
    this.scrollIntoView({ block: 'start' });
  }
}
define('dossier-inbox', InboxPage);
