import { define, DossierElement, graphDocument, ProblemError } from '@dossier/sdk/web';
import { copy } from '@dossier/sdk/web/ui/copy';
import { dayOf, reader } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { ask, formOf } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import { wizardStyles } from './wizard.styles.ts';

/** What an application that was sent is read for. */
interface Sent {
  readonly number: string;
  readonly status: string;
  readonly templateName: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly decision: { readonly reason: string | null } | null;
  readonly steps: readonly { readonly key: string; readonly kind: string; readonly state: string }[];
  readonly documents: readonly { readonly requirementKey: string | null; readonly reviewStatus: string }[];
  readonly can: readonly string[];
  readonly template: {
    readonly inLanguage: DraftReply['form'] & {
      readonly next: string | null;
      readonly stepsForClients: readonly { readonly key: string; readonly text: string }[];
    };
  };
}

const sentQuery = graphDocument<{ application: Sent | null }, { id: string; wanted: readonly string[] }>(
  `query SentApplication($id: ID!, $wanted: [String!]!) {
    application(id: $id) {
      number status templateName answers decision { reason } steps { key kind state }
      documents { requirementKey reviewStatus } can
      template { inLanguage(wanted: $wanted) { schema wizard requiredDocuments next stepsForClients { key text } } }
    }
  }`,
);

/** Several events of one change come together; one look answers them. */
const gather = 150;

/** What is still to be handed in, by its titles. */
function missingOf({ answers, documents, template: { inLanguage: form } }: Sent): readonly string[] {
  const fields = formOf(form);
  const asked = ask(fields, answers, dayOf(new Date()));
  const there = new Set(documents.filter((one) => one.reviewStatus !== 'rejected').map((one) => one.requirementKey));
  const fileFields = new Map(fields.fields.flatMap((field) => (field.kind === 'file' ? [[field.key, field]] : [])));
  return form.requiredDocuments
    .filter(({ key, show }) => {
      const field = fileFields.get(key);
      return field ? asked.shows(field) : show === undefined || asked.holds(show);
    })
    .flatMap(({ key, title }) => (there.has(key) ? [] : [title]));
}

