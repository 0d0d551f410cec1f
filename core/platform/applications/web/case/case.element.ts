import { define, DossierElement, Offered, PageOffers } from '@dossier/sdk/web';
import type { PageOffer } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, amountText, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { ApplicationController } from './application.controller.ts';
import { caseAnswers } from './case-answers.ts';
import { failedNote, keyFacts } from './case-head.ts';
import { caseOffer } from './case.offer.ts';
import './case-jumps.element.ts';
import './case-assigned.element.ts';
import { commentsTag } from './case-rail.element.ts';
import type { RailTab } from './case-rail.element.ts';
import { caseStyles } from './case.styles.ts';
import './case-steps.element.ts';
import { DecisionDialog } from './decision-dialog.element.ts';
import { failedOf } from './failed.ts';
import { missingDocuments } from '../missing.ts';
import { EmptyParts } from '../empty-parts.controller.ts';
import { PresenceController } from './presence.controller.ts';
import type { QueuePlace } from './queue-place.element.ts';
import './queue-place.element.ts';
import { tabCount, tabCountSlot } from './tab-count.ts';
import { isTyping } from '@dossier/sdk/web/ui/row-keys';
import { isDecided, statusChip } from '../status.ts';
import type { Application, FailedCheck } from '../types.ts';

/** "Priya Nandan is reading this too" */
const readingText = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0
    ? `${first} is reading this too`
    : `${first} and ${more.length === 1 ? more[0] : `${more.length} others`} are reading this too`;

/**
 * The page on which staff decides a case. What helps to answer "may this be approved?" never scrolls away; evidence
 * stands next to the answers, and people at the side.
 */
class CasePage extends DossierElement {
  static override styles = [DossierElement.styles, avatarStyles, chipStyles, stateStyles, caseStyles];
  static override properties = {
    applicationId: {},
    search: {},
    base: {},
    back: {},
    backText: {},
    tab: { state: true },
    revision: { state: true },
    broad: { state: true },
  };
  declare applicationId: string;
  declare search: string;
  /** Where the lists are, and the one from which it was opened. */
  declare base: string;
  declare back: string;
  declare backText: string;
  declare tab: RailTab;
  /** Of the answers, that is looked at; null for those that count. */
  declare revision: number | null;
  /** The part that asked for the whole width: the rail is folded while it is open. */
  declare broad: string;
  readonly #data = new ApplicationController(this);
  readonly #presence = new PresenceController(this);
  readonly #tabsOffered = new Offered(this, 'applications/tab@1');
  readonly #counts = new Offered(this, tabCountSlot);
  readonly #cards = new Offered(this, 'applications/card@1');
  readonly #staffActions = new Offered(this, 'applications/staff-action@1');
  #titled = '';
  #shown = '';
  /** It was decided here, and the buttons for that go. */
  #decided = false;
  readonly #find = (id: string): HTMLElement | null =>
    this.renderRoot.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`);
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);

  constructor() {
    super();
    this.applicationId = '';
    this.search = '';
    this.base = '';
    this.back = '';
    this.backText = '';
    this.tab = 'comments';
    this.revision = null;
    this.broad = '';
    new PageOffers(this, () => this.#offer());
    new EmptyParts(this, '.papers > dossier-slot');
  }

  #offer(): PageOffer | null {
    const { application } = this.#data;
    const me = this.session?.user.id;
    if (!application || application.id !== this.applicationId || me === undefined) return null;
    const { can, officers, decidedAt } = application;
    const mine = (officers ?? []).some(({ id }) => id === me);
    // While they are open, comments offer it themselves.
    const elsewhere = this.tab !== 'comments' && this.#tabsOffered.list.some(({ tag }) => tag === commentsTag);
    return caseOffer(application, {
      decide: (kind) => this.#decide(kind, application),
      take: can.includes('take') && decidedAt === null && !mine ? () => this.#take(application, me) : null,
      comment: elsewhere ? () => this.#open('comments', true) : null,
      activity: () => this.#open('activity', true),
    });
  }

  async #take({ id }: Application, userId: string): Promise<void> {
    const take = async (): Promise<void> => {
      await this.host.send('POST', `/api/v1/applications/${id}/assignees`, { userId });
      await this.#data.one.again();
    };
    await done(this.host, take, 'It is assigned to you.');
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
    if (!this.workspace || !this.applicationId) return;
    if (this.#shown !== this.applicationId) {
      this.#shown = this.applicationId;
      this.#decided = false;
      this.revision = null;
    }
    this.#data.one.show({ workspaceId: this.workspace.id, id: this.applicationId });
    // Who finds nothing there is not seen by others.
    if (this.#data.application?.id === this.applicationId) this.#presence.show(this.workspace.id, this.applicationId);
  }

  protected override updated(): void {
    const { application } = this.#data;
    const house = this.session?.organization?.name ?? 'Dossier';
    if (this.#decided && application && isDecided(application.status) && document.activeElement === document.body)
      (this.renderRoot.querySelector<HTMLElement>('.acts .primary') ?? this.renderRoot.querySelector('h1'))?.focus();
    const deadEnd = this.renderRoot.querySelector('.state h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · ${house}`;
    if (!application || this.#titled === application.id) return;
    this.#titled = application.id;
    document.title = [`${application.number} ${application.applicantName || 'Application'}`, house].join(' · ');
  }

