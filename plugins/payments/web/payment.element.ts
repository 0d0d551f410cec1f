import { define, DossierElement } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { fullDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Payment } from '../contract.ts';
import { amountOf, inFours } from './amount.ts';
import { isForStaff, LivePayment, pathOf } from './live-payment.ts';
import type { Paid } from './live-payment.ts';
import { paymentStyles } from './payment.styles.ts';
import './record-payment.element.ts';
import type { SettlingDialog } from './settling-dialog.ts';
import './waive-payment.element.ts';

/** A day without a time is the same in every zone. */
const dayPaid = momentFormat({ dateStyle: 'long', timeZone: 'UTC' });

const signs = {
  due: { text: 'Due', tone: 'warning', icon: 'clock' },
  paid: { text: 'Paid', tone: 'success', icon: 'check' },
  waived: { text: 'Waived', tone: 'neutral', icon: 'dash' },
  dropped: { text: 'Not due any more', tone: 'neutral', icon: 'dash' },
} as const;

/**
 * The fee of an application among its cards: for staff in every state, with the ways to settle it; for its client once
 * it is settled. Without a fee it draws nothing.
 */
class PaymentCard extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, paymentStyles];
  static override properties = { application: { attribute: false }, overtaken: { state: true } };
  declare application: Paid | null;
  /** The reason for which nothing was saved: somebody else was first. */
  declare overtaken: string;
  readonly #data = new LivePayment(this);
  /** Id of the application of which something was settled here. */
  #settled = '';
  /** The buttons of what was settled here go with the next state. */
  #leads = false;

  constructor() {
    super();
    this.application = null;
    this.overtaken = '';
  }

  protected override willUpdate(): void {
    if (this.application?.id !== this.#settled) this.overtaken = '';
    this.#data.show(this.application);
  }

  /** A focus on a button that went moves to the heading (WCAG 2.4.3). */
  protected override updated(): void {
    if (!this.#leads || this.#data.value?.state === 'due') return;
    this.#leads = false;
    if (document.activeElement === document.body) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  async #onSettled({ detail }: CustomEvent<{ readonly overtaken: string }>): Promise<void> {
    this.#settled = this.application?.id ?? '';
    this.overtaken = detail.overtaken;
    this.#leads = true;
    await this.#data.again();
    this.dispatchEvent(new Event('dossier-application-changed', { bubbles: true, composed: true }));
  }

  #ask(tag: string, payment: Payment): void {
    const { id } = this.application ?? {};
    const dialog = this.renderRoot.querySelector<SettlingDialog>(tag);
    if (id !== undefined) void dialog?.ask(pathOf(id), amountOf(payment.amount));
  }

  #receipt({ hasReceipt }: Payment): TemplateResult | typeof nothing {
    if (!hasReceipt) return nothing;
    return html`<a class="receipt" href="${pathOf(this.application?.id ?? '')}/receipt" target="_blank"
      rel="noopener">${icon('file', 16)}Receipt (PDF)</a>`;
  }

  /** The payment in the words of who paid, among what they sent. */
  #forClient(payment: Payment): TemplateResult | typeof nothing {
    const { state, amount, received, reason, purpose } = payment;
    if (state !== 'paid' && state !== 'waived') return nothing;
    return html`<div class="mine">${icon(state === 'paid' ? 'check' : 'dash', 20)}<div class="what"><span>${
      state === 'paid'
        ? html`You paid ${amountOf(amount)}${received ? html` on ${dayPaid(received.date)}` : nothing}`
        : html`You need not pay ${amountOf(amount)}${reason ? html`: <bdi class="words">${reason}</bdi>` : nothing}`
    }</span><span class="muted small" dir="auto">${purpose}</span></div>${this.#receipt(payment)}</div>`;
  }

  #state({ state, dueSince, received, reason, settledAt, by }: Payment): TemplateResult {
    const settled = settledAt === null ? nothing : html` on <time datetime=${settledAt}>${fullDay(settledAt)}</time>`;
    const who =
      by === null
        ? nothing
        : html`<p class="muted">${state === 'paid' ? 'Recorded' : 'Waived'} by <bdi>${by.name}</bdi>${settled}</p>`;
    if (state === 'paid')
      return html`<p>Paid${
        received ? html` on ${dayPaid(received.date)}, reference <bdi>${received.reference}</bdi>` : nothing
      }</p>${who}`;
    if (state === 'waived') return html`<p class="words">Waived: <bdi>${reason ?? ''}</bdi></p>${who}`;
    return state === 'due'
      ? html`<p>Due since <time datetime=${dueSince}>${fullDay(dueSince)}</time></p>`
      : html`<p>Not due any more</p>`;
  }

  #forStaff(payment: Payment): TemplateResult {
    const { amount, purpose, reference, state, account, mayRecord } = payment;
    return html`<section aria-labelledby="title" @dossier-settled=${this.#onSettled}>
      <div class="top"><h2 id="title" tabindex="-1">Payment</h2>${chip(signs[state])}</div>
      ${this.overtaken === '' ? nothing : html`<p class="overtaken" role="alert">${this.overtaken}</p>`}
      <div class="state">${this.#state(payment)}</div>
      <dl>
        <div><dt>Amount</dt><dd class="number">${amountOf(amount)}</dd></div>
        <div><dt>What for</dt><dd dir="auto">${purpose}</dd></div>
        <div><dt>Reference on the bank statement</dt><dd class="number" translate="no">${inFours(reference)}</dd></div>
      </dl>
      ${
        mayRecord && account === null
          ? html`<p class="hint">${icon('info', 16)}<span>Clients do not see how to pay until an account is entered under
              Settings, Integrations, Payments.</span></p>`
          : nothing
      }
      ${
        mayRecord
          ? html`<div class="acts"><button class="button"
              @click=${() => this.#ask('dossier-record-payment', payment)}>Mark as paid</button><button
              class="button" @click=${() => this.#ask('dossier-waive-payment', payment)}>Waive</button></div>`
          : nothing
      }${this.#receipt(payment)}
      <dossier-record-payment></dossier-record-payment><dossier-waive-payment></dossier-waive-payment>
    </section>`;
  }

  override render(): TemplateResult | typeof nothing {
    const payment = this.#data.value;
    if (!payment || !this.application) return nothing;
    return isForStaff(this.application) ? this.#forStaff(payment) : this.#forClient(payment);
  }
}
define('dossier-payment', PaymentCard);
