import { define, DossierElement, Offered, PageOffers } from '@dossier/sdk/web';
import { momentFormat, reader } from '@dossier/sdk/web/ui/reader';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { contactCard } from './contact.ts';
import { EmptyParts } from '../empty-parts.controller.ts';
import { liveMyApplication } from './live-my-application.ts';
import type { MyPage } from './live-my-application.ts';
import type { MyApplication } from './my-application.query.ts';
import { myApplicationStyles } from './my-application.styles.ts';
import { answersRow, decided, isOver, notAskedHere, nothingToDo } from './parts.ts';
import { progressOf } from './progress.ts';
import { Withdrawing } from './withdrawing.ts';

const day = momentFormat({ day: 'numeric', month: 'long' });

/** An amount as one says it: cents only where there are some. */
const spoken = ({ amount, currency }: MyApplication): string =>
  amount === null
    ? ''
    : new Intl.NumberFormat(reader().language, {
        ...(currency === null ? {} : { style: 'currency', currency }),
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount);

/** A client's page of an application: where it stands, the one thing to do, what was sent, what was decided. */
class MyApplicationPage extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, emblemStyles, myApplicationStyles];
  static override properties = { applicationId: {}, search: {}, back: {}, isAsked: { state: true } };
  declare applicationId: string;
  declare search: string;
  /** Where the list is. */
  declare back: string;
  /** Whether one of the elements that ask something of the client shows something. */
  declare isAsked: boolean;
  readonly #data = liveMyApplication(this);
  readonly #withdrawing = new Withdrawing(this, () => this.#data.again());
  readonly #actions = new Offered(this, 'applications/client-action@1');
  readonly #cards = new Offered(this, 'applications/card@1');
  readonly #tabs = new Offered(this, 'applications/tab@1');
  /** What is asked draws itself, or nothing: its height tells. */
  readonly #watch = new ResizeObserver(([entry]) => {
    if (entry) this.isAsked = entry.contentRect.height > 0;
  });
  #watched: Element | null = null;
  #shown = '';
  #status = '';

  constructor() {
    super();
    this.applicationId = '';
    this.search = '';
    this.back = '';
    this.isAsked = false;
    new EmptyParts(this, '.part');
    new PageOffers(this, () => {
      const application = this.#data.value?.application;
      return application ? { about: application.number, record: { type: 'application', id: application.id } } : null;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.disconnect();
    this.#watched = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('applicationId')) this.isAsked = false;
    if (this.workspace && this.applicationId)
      this.#data.show({ workspaceId: this.workspace.id, id: this.applicationId });
  }

  protected override updated(changed: PropertyValues<this>): void {
    const asked = this.renderRoot.querySelector('.asked');
    if (asked !== this.#watched) {
      this.#watch.disconnect();
      if (asked) this.#watch.observe(asked);
      this.#watched = asked;
    }
    // What was done is not asked any more, and its buttons went: who had the focus there reads what is so now.
    if (changed.get('isAsked') === true && document.activeElement === document.body)
      this.renderRoot.querySelector<HTMLElement>('.said h2')?.focus();
    this.#tell();
  }

  /** Names the window once for each application, leads to the part that the address names, and says what changed. */
  #tell(): void {
    const application = this.#data.value?.application;
    const place = this.session?.organization?.name ?? 'Dossier';
    const deadEnd = this.renderRoot.querySelector('.state h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · ${place}`;
    if (!application) return;
    if (this.#shown === application.id) {
      if (this.#status !== application.status)
        this.host.announce(progressOf(application).findLast(({ state }) => state !== 'open')?.text ?? '');
      this.#status = application.status;
      return;
    }
    this.#shown = application.id;
    this.#status = application.status;
    document.title = `${application.templateName} · ${application.number} · ${place}`;
    const wanted = new URLSearchParams(this.search).get('tab');
    const part = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-part]')].find(
      (one) => one.dataset['part'] === wanted,
    );
    part?.scrollIntoView();
  }

  #head(application: MyApplication): TemplateResult {
    const { templateName, number, createdAt, submittedAt } = application;
    const organization = this.session?.organization;
    const amount = spoken(application);
    const sentAt = submittedAt ?? createdAt;
    return html`
      ${organization ? html`<p class="mark">${emblem(organization, 'small')}<span>${organization.name}</span></p>` : nothing}
      <header>
        <a class="back" href=${this.back}>My applications</a>
        <h1 tabindex="-1"><bdi>${templateName}</bdi>${
          amount === ''
            ? nothing
            : html` of <span
          class="number">${amount}</span>`
        }</h1>
        <p class="about muted">Number <span class="number">${number}</span> · sent on <time
          datetime=${sentAt}>${day(sentAt)}</time></p>
      </header>
      <ol class="progress" aria-label="Where your application is">${progressOf(application).map(
        ({ text, state }) =>
          html`<li class=${state} aria-current=${state === 'now' ? 'step' : nothing}>${
            state === 'done' ? html`${icon('check', 15)} ` : nothing
          }${text}${state === 'done' ? html`<span class="visually-hidden"> (done)</span>` : nothing}</li>`,
      )}</ol>`;
  }

  /** What is asked of the client, else that nothing is, or what was decided. */
  #now({ application, looked: { missing } }: MyPage): TemplateResult {
    const changed = (): void => void this.#data.again();
    const { id, can } = application;
    // Known before what asks for it has come.
    const isExpected =
      can.includes('confirm') || application.waitingSince !== null || (can.includes('upload') && missing.length > 0);
    return html`<div>
      ${isOver(application) ? decided(application) : nothing}
      <div class="asked" @dossier-application-changed=${changed}>${this.#actions.list.map(
        (one) =>
          html`<dossier-slot .contribution=${one} .input=${{ applicationId: id, can, application, missing }}
            .quiet=${true}></dossier-slot>`,
      )}</div>
      ${
        isOver(application) || this.isAsked
          ? nothing
          : application.waitingSince !== null && !can.includes('confirm')
            ? notAskedHere()
            : isExpected
              ? nothing
              : nothingToDo(application)
      }</div>`;
  }

  #sent({ application, looked }: MyPage): TemplateResult {
    const changed = (): void => void this.#data.again();
    const input = { application, missing: looked.missing, isDecided: isOver(application), uploadAsked: 0 };
    return html`
      <section class="sent" aria-labelledby="sent">
        <h2 id="sent">What you sent</h2>
        <div class="card" @dossier-application-changed=${changed}>
          ${answersRow(application, looked)}
          ${this.#cards.list.map(
            (one) => html`<dossier-slot class="part" .contribution=${one} .input=${input}
              .quiet=${true}></dossier-slot>`,
          )}
        </div>
      </section>`;
  }

  override render(): TemplateResult {
    const { value: page, error } = this.#data;
    if (error)
      return html`<a class="back" href=${this.back}>My applications</a>${failure(
        error,
        () => void this.#data.reload(),
        {
          alone: true,
          way: html`<a class="button" href=${this.back}>Go to My applications</a>`,
        },
      )}`;
    if (!page) return skeleton(9, 'Loading your application');
    const { application, contact } = page;
    return html`
      ${this.#head(application)}
      <div class="columns">
        <div>
          ${this.#now(page)}${this.#sent(page)}${this.#withdrawing.offer(application)}
        </div>
        <div>${this.#tabs.list.map(
          (one) => html`<dossier-slot data-part=${one.tag} .contribution=${one}
            .input=${{ applicationId: application.id }}></dossier-slot>`,
        )}${contactCard(contact, application.number)}</div>
      </div>`;
  }
}
define('dossier-client-application', MyApplicationPage);
