import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { ago, amountText } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import type { AnswerLine } from './answer-groups.ts';
import { applicationQuery } from '../application.query.ts';
import { decisionStyles } from './decision-dialog.styles.ts';
import { checksOf, failedOf, failedText, reasonText } from './failed.ts';
import { entriesOf, overtaken } from './quicker.ts';
import type { Overtaken, SeenEntries } from './quicker.ts';
import type { Application, FailedCheck } from '../types.ts';

type Decision = 'approve' | 'reject';
type Phase =
  | { readonly kind: 'asking'; readonly fault?: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'conflict'; readonly why: Overtaken; readonly leaving?: true };

/** Characters of a reason at most, and from how many left on it is said aloud. */
const most = 2_000;

/**
 * Approve or reject: repeats what is decided, with what failed, and asks why. What was written is kept until it is
 * decided. When there is nothing to decide any more it says who was quicker. Fires `dossier-decided`, also for the
 * present state to be shown: it stays until `leave` says that this is done.
 */
export class DecisionDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles, decisionStyles];
  static override properties = {
    decision: { state: true },
    application: { state: true },
    lines: { state: true },
    phase: { state: true },
    text: { state: true },
    ticked: { state: true },
  };
  declare decision: Decision;
  declare application: Application | null;
  /** The key answers. */
  declare lines: readonly AnswerLine[];
  declare phase: Phase;
  declare text: string;
  /** Keys of the checklist's lines that are ticked. */
  declare ticked: ReadonlySet<string>;
  readonly #dialog = new HeldDialog(this, { held: () => this.phase.kind === 'sending' });
  readonly #phrases = new Offered(this, 'phrases/picker@1');
  #kept: Kept | null = null;
  /** As it was when the dialog opened: somebody else's change since is not decided over. */
  #read: Promise<{ readonly value: { readonly version?: number }; readonly asRead: AsRead } | null> =
    Promise.resolve(null);
  #seen: Promise<SeenEntries> = Promise.resolve(null);
  /** Ticks reach the server in the order in which they were made. */
  #saved: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.decision = 'approve';
    this.application = null;
    this.lines = [];
    this.phase = { kind: 'asking' };
    this.text = '';
    this.ticked = new Set();
  }

  async ask(decision: Decision, application: Application, lines: readonly AnswerLine[] = []): Promise<void> {
    // What is on its way stays in sight, and nothing else is asked.
    if (this.phase.kind === 'sending') return;
    this.decision = decision;
    this.application = application;
    this.lines = lines;
    this.phase = { kind: 'asking' };
    this.ticked = new Set(application.decisionStep?.checklist.filter(({ ticked }) => ticked).map(({ key }) => key));
    this.#read = this.host
      .readForChange<{ readonly version?: number }>(`/api/v1/applications/${application.id}`)
      .catch(() => null);
    this.#seen = entriesOf(this.host, application.id);
    this.#kept = this.session ? keptFor(this.session.user.id, `decision.${application.id}.${decision}`) : null;
    const kept = this.#kept?.get();
    this.text = typeof kept === 'string' ? kept : '';
    await this.updateComplete;
    this.#dialog.show();
  }

  /** The present state is shown. */
  leave(): void {
    if (this.phase.kind !== 'conflict' || !this.phase.leaving) return;
    this.#dialog.close();
    // What had the focus before may have gone; then it is nowhere at once, and not only with the next frame.
    this.renderRoot.querySelector<HTMLElement>(':focus')?.blur();
  }

  get #failed(): readonly FailedCheck[] {
    return this.application ? failedOf(this.application) : [];
  }

  /** A rejection is explained, and so is an approval although a check failed. */
  get #asksWhy(): boolean {
    return this.decision === 'reject' || this.#failed.length > 0;
  }

  /** Lines of the checklist that stand in the way of an approval. */
  get #left(): readonly string[] {
    return this.decision === 'reject'
      ? []
      : (this.application?.decisionStep?.checklist ?? [])
          .filter(({ key }) => !this.ticked.has(key))
          .map(({ text }) => text);
  }

  #write(text: string): void {
    this.text = text;
    if (text.trim() === '') this.#kept?.drop();
    else this.#kept?.set(text);
  }

  #begin({ text }: { readonly text: string }): void {
    const written = this.text.trimEnd();
    this.#write((written === '' ? text : `${written}\n\n${text}`).slice(0, most));
    this.renderRoot.querySelector('textarea')?.focus();
  }

  #fault(fault: string, at: string): void {
    this.phase = { kind: 'asking', fault };
    this.renderRoot.querySelector<HTMLElement>(at)?.focus();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { application, decision } = this;
    if (!application || this.phase.kind === 'sending') return;
    const reason = this.text.trim();
    if (this.#left.length > 0)
      return this.#fault(`Tick first what you have checked: ${this.#left.join(', ')}.`, '.tick input:not(:checked)');
    if (this.#asksWhy && reason === '')
      return this.#fault(
        decision === 'reject'
          ? 'Please give a reason. The applicant needs to understand the decision.'
          : 'Please say why you approve although a check failed. Colleagues need to understand the decision.',
        'textarea',
      );
    this.phase = { kind: 'sending' };
    try {
      const seen = await this.#read;
      if (seen?.value.version !== undefined && seen.value.version !== application.version)
        throw new ProblemError({ status: 412, code: 'stale', title: 'Changed meanwhile', detail: '', errors: [] });
      await this.host.send(
        'POST',
        `/api/v1/applications/${application.id}/${decision}`,
        this.#asksWhy ? { reason } : {},
        seen?.asRead,
      );
      const { secondApprover = false, approvals = [] } = application.decisionStep ?? {};
      this.#decided(decision === 'approve' && secondApprover && approvals.length === 0);
    } catch (error) {
      await this.#refused(application, error);
    }
  }

  async #refused({ id }: Application, error: unknown): Promise<void> {
    if (error instanceof ProblemError) {
      if (error.code === 'already-decided' && (await this.#wasMine(id))) return this.#decided(false);
      const why = await overtaken(this.host, { id, me: this.session?.user.id, seen: await this.#seen }, error);
      if (why) {
        this.phase = { kind: 'conflict', why };
        this.#dialog.show();
        await this.updateComplete;
        return this.renderRoot.querySelector<HTMLButtonElement>('.primary')?.focus();
      }
    }
    const text = error instanceof Error ? error.message : 'That did not work. Please try again.';
    const about = error instanceof ProblemError ? error.errors.map(({ detail }) => detail) : [];
    this.phase = { kind: 'asking', fault: [text, ...about].filter(Boolean).join(' ') };
    this.#dialog.show();
  }

  /**
   * The answer to the first try may have been lost on its way: then it was this person who was quicker, with the same
   * decision.
   */
  async #wasMine(id: string): Promise<boolean> {
    try {
      const { application } = await this.host.query(applicationQuery, { id });
      return (
        application?.decision?.by?.id === this.session?.user.id &&
        application?.status === (this.decision === 'approve' ? 'Approved' : 'Rejected')
      );
    } catch {
      return false;
    }
  }

  #decided(isFirstOfTwo: boolean): void {
    this.phase = { kind: 'asking' };
    this.#kept?.drop();
    this.#dialog.close();
    this.host.notify({
      kind: 'success',
      text: isFirstOfTwo
        ? 'Your approval is recorded. A second officer decides.'
        : this.decision === 'approve'
          ? 'The application is approved.'
          : 'The application is rejected.',
    });
    this.dispatchEvent(new CustomEvent('dossier-decided'));
  }

  async #tick(key: string, ticked: boolean): Promise<void> {
    const before = this.ticked;
    this.ticked = ticked ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key));
    const { id = '' } = this.application ?? {};
    const saved = this.#saved.then(() =>
      this.host.send('PUT', `/api/v1/applications/${id}/checklist/${encodeURIComponent(key)}`, { ticked }),
    );
    this.#saved = saved.catch(() => undefined);
    const read = this.#read;
    // Ticking is a change of its own, which this decision has seen: one that is sent at once waits for it.
    this.#read = saved.then(
      () =>
        this.host
          .readForChange<{ readonly version?: number }>(`/api/v1/applications/${id}`)
          .then(({ asRead }) => ({ value: {}, asRead }))
          .catch(() => null),
      () => read,
    );
    try {
      await saved;
    } catch (error) {
      this.ticked = before;
      this.phase = { kind: 'asking', fault: error instanceof Error ? error.message : 'That was not saved.' };
    }
  }

  #conflict({ why, leaving }: Phase & { readonly kind: 'conflict' }): TemplateResult {
    const { title, text } = why;
    return html`
      <div class="content">
        <h2 id="title">${title}</h2>
        <p id="body">${text}</p>
        <p class="muted">Your decision was not recorded. Look at the application as it stands now${
          this.text.trim() === '' ? '' : ': what you wrote is kept'
        }.</p>
        ${
          this.text.trim() === ''
            ? nothing
            : html`<div class="field"><label for="written">Your reason</label><textarea
          id="written" class="input" readonly .value=${this.text}></textarea></div>`
        }
        <div class="actions"><button class="button primary" aria-disabled=${leaving ? 'true' : 'false'} @click=${() => {
          if (leaving) return;
          this.phase = { kind: 'conflict', why, leaving: true };
          this.dispatchEvent(new CustomEvent('dossier-decided'));
        }}>${leaving ? 'Loading…' : 'Show the present state'}</button></div>
      </div>`;
  }

  #deal(application: Application): TemplateResult | typeof nothing {
    const amount = amountText(application);
    if (amount === '' && this.lines.length === 0) return nothing;
    return html`<dl class="deal number">${
      amount === '' ? nothing : html`<div><dt>Amount</dt><dd>${amount}</dd></div>`
    }${this.lines.slice(0, 4).map(({ title, text }) => html`<div><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>`;
  }

  #fails(application: Application): TemplateResult | typeof nothing {
    const failed = this.#failed;
    if (failed.length === 0) return nothing;
    return html`<section class="fails" aria-labelledby="fails"><h3 id="fails">${icon('warning', 16)}${failedText(
      failed.length,
      Math.max(failed.length, checksOf(application)),
    )}</h3><ul>${failed.map(({ step, reasons }) =>
      reasons.length === 0
        ? html`<li>${step} did not pass.</li>`
        : reasons.map((reason) => html`<li>${reasonText(reason, application)}</li>`),
    )}</ul></section>`;
  }

  #checklist({ decisionStep }: Application, sending: boolean): TemplateResult | typeof nothing {
    const lines = decisionStep?.checklist ?? [];
    if (lines.length === 0 || this.decision === 'reject') return nothing;
    return html`<fieldset><legend>Checked before approving</legend>${lines.map(
      ({ key, text, ticked }) => html`<label class="tick"><input type="checkbox" .checked=${this.ticked.has(key)}
        ?disabled=${sending} @change=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) void this.#tick(key, event.target.checked);
        }}><span>${text}${ticked ? html`<small>${ticked.by.name}, ${ago(ticked.at)}</small>` : nothing}</span></label>`,
    )}</fieldset>`;
  }

  /** A second officer is needed, or this is the second. */
  #two({ decisionStep }: Application): TemplateResult | typeof nothing {
    if (!decisionStep?.secondApprover || this.decision === 'reject') return nothing;
    const [first] = decisionStep.approvals;
    return first
      ? html`<p class="first"><strong>${first.by.name}</strong> approved it ${ago(first.at)}.${
          first.note ? html` “<bdi>${first.note}</bdi>”` : ''
        } Your approval decides.</p>`
      : html`<p class="small">Two officers approve this. You are the first: the case stays in review until another one
          approves it too.</p>`;
  }

  #why(application: Application, fault: string | undefined): TemplateResult | typeof nothing {
    if (!this.#asksWhy) return fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing;
    const reject = this.decision === 'reject';
    const left = most - this.text.length;
    const name = application.applicantName || 'The applicant';
    const [picker] = this.#phrases.list;
    return html`${
      reject && picker
        ? html`<dossier-slot .contribution=${picker} .input=${{ use: 'rejection' }} .quiet=${true} .short=${true}
            @dossier-phrase=${(event: CustomEvent<{ text: string }>) => this.#begin(event.detail)}></dossier-slot>`
        : nothing
    }<div class="field"><label for="reason">${
      reject ? 'Reason' : 'Why do you approve although a check failed?'
    }</label><textarea id="reason" class="input" required maxlength=${most} rows=${reject ? 6 : 3} dir="auto"
      aria-invalid=${fault ? 'true' : 'false'} aria-describedby="hint${fault ? ' fault' : ''}" .value=${this.text}
      .defaultValue=${this.text} @input=${(event: Event) => {
        if (event.target instanceof HTMLTextAreaElement) this.#write(event.target.value);
      }}></textarea>
      <div class="below"><p id="hint" class="hint small muted">${
        reject
          ? html`<bdi>${name}</bdi> reads this, with its paragraphs.`
          : html`Colleagues and auditors can read this. <bdi>${name}</bdi> cannot.`
      }</p><span class="count number" aria-live=${left < 100 ? 'polite' : 'off'}>${figure(
        this.text.length,
      )} of ${figure(most)}</span></div>
      ${fault ? html`<p id="fault" class="fault" role="alert">${fault}</p>` : nothing}</div>`;
  }

  #form(application: Application): TemplateResult {
    const approve = this.decision === 'approve';
    const sending = this.phase.kind === 'sending';
    const fault = this.phase.kind === 'asking' ? this.phase.fault : undefined;
    const verb = approve ? 'Approve' : 'Reject';
    const amount = amountText(application);
    const who = html`<bdi>${application.applicantName}</bdi>`;
    return html`
      <form @submit=${this.#submit} novalidate>
        <h2 id="title">${verb} ${amount === '' ? html`the application of ${who}` : html`${amount} for ${who}`}?</h2>
        ${this.#deal(application)} ${this.#fails(application)} ${this.#checklist(application, sending)}
        ${this.#two(application)} ${this.#why(application, fault)}
        <p id="body" class="muted small">The decision is final and is recorded with your name and the time.</p>
        <div class="actions">
          <button type="button" class="button" ?disabled=${sending} @click=${() => this.#dialog.close()}>Cancel</button>
          <button class="button primary ${approve ? '' : 'danger'}" ?disabled=${sending}>${
            approve ? icon('check', 16) : nothing
          }${verb} ${amount}</button>
        </div>
      </form>`;
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" aria-describedby="body">${
      this.phase.kind === 'conflict'
        ? this.#conflict(this.phase)
        : this.application
          ? this.#form(this.application)
          : nothing
    }</dialog>`;
  }
}
define('dossier-decision-dialog', DecisionDialog);