  #key(event: KeyboardEvent): void {
    if (isTyping(event) || !this.#data.application) return;
    const keys: Readonly<Record<string, () => void>> = {
      u: () => this.host.navigate(this.back),
      d: () => this.#show('documents'),
      w: () => this.#show('answers'),
      c: () => this.#open('comments', true),
      a: () => this.#open('activity', true),
      p: () => this.#open('people', true),
    };
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  /** Leads to a part of the page. */
  #show(id: string): void {
    // What a check found is about the answers that count.
    if (id.startsWith('answer-') && this.revision !== null) {
      this.revision = null;
      return void this.updateComplete.then(() => this.#show(id));
    }
    const part = this.#find(id);
    if (!part) return;
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
    part.scrollIntoView({ block: id.startsWith('answer-') ? 'center' : 'start' });
    part.focus({ preventScroll: true });
  }

  #open(tab: RailTab, withFocus = false): void {
    this.tab = tab;
    this.broad = '';
    if (tab === 'activity') this.#data.wantTrail();
    if (!withFocus) return;
    const rail = this.renderRoot.querySelector<DossierElement>('dossier-case-rail');
    rail?.scrollIntoView({ block: 'nearest' });
    void rail?.updateComplete.then(() => rail.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus());
  }

  #decide(kind: 'approve' | 'reject', application: Application): void {
    void this.renderRoot
      .querySelector<DecisionDialog>('dossier-decision-dialog')
      ?.ask(kind, application, this.#data.one.value?.keyAnswers ?? []);
  }

