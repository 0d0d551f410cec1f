import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import type { PropertyDeclarations, TemplateResult } from 'lit';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { mergePatch } from '@dossier/sdk/web/ui/merge-patch';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import '@dossier/sdk/web/ui/schema-form.element';
import type { Collection, Entry } from './types.ts';

/** Adds an entry to a collection of settings, or changes one. Fires `dossier-entry-saved` (detail: its name). */
export class EntryDialog extends FormDialog {
  static override properties: PropertyDeclarations = {
    ...FormDialog.properties,
    collection: { attribute: false },
    path: {},
    values: { state: true },
  };
  declare collection: Collection | null;
  /** Of the entries. */
  declare path: string;
  declare values: FormValues;
  #stored: FormValues = {};
  #at: string | null = null;

  constructor() {
    super();
    this.collection = null;
    this.path = '';
    this.values = {};
  }

  async add(): Promise<void> {
    this.#at = null;
    this.#stored = {};
    this.values = {};
    await this.open();
  }

  async change(id: string): Promise<void> {
    this.#at = `${this.path}/${id}`;
    await this.openFor<Entry>(this.#at, ({ values }) => {
      this.#stored = values;
      this.values = values;
    });
  }

  async #submit(event: SubmitEvent): Promise<void> {
    if (!this.renderRoot.querySelector<SchemaForm>('dossier-schema-form')?.valid) return event.preventDefault();
    const values = mergePatch(this.#stored, this.values);
    const at = this.#at;
    let saved: Entry | undefined;
    const taken = await this.sent(event, async () => {
      saved = await (at === null
        ? this.host.send<Entry>('POST', this.path, { values })
        : this.host.send<Entry>('PUT', at, { values }, this.asRead));
    });
    if (!taken || !this.collection) return;
    // The plugin may compute the name.
    const detail = String(saved?.values[this.collection.namedBy] ?? '');
    this.dispatchEvent(new CustomEvent('dossier-entry-saved', { detail }));
  }

  override render(): TemplateResult {
    const { collection } = this;
    const shown = Object.keys(collection?.schema.properties ?? {}).map((key) => `/values/${key}`);
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#submit}>
          <h2 id="title">${this.#at === null ? 'Add' : 'Change'} ${
            this.#at === null ? collection?.one : String(this.#stored[collection?.namedBy ?? ''] ?? collection?.one)
          }</h2>
          ${refusalSummary(this.refusal, shown)}
          <dossier-schema-form base="/values" .schema=${collection?.schema ?? {}} .values=${this.values}
            .faults=${this.refusal?.faults ?? []}
            @dossier-form-changed=${(event: CustomEvent<FormValues>) => {
              this.values = event.detail;
            }}></dossier-schema-form>
          ${this.buttons(this.#at === null ? 'Add' : 'Save', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-setting-entry', EntryDialog);
