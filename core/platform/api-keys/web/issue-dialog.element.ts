import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { perMinuteField, perMinuteHint, perMinuteOf } from './per-minute.ts';
import type { KeyScope, KeyWithSecret } from './types.ts';

const fields = ['/name', '/scopes', '/expiresAt', '/networks', '/perMinute'];

/** A date means its end, where the person is. */
const endOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());
const tomorrow = (): string => new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Name, scopes, end, networks and rate of a new key. Fires `dossier-secret` (detail: the key with its secret). */
export class IssueDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    formStyles,
    css`
    dialog { width: min(36rem, calc(100vw - 2rem)); }
    .option span { display: grid; }
    textarea.input { min-height: 4.5rem; }
  `,
  ];
  static override properties = { scopes: { attribute: false }, busy: { state: true }, refusal: { state: true } };
  declare scopes: readonly KeyScope[];
  declare busy: boolean;
  declare refusal: Refusal | null;
  readonly #dialog = new HeldDialog(this, { held: () => this.busy });

  constructor() {
    super();
    this.scopes = [];
    this.busy = false;
    this.refusal = null;
  }

  async ask(): Promise<void> {
    this.refusal = null;
    await this.updateComplete;
    this.renderRoot.querySelector('form')?.reset();
    this.#dialog.show();
  }

  #close(): void {
    this.#dialog.close();
  }

  async #issue(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.busy || !(event.target instanceof HTMLFormElement)) return;
    const form = new FormData(event.target);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    if (!form.has('scope')) {
      const unnamed =
        text('name') === ''
          ? [{ pointer: '/name', detail: 'Give the key a name, for example the partner that will use it.' }]
          : [];
      return this.#refuse({
        faults: [...unnamed, { pointer: '/scopes', detail: 'Choose what the key may do.' }],
        text: '',
      });
    }
    this.busy = true;
    this.refusal = null;
    try {
      const detail = await this.host.send<KeyWithSecret>('POST', '/api/v1/api-keys', {
        name: text('name'),
        scopes: form.getAll('scope'),
        expiresAt: endOf(text('expires')),
        networks: text('networks')
          .split(/[\s,;]+/)
          .filter(Boolean),
        perMinute: perMinuteOf(form),
      });
      this.#close();
      this.dispatchEvent(new CustomEvent('dossier-secret', { detail }));
    } catch (error) {
      await this.#refuse(refusalOf(error));
    }
    this.busy = false;
  }

  async #refuse(refusal: Refusal): Promise<void> {
    this.refusal = refusal;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.fault) input')?.focus();
  }

  /** Each fault of the field, so that several networks are corrected at once. */
  #notes(pointer: string, name: string, hint: string): TemplateResult {
    const faults = (this.refusal?.faults ?? []).filter((fault) => faultAt([fault], pointer) !== undefined);
    return html`<p id="${name}-hint"
      class="hint">${hint}</p>${faults.map((fault) => html`<p class="fault">${fault.detail}</p>`)}`;
  }

  #wrong(pointer: string): boolean {
    return faultAt(this.refusal?.faults ?? [], pointer) !== undefined;
  }

  override render() {
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#issue}>
          <h2 id="title">Issue an API key</h2>
          ${refusalSummary(this.refusal, fields)}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="100" autocomplete="off" aria-required="true"
              aria-describedby="name-hint" aria-invalid=${this.#wrong('/name')}>
            ${this.#notes('/name', 'name', 'The partner or program that will use it.')}</div>
          <fieldset class="field" aria-describedby="scopes-hint">
            <legend>What it may do</legend>
            ${repeat(
              this.scopes,
              ({ scope }) => scope,
              ({ scope, opens }) => html`
              <label class="option"><input type="checkbox" name="scope" value=${scope}><span>${opens.join(', ')}<code
                class="code muted">${scope}</code></span></label>`,
            )}
            ${this.#notes('/scopes', 'scopes', 'As little as it needs. Scopes cannot be changed later.')}
          </fieldset>
          <div class="field"><label for="expires">Last day <span class="optional">(optional)</span></label>
            <input id="expires" name="expires" class="input" type="date" min=${tomorrow()}
              aria-describedby="expires-hint" aria-invalid=${this.#wrong('/expiresAt')}>
            ${this.#notes('/expiresAt', 'expires', 'Without one the key works until it is revoked.')}</div>
          <div class="field"><label for="networks">Networks <span class="optional">(optional)</span></label>
            <textarea id="networks" name="networks" class="input code" spellcheck="false" placeholder="192.0.2.0/24"
              aria-describedby="networks-hint" aria-invalid=${this.#wrong('/networks')}></textarea>
            ${this.#notes('/networks', 'networks', 'Addresses and ranges that may use it, one on each line. Empty means anywhere.')}</div>
          ${perMinuteField({ wrong: this.#wrong('/perMinute'), notes: this.#notes('/perMinute', 'perMinute', perMinuteHint) })}
          <div class="actions"><button class="button" type="button" ?disabled=${this.busy}
            @click=${this.#close}>Cancel</button><button class="button primary"
            ?disabled=${this.busy}>${this.busy ? 'Issuing…' : 'Issue the key'}</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-issue-dialog', IssueDialog);
