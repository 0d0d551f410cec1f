import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { timeZones } from '@dossier/sdk/web/ui/form-schema';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { reader } from '@dossier/sdk/web/ui/reader';
import { slugFault, slugOf } from './slug.ts';

const types: readonly (readonly [string, string])[] = [
  ['BANK', 'Bank'],
  ['GRANT', 'Grants'],
  ['PATENT', 'Patents'],
  ['GENERAL', 'Something else'],
];
const fields = ['/name', '/slug'];

/** Makes an organization with its maker as owner. Fires `dossier-organization-made` with its slug. */
export class CreateOrganizationDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    formStyles,
    css`.address { overflow-wrap: anywhere; }`,
  ];
  static override properties = { slug: { state: true }, refusal: { state: true }, sending: { state: true } };
  declare slug: string;
  declare refusal: Refusal | null;
  declare sending: boolean;
  readonly #dialog = new HeldDialog(this, { held: () => this.sending });
  /** Once the slug was typed by hand, the name does not change it any more. */
  #own = false;

  constructor() {
    super();
    this.slug = '';
    this.refusal = null;
    this.sending = false;
  }

  async ask(): Promise<void> {
    this.slug = '';
    this.refusal = null;
    this.#own = false;
    await this.updateComplete;
    this.renderRoot.querySelector('form')?.reset();
    this.#dialog.show();
  }

  #named(event: Event): void {
    if (!this.#own && event.target instanceof HTMLInputElement) this.slug = slugOf(event.target.value);
  }

  #slugged(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#own = event.target.value !== '';
    this.slug = event.target.value;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.sending || !(event.target instanceof HTMLFormElement)) return;
    const entered = new FormData(event.target);
    const name = String(entered.get('name') ?? '').trim();
    const wrong = slugFault(this.slug);
    const faults = [
      ...(name === '' ? [{ pointer: '/name', detail: 'Give the organization a name.' }] : []),
      ...(wrong ? [{ pointer: '/slug', detail: wrong }] : []),
    ];
    if (faults.length > 0) return this.#refuse({ faults, text: '' });
    this.sending = true;
    try {
      const { timeZone } = reader();
      const body = { name, slug: this.slug, type: entered.get('type') };
      await this.host.send(
        'POST',
        '/api/v1/organizations',
        timeZones().includes(timeZone) ? { ...body, timeZone } : body,
      );
      this.#dialog.close();
      this.dispatchEvent(new CustomEvent('dossier-organization-made', { detail: this.slug }));
    } catch (error) {
      // A slug that is taken is a conflict, which names no field; it belongs to this one all the same.
      const refusal = refusalOf(error);
      this.#refuse(
        error instanceof ProblemError && error.code === 'slug-taken'
          ? { ...refusal, faults: [{ pointer: '/slug', detail: error.message }] }
          : refusal,
      );
    }
    this.sending = false;
  }

  #refuse(refusal: Refusal): void {
    this.refusal = refusal;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  #field(o: {
    id: 'name' | 'slug';
    label: string;
    hint: TemplateResult;
    input: (describedBy: string, fault: string | undefined) => TemplateResult;
  }): TemplateResult {
    const fault = faultAt(this.refusal?.faults ?? [], `/${o.id}`);
    return html`
      <div class="field"><label for=${o.id}>${o.label}</label>${o.input(`${o.id}-hint ${o.id}-fault`, fault)}
        <p id="${o.id}-hint" class="hint">${o.hint}</p><p id="${o.id}-fault" class="fault"
          role="alert">${fault ?? nothing}</p></div>`;
  }

  override render(): TemplateResult {
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#submit}>
          <h2 id="title">New organization</h2>
          ${this.refusal?.faults.length === 0 || this.refusal?.faults.some((fault) => !fields.includes(fault.pointer)) ? refusalSummary(this.refusal, fields) : nothing}
          ${this.#field({ id: 'name', label: 'Name', hint: html`You will own it, and invite the others.`, input: (about, fault) => html`<input id="name" name="name" class="input" required maxlength="200" autocomplete="organization" aria-describedby=${about} aria-invalid=${fault ? 'true' : 'false'} @input=${this.#named}>` })}
          ${this.#field({
            id: 'slug',
            label: 'Address',
            hint: html`<span
            class="address">${location.host}/p/<strong>${this.slug || '…'}</strong></span>`,
            input: (about, fault) =>
              html`<input id="slug" class="input" required maxlength="63" autocomplete="off" autocapitalize="none"
                spellcheck="false" .value=${this.slug} aria-describedby=${about}
                aria-invalid=${fault ? 'true' : 'false'} @input=${this.#slugged}>`,
          })}
          <div class="field"><label for="type">What it works on</label>
            <select id="type" name="type" class="input" aria-describedby="type-hint">${types.map(
              ([value, text]) => html`<option value=${value}>${text}</option>`,
            )}</select>
            <p id="type-hint" class="hint">This cannot be changed later.</p></div>
          <div class="actions"><button type="button" class="button" ?disabled=${this.sending}
            @click=${() => this.#dialog.close()}>Cancel</button><button class="button primary"
            ?disabled=${this.sending}>Create</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-create-organization', CreateOrganizationDialog);