  /** When a decision removes the focused button, the focus moves on (WCAG 2.4.3), also after the dialog has gone. */
  async #onDecided({ target }: Event): Promise<void> {
    this.#decided = true;
    await this.#data.one.again();
    if (target instanceof DecisionDialog) target.leave();
    this.requestUpdate();
  }

  #goOn(): void {
    const next = this.renderRoot.querySelector<QueuePlace>('dossier-queue-place')?.next;
    this.host.navigate(next ?? this.back);
  }

  #acts(application: Application, failed: readonly FailedCheck[]): TemplateResult {
    const { can } = application;
    return html`<div class="acts">
      ${
        can.includes('approve')
          ? html`<p class="line number"><b>${amountText(application)}</b><span
              class="who">${application.applicantName}</span>${
                failed.length > 0
                  ? html`<span class="bad">${icon('warning', 14)}${failed.length} failed</span>`
                  : nothing
              }</p>`
          : nothing
      }
      ${
        can.includes('reject')
          ? html`<button class="button danger reject"
              @click=${() => this.#decide('reject', application)}>${icon('cross', 18)}<span>Reject</span></button>`
          : nothing
      }
      ${this.#staffActions.list.map(
        (one) =>
          html`<dossier-slot .contribution=${one} .input=${{ applicationId: application.id, can }} .quiet=${true}
            .short=${true} @dossier-application-changed=${() => void this.#data.one.again()}></dossier-slot>`,
      )}
      ${
        can.includes('approve')
          ? html`<button class="button primary"
              @click=${() => this.#decide('approve', application)}>${icon('check', 16)} Approve</button>`
          : this.#decided && isDecided(application.status)
            ? html`<button class="button primary" @click=${() => this.#goOn()}>Next case</button>`
            : nothing
      }</div>`;
  }

  #decision({ decision, decidedAt, status }: Application): TemplateResult | typeof nothing {
    if (decidedAt === null) return nothing;
    return html`<div class="decided"><p class="muted">${status} <time datetime=${decidedAt}
      title=${fullTime(decidedAt)}>${ago(decidedAt)}</time>${
        decision?.by ? html` by <bdi>${decision.by.name}</bdi>` : nothing
      }</p>${decision?.reason ? html`<p class="reason">${decision.reason}</p>` : nothing}</div>`;
  }

  /** Of two who approve it one has: who, and what is left. */
  #half({ decisionStep, can }: Application): TemplateResult | typeof nothing {
    const first = decisionStep?.approvals[0];
    if (!first) return nothing;
    return html`<p class="half">${icon('person', 16)}<span><b>${
      first.by.id === this.session?.user.id ? 'You' : html`<bdi>${first.by.name}</bdi>`
    } approved it <time datetime=${first.at} title=${fullTime(first.at)}>${ago(first.at)}</time>.</b> ${
      can.includes('approve') ? 'Your approval decides.' : 'It waits for a second person.'
    }${first.note ? html` <q dir="auto">${first.note}</q>` : nothing}</span></p>`;
  }

  #head(application: Application): TemplateResult {
    const failed = failedOf(application);
    const { others } = this.#presence;
    return html`<header class="verdict ${this.#parts.isBroad ? 'tight' : ''}">
      <div class="crumb"><a class="back" href=${this.back}>${icon('left', 16)} ${this.backText}</a>
        <span class="end">${
          others.length > 0
            ? html`<span class="seeing" role="status">${others.slice(0, 3).map((name) => avatar(name))}<span>${readingText(others)}</span></span>`
            : nothing
        }<dossier-queue-place .applicationId=${application.id} .base=${this.base}
          .search=${this.search}></dossier-queue-place></span></div>
      <div class="title"><div class="name"><h1 tabindex="-1"><bdi>${application.applicantName || 'Application'}</bdi></h1>${statusChip(
        application.status,
      )}<div class="meta"><span class="number">${application.number}</span><span>· <bdi>${application.template.name}</bdi></span>
        <span>·</span><dossier-case-assigned .application=${application}
          @dossier-application-changed=${() => void this.#data.one.again()}></dossier-case-assigned>
        <span class="from">· from <bdi>${application.source.name}</bdi> <time datetime=${application.createdAt}
          title=${fullTime(application.createdAt)}>${ago(application.createdAt)}</time></span></div></div>
        ${this.#acts(application, failed)}</div>
      <div class="sum">${keyFacts(application, { lines: this.#data.one.value?.keyAnswers ?? [], failed })}${failedNote(
        application,
        failed,
        (target) => this.#show(target),
      )}${this.#half(application)}${this.#decision(application)}</div>
    </header>`;
  }

  #overview(application: Application): TemplateResult {
    const changed = (): void => void this.#data.one.again();
    const input = {
      application,
      missing: missingDocuments(application),
      isDecided: isDecided(application.status),
      uploadAsked: 0,
    };
    return html`
      <dossier-case-steps class="wide" id="checks" tabindex="-1" .application=${application}></dossier-case-steps>
      <div class="papers" id="documents" tabindex="-1">${this.#cards.list.map(
        (one) => html`<dossier-slot class="card" .contribution=${one} .input=${input} .quiet=${true}
          @dossier-application-changed=${changed}></dossier-slot>`,
      )}</div>
      ${caseAnswers({
        groups: this.#data.one.value?.answers ?? [],
        failed: failedOf(application),
        versions: this.#data.versions,
        revision: this.revision,
        choose: (revision) => {
          this.revision = revision;
        },
      })}`;
  }

  /** What plugins add to the case; comments stand in the rail. */
  get #parts() {
    const list = this.#tabsOffered.list.filter(({ tag }) => tag !== commentsTag);
    const query = new URLSearchParams(this.search);
    const open = list.find(({ tag }) => tag === query.get('tab'));
    const address = (tag: string | null): string => {
      const to = new URLSearchParams(query);
      if (tag === null) to.delete('tab');
      else to.set('tab', tag);
      return `${location.pathname}${to.size > 0 ? `?${to.toString()}` : ''}`;
    };
    const links = list.map((one) => ({ tag: one.tag, text: one.title, href: address(one.tag), isOpen: one === open }));
    const overview = { tag: '', text: 'Overview', href: address(null), isOpen: !open };
    // One that asked for the whole width gets of the height what the head can spare, too.
    return { open, overview, links, isBroad: open !== undefined && open.tag === this.broad };
  }

  #desk(application: Application): TemplateResult {
    const { open, overview, links } = this.#parts;
    return html`<div class="desk">${
      links.length > 0
        ? html`<nav class="parts wide" aria-label="Parts of this application">${[overview, ...links].map(
            ({ tag, text, href, isOpen }) =>
              html`<a href=${href} aria-current=${isOpen ? 'page' : nothing}>${text}</a>${tabCount(
                this.#counts.list,
                tag,
                application.id,
              )}`,
          )}</nav>`
        : nothing
    }${
      open
        ? html`<dossier-slot class="wide" .contribution=${open} .input=${{ applicationId: application.id }}
            @dossier-needs-width=${() => {
              this.broad = open.tag;
            }}></dossier-slot>`
        : this.#overview(application)
    }</div>`;
  }

  /** On a phone: what stands below each other, in one line at the top. */
  #jumps({ documents, status }: Application): TemplateResult {
    const { open, overview, links } = this.#parts;
    const toReview = isDecided(status) ? 0 : documents.filter((one) => one.reviewStatus === 'pending').length;
    const here = [
      { id: 'checks', text: 'Checks' },
      { id: 'documents', text: 'Documents', count: toReview },
      { id: 'answers', text: 'Answers' },
    ];
    return html`<dossier-case-jumps .jumps=${[...(open ? [] : here), { id: 'rail', text: 'Comments' }]}
      .elsewhere=${open ? [overview, ...links] : links} .find=${this.#find}
      @dossier-jump=${(event: CustomEvent<string>) => this.#jump(event.detail)}></dossier-case-jumps>`;
  }

  #jump(id: string): void {
    if (id === 'rail') this.#open('comments');
    const part = this.#find(id);
    part?.scrollIntoView({ block: 'start' });
    part?.focus({ preventScroll: true });
  }

  override render(): TemplateResult {
    const { application } = this.#data;
    if (this.#data.one.error)
      return html`<a class="back" href=${this.back}>${icon('left', 16)} ${this.backText}</a>${failure(
        this.#data.one.error,
        () => void this.#data.one.reload(),
        { alone: true, way: html`<a class="button" href=${this.back}>Go to ${this.backText}</a>` },
      )}`;
    if (!application) return skeleton(9, 'Loading the application');
    return html`
      ${this.#head(application)}${this.#jumps(application)}
      <div class="work ${this.#parts.isBroad ? 'broad' : ''}">${this.#desk(application)}
        <dossier-case-rail id="rail" tabindex="-1" .application=${application} .trail=${this.#data.trail} .others=${this.#presence.others}
          .tab=${this.tab} @dossier-rail-tab=${(event: CustomEvent<RailTab>) => this.#open(event.detail)}
          @dossier-application-changed=${() => void this.#data.one.again()}></dossier-case-rail></div>
      <dossier-decision-dialog @dossier-decided=${this.#onDecided}></dossier-decision-dialog>`;
  }
}
define('dossier-case', CasePage);
