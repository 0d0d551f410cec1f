import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { momentFormat, reader } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Subject } from './notices.ts';
import { typedMoment } from '@dossier/sdk/web/ui/wall-clock';
import { offers } from './moments.ts';

const when = momentFormat({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/**
 * Asks until when a record is put off. It dispatches `dossier-snooze-chosen` (detail: the record, and the moment as
 * ISO 8601).
 */
export class Snooze extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog { width: min(24rem, calc(100vw - 2rem)); }
    .content p { overflow-wrap: anywhere; }
    .offers { display: grid; }
    .offers .button { justify-content: space-between; gap: 1rem; min-height: 2.75rem; }
    form { padding: 0 !important; }
    form > div { display: flex; gap: 0.5rem; align-items: end; flex-wrap: wrap; }
    .field { flex: 1 1 12rem; }
  `,
  ];
  static override properties = { subject: { state: true }, fault: { state: true } };
  declare subject: Subject | null;
  declare fault: string | null;

  constructor() {
    super();
    this.subject = null;
    this.fault = null;
  }

  async ask(subject: Subject): Promise<void> {
    Object.assign(this, { subject, fault: null });
    await this.updateComplete;
    this.renderRoot.querySelector('form')?.reset();
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  #choose(until: Date): void {
    const { subject } = this;
    this.#close();
    this.dispatchEvent(new CustomEvent('dossier-snooze-chosen', { detail: { subject, until: until.toISOString() } }));
  }

  #typed(event: Event): void {
    event.preventDefault();
    const input = this.renderRoot.querySelector('input');
    const until = typedMoment(input?.value ?? '');
    this.fault =
      until === null ? 'Give a day and a time.' : until.getTime() <= Date.now() ? 'That has already passed.' : null;
    if (this.fault === null && until) return this.#choose(until);
    input?.focus();
  }

  override render(): TemplateResult {
    const { subject } = this;
    if (!subject) return html`<dialog></dialog>`;
    const zone = reader().timeZone;
    return html`
      <dialog aria-labelledby="title">
        <div class="content">
          <h2 id="title">Snooze until…</h2>
          <p class="muted small">${subject.title} comes back here then. Times are those of ${zone.replaceAll('_', ' ')}.</p>
          <div class="offers">${offers(new Date(), zone).map(
            ({ title, until }) =>
              html`<button class="button quiet" @click=${() => this.#choose(until)}><span>${title}</span><span
                class="muted number">${when(until)}</span></button>`,
          )}</div>
          <form novalidate @submit=${(event: Event) => this.#typed(event)}><div>
            <div class="field"><label for="moment">A moment of your own</label><input class="input" id="moment"
              type="datetime-local" aria-invalid=${this.fault === null ? 'false' : 'true'} aria-describedby="fault"></div>
            <button class="button">Snooze</button></div>
            <div id="fault">${this.fault === null ? nothing : html`<p class="fault">${this.fault}</p>`}</div>
          </form>
          <div class="actions"><button class="button" @click=${() => this.#close()}>${icon('cross', 16)} Cancel</button></div>
        </div>
      </dialog>`;
  }
}
define('dossier-snooze', Snooze);
