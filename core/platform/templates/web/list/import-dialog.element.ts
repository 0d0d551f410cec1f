import { define } from '@dossier/sdk/web';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { templatesUrl } from '../routes.ts';
import type { ImportCheck } from './types.ts';

const words = { 'field-kind': 'The kind of field', handler: 'The check' };

/** Reads a file, says what it would come to, then imports it. Fires `dossier-template-made` (detail: its id). */
export class ImportDialog extends FormDialog {
  static override properties = { ...FormDialog.properties, checked: { state: true }, unread: { state: true } };
  declare checked: ImportCheck | null;
  /** Why the file cannot be one. */
  declare unread: string;
  #file: unknown = null;
  #key = '';

  constructor() {
    super();
    this.checked = null;
    this.unread = '';
  }

  async ask(): Promise<void> {
    this.checked = null;
    this.unread = '';
    this.#file = null;
    await this.open();
  }

  async #chosen(event: Event): Promise<void> {
    const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined;
    this.checked = null;
    this.unread = '';
    this.refusal = null;
    if (!file) return;
    try {
      this.#file = JSON.parse(await file.text());
    } catch {
      this.unread = `“${file.name}” is not a template. Choose a file that was saved with “Save as a file”.`;
      return;
    }
    this.#key = newKey();
    try {
      this.checked = await this.host.send<ImportCheck>('POST', `${templatesUrl}/import-check`, { file: this.#file });
    } catch (error) {
      const { faults, text } = refusalOf(error);
      this.unread = [`“${file.name}” cannot be imported.`, faults[0]?.detail ?? text].join(' ');
    }
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const name = String(form.get('name') ?? '').trim();
      const made = await this.host.send<{ readonly id: string }>(
        'POST',
        `${templatesUrl}/import`,
        { file: this.#file, ...(name === '' ? {} : { name }) },
        { headers: { 'idempotency-key': this.#key } },
      );
      this.dispatchEvent(new CustomEvent('dossier-template-made', { detail: made.id }));
    });
    this.#key = newKey();
  }

  #result(checked: ImportCheck): TemplateResult {
    const rows = [
      ...checked.missing.map((one) => `${words[one.what]} “${one.id}” is not installed here.`),
      ...checked.differing.map(
        (one) => `${words[one.what]} “${one.id}” is another one here than where the file is from.`,
      ),
    ];
    return html`
      <div role="status">${
        rows.length === 0 && checked.problems.length === 0
          ? html`<p>${icon('check', 16)} Everything that it needs is here.</p>`
          : html`${rows.map((row) => html`<p class="fault">${icon('warning', 14)} ${row}</p>`)}${
              checked.problems.length === 0
                ? nothing
                : html`<p>It can be imported. ${counted(checked.problems.length, 'thing is', 'things are')} to be mended
                  before it can be published; the designer leads to each.</p>`
            }`
      }</div>
      <div class="field"><label for="name">Name</label>
        <input id="name" name="name" class="input" maxlength="200" autocomplete="off" .value=${
          checked.nameTaken ? `${checked.name} (imported)` : checked.name
        } aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>${this.notes(
          '/name',
          'name',
          checked.nameTaken ? `There is a template called “${checked.name}” already.` : '',
        )}</div>`;
  }

  override render(): TemplateResult {
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">Import a template</h2>
          ${refusalSummary(this.refusal, ['/name'])}
          <div class="field"><label for="file">File</label>
            <input id="file" class="input" type="file" accept="application/json,.json" aria-describedby="file-fault"
              aria-invalid=${this.unread !== ''} @change=${this.#chosen}>
            <p id="file-fault" class=${this.unread === '' ? 'hint' : 'fault'} role="status">${
              this.unread === '' ? 'Nothing is made until you have seen what it needs.' : this.unread
            }</p></div>
          ${this.checked ? this.#result(this.checked) : nothing}
          ${this.buttons('Import it as a draft', 'Importing…', { disabled: this.checked === null })}
        </form>
      </dialog>`;
  }
}
define('dossier-template-import', ImportDialog);
