import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import type { ChangeDialog } from './change-dialog.element.ts';
import './change-dialog.element.ts';
import { example } from './example.ts';
import type { IssueDialog } from './issue-dialog.element.ts';
import './issue-dialog.element.ts';
import { keyCard } from './key-card.ts';
import type { RotateDialog } from './rotate-dialog.element.ts';
import './rotate-dialog.element.ts';
import type { SecretDialog } from './secret-dialog.element.ts';
import './secret-dialog.element.ts';
import { apiKeyStyles } from './styles.ts';
import { stateOf } from './types.ts';
import type { ApiKey, KeyScope, KeyWithSecret } from './types.ts';

const pageSize = 200;

/** The keys with which programs work for the organization: newest first, those that work no more behind a heading. */
class ApiKeySettings extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, apiKeyStyles];
  static override properties = { keys: { state: true }, scopes: { state: true }, error: { state: true } };
  declare keys: readonly ApiKey[] | null;
  declare scopes: readonly KeyScope[];
  declare error: unknown;
  #turn = 0;

  constructor() {
    super();
    this.keys = null;
    this.scopes = [];
    this.error = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  /** Of two looks the later one counts. */
  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    this.error = null;
    try {
      const [keys, scopes] = await Promise.all([
        this.#all(),
        this.host.send<readonly KeyScope[]>('GET', '/api/v1/api-keys/scopes'),
      ]);
      if (turn !== this.#turn) return;
      this.keys = keys.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      this.scopes = scopes;
    } catch (error) {
      if (turn !== this.#turn) return;
      if (!this.keys) this.error = error;
      else
        this.host.notify({
          kind: 'error',
          text: error instanceof Error ? error.message : 'The list could not be loaded anew.',
        });
    }
  }

  async #all(): Promise<readonly ApiKey[]> {
    const all: ApiKey[] = [];
    for (;;) {
      const last = all.at(-1);
      const page = await this.host.send<readonly ApiKey[]>(
        'GET',
        `/api/v1/api-keys?limit=${pageSize}${last ? `&cursor=${last.id}` : ''}`,
      );
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  #secret(event: CustomEvent<KeyWithSecret>): void {
    void this.renderRoot.querySelector<SecretDialog>('dossier-secret-dialog')?.show(event.detail);
    void this.#load();
  }

  async #revoke(key: ApiKey): Promise<void> {
    const sure = await this.host.confirm({
      title: `Revoke ${key.name}?`,
      body: 'Programs that use this key are refused with their next request. A revoked key does not come back; what was submitted with it stays.',
      action: 'Revoke the key',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', `/api/v1/api-keys/${key.id}`);
      this.host.notify({ kind: 'success', text: `${key.name} was revoked.` });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'The key could not be revoked. Please try again.',
      });
    }
    await this.#load();
  }

  #changed(event: CustomEvent<ApiKey>): void {
    this.host.notify({ kind: 'success', text: `${event.detail.name} was changed.` });
    void this.#load();
  }

  #issue(): void {
    void this.renderRoot.querySelector<IssueDialog>('dossier-issue-dialog')?.ask();
  }

  #list(keys: readonly ApiKey[]): TemplateResult {
    const on = {
      change: (key: ApiKey) => void this.renderRoot.querySelector<ChangeDialog>('dossier-change-key-dialog')?.ask(key),
      rotate: (key: ApiKey) => void this.renderRoot.querySelector<RotateDialog>('dossier-rotate-dialog')?.ask(key),
      revoke: (key: ApiKey) => void this.#revoke(key),
    };
    return html`<ul class="list">${repeat(
      keys,
      (key) => key.id,
      (key) => keyCard(key, on),
    )}</ul>`;
  }

  #body(): TemplateResult {
    if (this.error) return failure(this.error, () => void this.#load());
    if (!this.keys) return skeleton(6, 'Loading the API keys');
    if (this.keys.length === 0) {
      return html`<div class="card none">${empty({
        icon: 'key',
        title: 'No API keys yet',
        text: 'A partner’s program needs a key to submit applications and to follow them. Issue one for each partner, so that each can be revoked alone.',
      })}${example()}</div>`;
    }
    const over = this.keys.filter((key) => ['revoked', 'expired'].includes(stateOf(key)));
    const live = this.keys.filter((key) => !over.includes(key));
    return html`
      ${
        live.length === 0
          ? html`<div class="card none">${empty({
              icon: 'key',
              title: 'No key works at present',
              text: 'All keys were revoked or have expired. Issue one, and programs can work again.',
            })}</div>`
          : this.#list(live)
      }
      ${
        over.length === 0
          ? nothing
          : html`<details class="gone"><summary>${counted(
              over.length,
              'key that works no more',
              'keys that work no more',
            )}</summary>${this.#list(over)}</details>`
      }
      <details class="gone"><summary>How a program uses a key</summary>${example()}</details>`;
  }

  override render(): TemplateResult {
    return html`
      <div class="head">
        <div class="lead"><h1>API keys</h1><p
          class="muted">Keys with which programs of partners work for ${
            this.session?.organization?.name ?? 'the organization'
          }. What they can call, and how to try it, stands in the <a href="/docs" target="_blank"
            rel="noopener">reference</a>.</p></div>
        <button class="button primary" ?disabled=${this.keys === null}
          @click=${this.#issue}>${icon('key', 16)} Issue a key</button>
      </div>
      ${this.#body()}
      <dossier-issue-dialog .scopes=${this.scopes} @dossier-secret=${this.#secret}></dossier-issue-dialog>
      <dossier-change-key-dialog @dossier-key-changed=${this.#changed}></dossier-change-key-dialog>
      <dossier-rotate-dialog @dossier-secret=${this.#secret}></dossier-rotate-dialog>
      <dossier-secret-dialog></dossier-secret-dialog>`;
  }
}
define('dossier-settings-api-keys', ApiKeySettings);
