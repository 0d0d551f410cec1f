import { define, DossierElement, Offered } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullDay, fullTime, words } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { isDecided, statusChip } from './status.ts';
import { answersCard } from './answers.ts';
import { ApplicationController } from './application.controller.ts';
import { applicationStyles } from './application.styles.ts';
import type { DecisionDialog } from './decision-dialog.element.ts';
import './decision-dialog.element.ts';
import { missingDocuments } from './missing.ts';
import './steps.element.ts';
import './timeline.element.ts';
import type { Application } from './types.ts';

/** Staff see the officers' names. A client has several applications, and knows them by what they are. */
const fromOutside = ({ officers }: Application): boolean => officers === null;

/** One application: what was asked and answered, where it stands and why, its documents and its history. */
class ApplicationPage extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, stateStyles, applicationStyles];
  static override properties = { applicationId: {}, search: {}, back: {}, backText: {}, uploadAsked: { state: true } };
  declare applicationId: string;
  declare search: string;
  /** Where the list is. */
  declare back: string;
  declare backText: string;
  /** How often somebody has asked here to send documents. */
  declare uploadAsked: number;
  readonly #data = new ApplicationController(this);
  readonly #tabsOffered = new Offered(this, 'applications/tab@1');
  readonly #cards = new Offered(this, 'applications/card@1');
  readonly #actions = new Offered(this, 'applications/client-action@1');
  readonly #staffActions = new Offered(this, 'applications/staff-action@1');
  #titled = '';
  /** It was decided here, and the buttons for that go. */
  #decided = false;

  constructor() {
    super();
    this.applicationId = '';
    this.search = '';
    this.back = '';
    this.backText = '';
    this.uploadAsked = 0;
  }

  protected override willUpdate(): void {
    if (this.workspace && this.applicationId) this.#data.show(this.workspace.id, this.applicationId);
  }

  protected override updated(): void {
    const { application } = this.#data;
    if (this.#decided && application && !application.can.includes('approve')) {
      this.#decided = false;
      if (document.activeElement === document.body) this.renderRoot.querySelector('h1')?.focus();
    }
    const deadEnd = this.renderRoot.querySelector('.state h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · ${this.session?.organization?.name ?? 'Dossier'}`;
    if (!application || this.#titled === application.id) return;
    this.#titled = application.id;
    const names = fromOutside(application)
      ? [application.template.name]
      : [application.applicantName || 'Application', application.template.name];
    document.title = [...names, this.session?.organization?.name ?? 'Dossier'].join(' · ');
  }

  #decide(kind: 'approve' | 'reject', application: Application): void {
    this.renderRoot.querySelector<DecisionDialog>('dossier-decision-dialog')?.ask(kind, application);
  }

  /** When a decision removes the focused button, the focus moves to the heading (WCAG 2.4.3). */
  #onDecided(): void {
    this.#decided = true;
    void this.#data.reload();
  }

  #header(application: Application): TemplateResult {
    const { can, decision } = application;
    return html`
      <header>
        <a class="back" href=${this.back}>${icon('left', 16)} ${this.backText}</a>
        <div class="head">
          <div class="heading">${this.#heading(application)}${statusChip(application.status)}</div>
          <div class="actions">
            ${fromOutside(application) ? nothing : this.#offeredActions(this.#staffActions, application)}
            ${
              can.includes('reject')
                ? html`<button class="button danger"
              @click=${() => this.#decide('reject', application)}>Reject</button>`
                : nothing
            }
            ${
              can.includes('approve')
                ? html`<button class="button primary"
              @click=${() => this.#decide('approve', application)}>${icon('check', 16)} Approve</button>`
                : nothing
            }
          </div>
        </div>
        <p class="muted">${
          fromOutside(application)
            ? html`<bdi>${application.applicantName}</bdi>`
            : html`<bdi>${application.template.name}</bdi>, version ${application.templateVersion}`
        } · from <bdi>${application.source.name}</bdi> · <time datetime=${application.createdAt}
          title=${fullTime(application.createdAt)}>${ago(application.createdAt)}</time>${
            application.decidedAt
              ? html` · decided <time datetime=${application.decidedAt}
              title=${fullTime(application.decidedAt)}>${ago(application.decidedAt)}</time>${
                decision?.by ? html` by <bdi>${decision.by.name}</bdi>` : nothing
              }`
              : nothing
          }</p>
        ${this.#officers(application)}
        ${decision?.reason ? html`<p class="reason"><strong>Reason:</strong> ${decision.reason}</p>` : nothing}
      </header>`;
  }

  #heading(application: Application): TemplateResult {
    const { template, createdAt, applicantName } = application;
    return fromOutside(application)
      ? html`<h1 tabindex="-1"><bdi>${template.name}</bdi> <span class="of">of <time
        datetime=${createdAt}>${fullDay(createdAt)}</time></span></h1>`
      : html`<h1 tabindex="-1"><bdi>${applicantName || 'Application'}</bdi></h1>`;
  }

  /** What a client is to send, and the way there. */
  #wanted(application: Application): TemplateResult | typeof nothing {
    const missing = missingDocuments(application);
    if (
      !fromOutside(application) ||
      isDecided(application.status) ||
      !application.can.includes('upload') ||
      missing.length === 0
    )
      return nothing;
    return html`
      <section class="card wanted" aria-labelledby="wanted">
        <div class="words"><h2
          id="wanted">Please send: ${new Intl.ListFormat('en').format(missing.map(({ title }) => title))}</h2><p
          class="muted">${missing.length === 1 ? 'It is' : 'They are'} needed to decide on your application.</p></div>
        <button class="button primary"
          @click=${() => (this.uploadAsked += 1)}>${icon('upload', 16)} Send documents</button>
      </section>`;
  }

  /** For those who work with it; others meet it without. */
  #officers({ officers, decidedAt }: Application): TemplateResult | typeof nothing {
    if (officers === null || (officers.length === 0 && decidedAt !== null)) return nothing;
    return html`<p class="officers muted">${icon('person', 16)}<span>${
      officers.length === 0
        ? 'Nobody is assigned yet'
        : html`Assigned to ${officers.map(({ name }, i) => html`${i > 0 ? ', ' : nothing}<bdi>${name}</bdi>`)}`
    }</span></p>`;
  }

  #offeredActions(offered: Offered, { id, can }: Application): readonly TemplateResult[] {
    const short = offered === this.#staffActions;
    return offered.list.map(
      (one) =>
        html`<dossier-slot .contribution=${one} .input=${{ applicationId: id, can }} .quiet=${true} .short=${short}
          @dossier-application-changed=${() => void this.#data.reload()}></dossier-slot>`,
    );
  }

  #overview(application: Application): TemplateResult {
    const changed = (): void => void this.#data.reload();
    const input = {
      application,
      missing: missingDocuments(application),
      isDecided: isDecided(application.status),
      uploadAsked: this.uploadAsked,
    };
    return html`
      ${this.#wanted(application)}
      <div class="columns">
        <div class="column">
          <dossier-steps class="card" .application=${application}></dossier-steps>
          ${answersCard(this.#data.answers)}
          ${this.#cards.list.map(
            (one) => html`<dossier-slot class="card" .contribution=${one} .input=${input}
            @dossier-application-changed=${changed}></dossier-slot>`,
          )}
        </div>
        <div class="column aside">
          <section class="card" aria-labelledby="applicants">
            <h2 id="applicants">${application.applicants.length === 1 ? 'Applicant' : 'Applicants'}</h2>
            <ul class="people">${application.applicants.map(
              (one) =>
                html`<li><span class="face" aria-hidden="true">${icon('person', 16)}</span><span
                  class="who"><strong><bdi>${one.firstName} ${one.lastName}</bdi></strong><a
                  href="mailto:${one.email}">${one.email}</a></span>${
                    application.applicants.length > 1
                      ? html`<span class="muted small">${words(one.type)}</span>`
                      : nothing
                  }</li>`,
            )}</ul>
          </section>
          ${
            this.#data.trail.length > 0
              ? html`<dossier-timeline class="card" .entries=${this.#data.trail}
            .application=${application}></dossier-timeline>`
              : nothing
          }
        </div>
      </div>`;
  }

  #tabs(application: Application, tabs: readonly Contribution[]): TemplateResult {
    const wanted = new URLSearchParams(this.search).get('tab');
    const open = tabs.find((tab) => tab.tag === wanted);
    const link = (text: string, tag: string | null) =>
      html`<a href=${tag ? `${location.pathname}?tab=${encodeURIComponent(tag)}` : location.pathname}
        aria-current=${(open?.tag ?? null) === tag ? 'page' : nothing}>${text}</a>`;
    return html`
      ${
        tabs.length > 0
          ? html`<nav class="tabs"
        aria-label="Parts of this application">${link('Overview', null)}${tabs.map((tab) =>
          link(tab.title, tab.tag),
        )}</nav>`
          : nothing
      }
      ${
        open
          ? html`<dossier-slot .contribution=${open}
        .input=${{ applicationId: application.id }}></dossier-slot>`
          : this.#overview(application)
      }`;
  }

  override render(): TemplateResult {
    const { application, error } = this.#data;
    if (error)
      return html`<a class="back" href=${this.back}>${icon('left', 16)} ${this.backText}</a>${failure(
        error,
        () => void this.#data.reload(),
        { alone: true, way: html`<a class="button" href=${this.back}>Go to ${this.backText}</a>` },
      )}`;
    if (!application) return skeleton(9, 'Loading the application');
    return html`
      ${this.#header(application)}
      ${this.#offeredActions(this.#actions, application)}
      ${this.#tabs(application, this.#tabsOffered.list)}
      <dossier-decision-dialog @dossier-decided=${this.#onDecided}></dossier-decision-dialog>`;
  }
}
define('dossier-application', ApplicationPage);
