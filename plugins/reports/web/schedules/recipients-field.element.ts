import { define, DossierElement } from '@dossier/sdk/web';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { counted } from '@dossier/sdk/web/ui/format';
import { isFound } from '@dossier/sdk/web/ui/names';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Recipient } from './types.ts';

/** Below this many people nobody needs a search. */
const few = 8;

/** Who gets an e-mail when the report is ready: members who may view reports. Fires `dossier-change` (detail: ids). */
class RecipientsField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; max-width: 38rem; }
    .list { display: grid; max-height: 15rem; overflow: auto; border: 1px solid var(--dossier-control-border);
      border-radius: var(--dossier-radius); background: var(--dossier-field); }
    .list label { display: flex; align-items: center; gap: 0.625rem; min-height: 2.375rem; padding: 0.25rem 0.75rem;
      cursor: pointer; }
    .list li + li { border-top: 1px solid var(--dossier-border); }
    .list label:hover { background: var(--dossier-hover); }
    .list input { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0; }
    .none { padding: 0.75rem; }
    .search { margin-bottom: 0.5rem; }
  `,
  ];
  static override properties = {
    people: { attribute: false },
    value: { attribute: false },
    faults: { attribute: false },
    text: { state: true },
  };
  declare people: readonly Recipient[];
  declare value: readonly string[];
  declare faults: Faults;
  declare text: string;

  constructor() {
    super();
    this.people = [];
    this.value = [];
    this.faults = [];
    this.text = '';
  }

  #toggle(id: string): void {
    this.dispatchEvent(
      new CustomEvent('dossier-change', {
        detail: this.value.includes(id) ? this.value.filter((one) => one !== id) : [...this.value, id],
      }),
    );
  }

  override render() {
    // A recipient who may no longer view reports can only be taken out.
    const strange = this.value
      .filter((id) => !this.people.some((one) => one.id === id))
      .map((id) => ({ id, name: 'Somebody who may no longer view reports' }));
    const found = [...strange, ...this.people].filter(({ name }) => isFound(name, this.text));
    const fault = faultAt(this.faults, '/recipients');
    return html`
      <fieldset class="field" aria-describedby="hint note"><legend>Recipients <span
        class="optional">(optional)</span></legend>
        ${
          this.people.length > few
            ? html`<input class="input search" type="search" aria-label="Search people" placeholder="Search people"
              autocomplete="off" .value=${this.text} @input=${(event: Event) => {
                if (event.target instanceof HTMLInputElement) this.text = event.target.value;
              }}>`
            : nothing
        }
        ${
          found.length === 0
            ? html`<p class="list none muted small">${
                this.people.length === 0 ? 'Nobody here may view reports yet.' : 'Nobody is called that.'
              }</p>`
            : html`
          <ul class="list" tabindex=${found.length > 6 ? 0 : nothing} aria-label="People">${repeat(
            found,
            ({ id }) => id,
            ({ id, name }) =>
              html`<li><label><input type="checkbox" .checked=${this.value.includes(id)}
                @change=${() => this.#toggle(id)}>${name}</label></li>`,
          )}</ul>`
        }
        <div id="note" aria-live="polite">${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}<p
          class="small muted">${
            this.value.length === 0
              ? 'Nobody gets an e-mail; the report waits under Runs.'
              : `${counted(this.value.length, 'person gets', 'people get')} an e-mail.`
          }</p></div>
        <p id="hint"
          class="hint">They get an e-mail with a link when the report is there. The link asks them to sign in, and holds nothing of the report.</p>
      </fieldset>`;
  }
}
define('dossier-recipients-field', RecipientsField);
