import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { words } from '@dossier/sdk/web/ui/format';
import { skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import './case-activity.element.ts';
import './case-officers.element.ts';
import { tabCount, tabCountSlot } from './tab-count.ts';
import type { Application, AuditEntry } from '../types.ts';

export type RailTab = 'comments' | 'activity' | 'people';

/** The tag of what shows the comments, which come beside the case instead of in a tab of their own. */
export const commentsTag = 'dossier-comments';

/** Beside the case: what was said, what happened, who is concerned. Fires `dossier-rail-tab` (detail: the tab). */
class CaseRail extends DossierElement {
  static override styles = [
    DossierElement.styles,
    avatarStyles,
    stateStyles,
    css`
    :host { display: flex; flex-direction: column; min-height: 0; }
    [role="tablist"] { display: flex; gap: 1.25rem; padding: 0 1rem; border-bottom: 1px solid var(--dossier-border);
      flex: none; }
    [role="tab"] { min-height: 2.75rem; padding: 0; border: 0; border-bottom: 2px solid transparent; background: none;
      color: var(--dossier-muted); font-size: var(--dossier-size-s); font-weight: var(--dossier-medium);
      cursor: pointer; margin-bottom: -1px; }
    [role="tab"][aria-selected="true"] { color: var(--dossier-text); border-color: var(--dossier-accent); }
    [role="tabpanel"] { flex: 1; min-height: 0; overflow: auto; padding: 1rem; outline-offset: -2px; }
    h3 { color: var(--dossier-muted); font-size: var(--dossier-size-xs); padding: 0.75rem 0 0.25rem; }
    h3:first-child { padding-top: 0; }
    .folk li { display: flex; align-items: center; gap: 0.625rem; min-height: 2.5rem; font-size: var(--dossier-size-s); }
    .folk .who { display: grid; min-width: 0; overflow-wrap: anywhere; }
    .folk .avatar { width: 1.5rem; height: 1.5rem; font-size: 0.625rem; }
    .here .avatar { box-shadow: 0 0 0 2px var(--dossier-surface), 0 0 0 3.5px var(--dossier-success-text); }
    .folk small { color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
  `,
  ];
  static override properties = {
    application: { attribute: false },
    trail: { attribute: false },
    others: { attribute: false },
    tab: {},
  };
  declare application: Application | null;
  /** Null until it is loaded. */
  declare trail: readonly AuditEntry[] | null;
  /** Names of those who look at it now. */
  declare others: readonly string[];
  declare tab: RailTab;
  readonly #tabs = new Offered(this, 'applications/tab@1');
  readonly #counts = new Offered(this, tabCountSlot);

  constructor() {
    super();
    this.application = null;
    this.trail = null;
    this.others = [];
    this.tab = 'comments';
  }

  get #comments() {
    return this.#tabs.list.find(({ tag }) => tag === commentsTag);
  }

  /** Without comments the first is what happened. */
  get #open(): RailTab {
    return this.tab === 'comments' && this.#tabs.isKnown && !this.#comments ? 'activity' : this.tab;
  }

  #choose(tab: RailTab): void {
    this.dispatchEvent(new CustomEvent<RailTab>('dossier-rail-tab', { detail: tab }));
  }

  #key(event: KeyboardEvent, tabs: readonly RailTab[]): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to = tabs[(tabs.indexOf(this.#open) + by + tabs.length) % tabs.length];
    if (by === 0 || !to) return;
    event.preventDefault();
    this.#choose(to);
    this.renderRoot.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
  }

  protected override updated(): void {
    // It says what it needs: the history is loaded for who looks at it.
    if (this.#open === 'activity' && this.tab !== 'activity') this.#choose('activity');
  }

  #people({ applicants }: Application): TemplateResult {
    return html`<h2 class="visually-hidden">People</h2>
      ${
        this.others.length > 0
          ? html`<h3>Here now</h3><ul class="folk here">${this.others.map(
              (name) => html`<li>${avatar(name)}<span class="who">${name}</span></li>`,
            )}</ul>`
          : nothing
      }
      <h3>Assigned to</h3><dossier-case-officers .application=${this.application}></dossier-case-officers>
      <h3>${applicants.length === 1 ? 'Applicant' : 'Applicants'}</h3>
      <ul class="folk">${applicants.map(
        (one) =>
          html`<li>${avatar(`${one.firstName} ${one.lastName}`)}<span class="who"><bdi>${one.firstName} ${one.lastName}</bdi><a
            href="mailto:${one.email}">${one.email}</a>${
              applicants.length > 1 ? html`<small>${words(one.type)}</small>` : nothing
            }</span></li>`,
      )}</ul>`;
  }

  #panel(application: Application): TemplateResult {
    const comments = this.#comments;
    if (this.#open === 'people') return this.#people(application);
    if (this.#open === 'activity')
      return this.trail === null
        ? skeleton(6, 'Loading the activity')
        : html`<dossier-case-activity .entries=${this.trail}></dossier-case-activity>`;
    return comments
      ? html`<dossier-slot .contribution=${comments} .input=${{ applicationId: application.id }}></dossier-slot>`
      : skeleton(6, 'Loading the comments');
  }

  override render() {
    const { application } = this;
    if (!application) return nothing;
    const open = this.#open;
    const titles: Readonly<Record<RailTab, string>> = { comments: 'Comments', activity: 'Activity', people: 'People' };
    const tabs: readonly RailTab[] = this.#comments ? ['comments', 'activity', 'people'] : ['activity', 'people'];
    return html`<div role="tablist" aria-label="About this case" @keydown=${(event: KeyboardEvent) =>
      this.#key(event, tabs)}>${tabs.map(
      (tab) =>
        html`<button role="tab" id="tab-${tab}" aria-selected=${tab === open} aria-controls="panel"
            tabindex=${tab === open ? 0 : -1} @click=${() => this.#choose(tab)}>${titles[tab]}${
              tab === 'comments' ? tabCount(this.#counts.list, commentsTag, application.id) : nothing
            }</button>`,
    )}</div><div role="tabpanel" id="panel" tabindex="0" aria-labelledby="tab-${open}">${this.#panel(application)}</div>`;
  }
}
define('dossier-case-rail', CaseRail);
