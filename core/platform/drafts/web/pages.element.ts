import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { reader } from '@dossier/sdk/web/ui/reader';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DraftReply, OfferedTemplate } from '../contract.ts';
import './own-drafts.element.ts';
import './sent.element.ts';
import './wizard.element.ts';
import { wizardStyles } from './wizard.styles.ts';

/** Where an application is begun, and gone on with: what is offered here, one's drafts, and the wizard. */
class ApplyPage extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, wizardStyles];
  static override properties = {
    base: {},
    rest: {},
    search: {},
    size: { reflect: true },
    offered: { state: true },
    error: { state: true },
  };
  declare base: string;
  declare rest: string;
  declare search: string;
  declare size: 'client' | 'staff';
  declare offered: readonly OfferedTemplate[] | null;
  declare error: unknown;
  /** A second press begins no second draft. */
  readonly #keys = new Map<string, string>();
  #loaded = '';

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.size = 'staff';
    this.offered = null;
    this.error = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.workspace) return;
    this.size = this.workspace.type === 'CLIENT' ? 'client' : 'staff';
    if (this.rest !== '' || (this.#loaded === this.workspace.id && !changed.has('rest'))) return;
    this.#loaded = this.workspace.id;
    void this.#load(this.workspace.id);
  }

  async #load(workspaceId: string): Promise<void> {
    try {
      this.offered = await this.host.send<readonly OfferedTemplate[]>(
        'GET',
        `/api/v1/workspaces/${workspaceId}/offered-templates`,
        undefined,
        { headers: { 'accept-language': reader().languages.join() } },
      );
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }

  async #begin(templateId: string): Promise<void> {
    const key = this.#keys.get(templateId) ?? newKey();
    this.#keys.set(templateId, key);
    try {
      const draft = await this.host.send<DraftReply>(
        'POST',
        `/api/v1/workspaces/${this.workspace?.id ?? ''}/drafts`,
        { templateId },
        { headers: { 'idempotency-key': key } },
      );
      this.#keys.delete(templateId);
      this.host.navigate(`${this.base}/${draft.id}`);
    } catch (error) {
      this.host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'That did not work.' });
    }
  }

  #offers(): TemplateResult {
    const { offered } = this;
    if (!offered) return skeleton(4);
    if (offered.length === 0)
      return html`<div class="card">${empty({
        icon: 'file',
        title: 'Nothing to apply for yet',
        text: 'As soon as something is offered here, you can begin it on this page.',
      })}</div>`;
    return html`<ul class="offers">${offered.map(
      (one) =>
        html`<li class="card"><div class="lead"><strong>${one.name}</strong>${
          one.description === '' ? nothing : html`<p>${one.description}</p>`
        }<p class="muted">${one.minutes === null ? nothing : html`About ${one.minutes} minutes. `}${
          one.documents.length === 0 ? nothing : html`You may need: ${new Intl.ListFormat('en').format(one.documents)}.`
        }</p></div><button class="button primary" @click=${() => void this.#begin(one.templateId)}>${icon(
          'plus',
          16,
        )} Begin<span class="visually-hidden"> ${one.name}</span></button></li>`,
    )}</ul>`;
  }

  override render(): TemplateResult {
    const [first = '', second = ''] = this.rest.split('/');
    if (first === 'sent')
      return html`<dossier-sent .applicationId=${second} .base=${this.base} size=${this.size}
        .formLanguage=${new URLSearchParams(this.search).get('language') ?? ''}></dossier-sent>`;
    if (first !== '')
      return html`<dossier-wizard .draftId=${first} .base=${this.base} size=${this.size}></dossier-wizard>`;
    if (this.error) return failure(this.error, () => void this.#load(this.workspace?.id ?? ''), { alone: true });
    return html`<div class="stack"><h1 tabindex="-1">New application</h1><dossier-own-drafts
      .only=${this.workspace?.id ?? ''} size=${this.size}
      @dossier-drafts-none=${() => this.renderRoot.querySelector<HTMLElement>('h1')?.focus()}></dossier-own-drafts>${this.#offers()}</div>`;
  }
}
define('dossier-apply-page', ApplyPage);