/** The end of the wizard: the number of the application, how it stands, and what happens now. */
class SentPage extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, wizardStyles];
  static override properties = {
    applicationId: {},
    /** In which the form was filled in. */
    formLanguage: {},
    base: {},
    size: { reflect: true },
    sent: { state: true },
    error: { state: true },
  };
  declare applicationId: string;
  declare formLanguage: string;
  declare base: string;
  declare size: 'client' | 'staff';
  declare sent: Sent | 'unreadable' | null;
  declare error: unknown;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor() {
    super();
    this.applicationId = '';
    this.formLanguage = '';
    this.base = '';
    this.size = 'client';
    this.sent = null;
    this.error = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('applicationId') || this.applicationId === '') return;
    this.#live ??= this.host.live({ kind: 'own', type: 'application' }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#load(), gather);
    });
    void this.#load();
  }

  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    const wanted = [this.formLanguage, ...reader().languages].filter(Boolean).slice(0, 10);
    let sent: Sent | 'unreadable' = 'unreadable';
    let failed: unknown;
    try {
      sent = (await this.host.query(sentQuery, { id: this.applicationId, wanted })).application ?? sent;
    } catch (error) {
      // Some may send and not read what they sent.
      if (!(error instanceof ProblemError && [403, 404].includes(error.status))) failed = error;
    }
    // Of two looks the later one counts.
    if (turn !== this.#turn) return;
    const isFirst = !this.sent;
    if (!failed) this.sent = sent;
    if (!isFirst) return;
    this.error = failed;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus();
  }

  get #isClient(): boolean {
    return this.size === 'client';
  }

  #head({ status, templateName, steps }: Sent): { title: string; text: string; tone: string; sign: string } {
    if (status === 'Approved')
      return {
        title: this.#isClient ? 'Your application is approved' : 'The application is approved',
        text: steps.some(({ kind, state }) => kind === 'MANUAL' && state === 'passed')
          ? `${templateName}: somebody looked at it and approved it.`
          : `${templateName}: all checks passed, so nobody else has to look at it.`,
        tone: 'good',
        sign: 'check',
      };
    if (status === 'Rejected')
      return {
        title: this.#isClient ? 'Your application was not approved' : 'The application was not approved',
        text: `${templateName}: somebody looked at it and decided.`,
        tone: 'bad',
        sign: 'info',
      };
    return { title: 'We have your application', text: templateName, tone: 'good', sign: 'check' };
  }

  #decided({ status, decision }: Sent): TemplateResult {
    const isApproved = status === 'Approved';
    const reason = decision?.reason ?? (isApproved ? null : 'No reason was given. Who decided can tell you why.');
    const mine = this.#isClient;
    return html`${
      reason ? html`<section><h2>Why</h2><p class="words">${reason}</p></section>` : nothing
    }<section aria-labelledby="next"><h2 id="next">What happens now</h2><p>${
      isApproved
        ? `${mine ? 'You do not have' : 'Nobody has'} to do anything here now.`
        : `It is closed. ${mine ? 'You can begin a new one' : 'A new one can be begun'} at any time.`
    }</p></section>`;
  }

  /** What happens now, one after the other, while it is not decided. */
  #next(sent: Sent, page: string): TemplateResult {
    const { status, steps, template } = sent;
    const { next, stepsForClients } = template.inLanguage;
    const missing = missingOf(sent);
    const state = new Map(steps.map(({ key, state: one }) => [key, one]));
    const lang = this.formLanguage || nothing;
    // Where the template has no words for it.
    const usual = status === 'InReview' ? 'Somebody looks at it and decides.' : 'It is being checked.';
    return html`<section aria-labelledby="next"><h2 id="next">What happens now</h2>${
      next ? html`<p class="words" lang=${lang}>${next}</p>` : nothing
    }<ol class="next">${missing.map(
      (title) =>
        html`<li class="open">${icon('upload', 20)}<div><strong>${
          this.#isClient ? 'You hand in' : 'Still to be handed in'
        }: <span lang=${lang}>${title}</span></strong><p><a href=${page}>Hand it in now</a></p></div></li>`,
    )}${stepsForClients.map(({ key, text }) => {
      const isDone = state.get(key) === 'passed';
      return html`<li>${icon(isDone ? 'check' : 'clock', 20)}<div><span lang=${lang}>${text}</span>${
        isDone ? html` <span class="muted">(done)</span>` : nothing
      }</div></li>`;
    })}${
      next || stepsForClients.length > 0 ? nothing : html`<li>${icon('clock', 20)}<div>${usual}</div></li>`
    }<li>${icon('eye', 20)}<div>${
      this.#isClient
        ? 'Its page shows you each step, and whether something is needed from you.'
        : 'Its page shows each step, and what is needed.'
    }</div></li></ol></section>`;
  }

  override render(): TemplateResult {
    const { sent, error, base } = this;
    if (error) return failure(error, () => void this.#load(), { alone: true });
    if (!sent) return skeleton(6);
    const list = base.replace(/apply$/, this.#isClient ? 'my' : 'applications');
    if (sent === 'unreadable')
      return html`<div class="out"><span class="tick good">${icon('check', 28)}</span><h1 tabindex="-1">It was sent</h1>
        <p>You may not look at it here. Who handles it can tell you its number.</p>
        <p><a class="button" href=${base}>New application</a></p></div>`;
    const { title, text, tone, sign } = this.#head(sent);
    const isDecided = ['Approved', 'Rejected', 'Withdrawn'].includes(sent.status);
    const page = `${list}/${this.applicationId}`;
    return html`<div class="out"><span class="tick ${tone}">${icon(sign, 28)}</span><h1 tabindex="-1">${title}</h1>
      <p>${text}</p><p class="ref"><span class="muted">${this.#isClient ? 'Your number' : 'Number'}</span> <strong
      class="number">${sent.number}</strong> <button class="button quiet small"
      @click=${() => copy(this.host, sent.number)}>${icon('copy', 15)} Copy<span
      class="visually-hidden"> the number</span></button></p>${isDecided ? this.#decided(sent) : this.#next(sent, page)}
      <div class="go"><a class="button primary" href=${page}>${
        this.#isClient ? 'Go to its page' : 'Open the application'
      }</a><a class="button" href=${list}>${this.#isClient ? 'My applications' : 'All applications'}</a></div></div>`;
  }
}
define('dossier-sent', SentPage);

/** The address of the outcome; `search` keeps in which language the form was filled in. */
export const sentAddress = (base: string, applicationId: string, formLanguage: string): string =>
  `${base}/sent/${applicationId}${
    formLanguage === reader().language ? '' : `?language=${encodeURIComponent(formLanguage)}`
  }`;
