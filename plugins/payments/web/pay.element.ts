import { define, DossierElement } from '@dossier/sdk/web';
import { copy } from '@dossier/sdk/web/ui/copy';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Payment } from '../contract.ts';
import { amountOf, bareAmountOf, inFours } from './amount.ts';
import { LivePayment } from './live-payment.ts';
import type { Paid } from './live-payment.ts';
import { payStyles } from './pay.styles.ts';

/** A line to write into a payment; `bare` is what its button copies. */
interface Line {
  readonly title: string;
  readonly text: string;
  readonly bare?: { readonly text: string; readonly name: string };
}

/** For a client who has a fee to pay: how much, what for, how, and what happens then. Without one it draws nothing. */
class Pay extends DossierElement {
  static override styles = [DossierElement.styles, payStyles];
  static override properties = { application: { attribute: false } };
  declare application: Paid | null;
  readonly #data = new LivePayment(this);

  constructor() {
    super();
    this.application = null;
  }

  protected override willUpdate(): void {
    this.#data.show(this.application);
  }

  #line({ title, text, bare }: Line): TemplateResult {
    return html`<div><dt>${title}</dt><dd><bdi class="number" translate="no">${text}</bdi>${
      bare
        ? html`<button class="button" @click=${() => copy(this.host, bare.text)}>${icon('copy', 18)} Copy<span
            class="visually-hidden"> the ${bare.name}</span></button>`
        : nothing
    }</dd></div>`;
  }

  #how({ account, amount, reference }: Payment): TemplateResult {
    const lines: readonly Line[] = [
      ...(account ? [{ title: 'To', text: account.payee }] : []),
      ...(account ? [{ title: 'IBAN', text: inFours(account.iban), bare: { text: account.iban, name: 'IBAN' } }] : []),
      ...(account && account.bic !== '' ? [{ title: 'BIC', text: account.bic }] : []),
      { title: 'Amount', text: amountOf(amount), bare: { text: bareAmountOf(amount), name: 'amount' } },
      {
        title: 'Reference – write it on your payment',
        text: inFours(reference),
        bare: { text: reference, name: 'reference' },
      },
    ];
    return html`<dl>${lines.map((line) => this.#line(line))}</dl>`;
  }

  override render(): TemplateResult | typeof nothing {
    const payment = this.#data.value;
    if (payment?.state !== 'due') return nothing;
    const { account, amount, purpose } = payment;
    const organization = html`<bdi>${this.session?.organization?.name ?? 'The organization'}</bdi>`;
    return html`<section class="task card" aria-labelledby="pay">
      <header><p class="kick">${icon('info', 18)}One thing to do</p>
        <h2 id="pay">Please pay ${amountOf(amount)}</h2><p dir="auto">${purpose}</p></header>
      <div class="how">${
        account
          ? nothing
          : html`<p>${organization} lets you know how to pay. You can also ask, and name this reference.</p>`
      }${this.#how(payment)}${
        account && account.instructions.trim() !== ''
          ? html`<p class="words" dir="auto">${account.instructions}</p>`
          : nothing
      }</div>
      <p>Your application goes on by itself once the payment has arrived.</p>
    </section>`;
  }
}
define('dossier-pay', Pay);
