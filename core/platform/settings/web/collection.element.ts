import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import './entry-dialog.element.ts';
import type { EntryDialog } from './entry-dialog.element.ts';
import type { Collection, Entry } from './types.ts';

/** What is entered in a collection of settings, and the ways to add, change and remove. */
class SettingCollection extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    sectionStyles,
    css`:host { max-width: none; padding-bottom: 0; } h2 { overflow-wrap: anywhere; }`,
  ];
  static override properties = { collection: { attribute: false }, path: {} };
  declare collection: Collection | null;
  /** Of the integration. */
  declare path: string;
  readonly #loading = new Loading(this, () => this.host.send<readonly Entry[]>('GET', this.#entries));

  constructor() {
    super();
    this.collection = null;
    this.path = '';
  }

  get #entries(): string {
    return `${this.path}/collections/${encodeURIComponent(this.collection?.id ?? '')}/entries`;
  }

  get #dialog(): EntryDialog | null {
    return this.renderRoot.querySelector<EntryDialog>('dossier-setting-entry');
  }

  #nameOf({ values }: Entry): string {
    return String(values[this.collection?.namedBy ?? ''] ?? 'Without a name');
  }

  async #saved(name: string): Promise<void> {
    this.host.notify({ kind: 'success', text: `${name} was saved.` });
    await this.#loading.again();
  }

  async #remove(entry: Entry): Promise<void> {
    const name = this.#nameOf(entry);
    const sure = await this.host.confirm({
      title: `Remove ${name}?`,
      body: 'It is deleted with its secrets, and what needs it stops.',
      action: 'Remove',
      danger: true,
    });
    const send = () =>
      this.host.send('DELETE', `${this.#entries}/${entry.id}`, undefined, {
        headers: { 'if-match': `"${entry.version}"` },
      });
    if (sure && (await done(this.host, send, `${name} was removed.`))) await this.#loading.again();
  }

  #row(entry: Entry): TemplateResult {
    const name = this.#nameOf(entry);
    return html`<li><span class="text"><span class="name">${name}</span>${
      entry.changedAt === null
        ? nothing
        : html`<span class="muted small">Changed <time datetime=${entry.changedAt}
          title=${fullTime(entry.changedAt)}>${ago(entry.changedAt)}</time>${
            entry.by ? ` by ${entry.by.name}` : nothing
          }</span>`
    }</span>
      ${entry.state === 'failing' ? chip({ text: 'Needs attention', tone: 'danger', icon: 'warning' }) : nothing}
      <span class="actions"><button class="button small" @click=${() => void this.#dialog?.change(entry.id)}>Change<span
        class="visually-hidden"> ${name}</span></button><button class="button small danger"
        @click=${() => void this.#remove(entry)}>Remove<span
        class="visually-hidden"> ${name}</span></button></span></li>`;
  }

  #list(collection: Collection, all: readonly Entry[]): TemplateResult {
    return html`
      ${
        all.length === 0
          ? html`<p class="muted">None yet.</p>`
          : html`<ul class="rows card"
        aria-label=${collection.title}>${all.map((one) => this.#row(one))}</ul>`
      }
      ${
        all.length >= collection.most
          ? html`<p
        class="muted small">There can be ${collection.most}. Remove one to add another.</p>`
          : html`<p><button class="button" @click=${() => void this.#dialog?.add()}>Add ${collection.one}</button></p>`
      }`;
  }

  override render(): TemplateResult {
    const { collection } = this;
    if (!collection) return html``;
    return html`
      <section class="part" aria-labelledby="title">
        <h2 id="title">${collection.title}</h2>
        ${collection.description === '' ? nothing : html`<p class="muted">${collection.description}</p>`}
        ${this.#loading.show((all) => this.#list(collection, all), { label: `Loading ${collection.title}` })}
      </section>
      <dossier-setting-entry .collection=${collection} .path=${this.#entries}
        @dossier-entry-saved=${(event: CustomEvent<string>) =>
          void this.#saved(event.detail)}></dossier-setting-entry>`;
  }
}
define('dossier-setting-collection', SettingCollection);
