import { define, DossierElement } from '@dossier/sdk/web';
import { ago, fullDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DraftReply, DraftRow, OfferedTemplate } from '../contract.ts';
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
    drafts: { state: true },
    error: { state: true },
  };
  declare base: string;
  declare rest: string;
  declare search: string;
  declare size: 'client' | 'staff';
  declare offered: readonly OfferedTemplate[] | null;
  declare drafts: readonly DraftRow[];
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
    this.drafts = [];
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
      const [offered, drafts] = await Promise.all([
        this.host.send<readonly OfferedTemplate[]>('GET', `/api/v1/workspaces/${workspaceId}/offered-templates`),
        this.host.send<readonly DraftRow[]>('GET', '/api/v1/drafts'),
      ]);
      this.offered = offered;
      this.drafts = drafts.filter((one) => one.workspaceId === workspaceId);
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

  async #remove(draft: DraftRow): Promise<void> {
    const sure = await this.host.confirm({
      title: `Delete what you began for "${draft.templateName}"?`,
      body: 'Your answers and files are deleted. Nothing was sent.',
      action: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', `/api/v1/drafts/${draft.id}`);
      this.drafts = this.drafts.filter((one) => one.id !== draft.id);
      this.host.announce('It was deleted.');
    } catch (error) {
      this.error = error;
    }
  }

  #begun(): TemplateResult | typeof nothing {
    if (this.drafts.length === 0) return nothing;
    return html`<section class="stack" aria-labelledby="begun"><h2 id="begun">Begun, not sent</h2><ul class="offers">${this.drafts.map(
      (one) => html`<li class="card"><div class="lead"><strong>${one.templateName}</strong><p class="muted">Saved ${ago(
        one.savedAt,
      )}. It is deleted on ${fullDay(one.expiresAt)}.</p></div><a class="button primary"
        href="${this.base}/${one.id}">Go on<span class="visually-hidden"> with ${one.templateName}</span></a><button
        class="button" @click=${() => void this.#remove(one)}>Delete<span
        class="visually-hidden"> ${one.templateName}</span></button></li>`,
    )}</ul></section>`;
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
    if (this.rest !== '')
      return html`<dossier-wizard .draftId=${this.rest.split('/')[0] ?? ''} .base=${this.base}
        size=${this.size}></dossier-wizard>`;
    if (this.error) return failure(this.error, () => void this.#load(this.workspace?.id ?? ''), { alone: true });
    return html`<div class="stack"><h1>New application</h1>${this.#begun()}${this.#offers()}</div>`;
  }
}
define('dossier-apply-page', ApplyPage);
