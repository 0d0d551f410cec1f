import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { perMinuteField, perMinuteHint, perMinuteOf } from './per-minute.ts';
import type { ApiKey } from './types.ts';

/**
 * Name, networks and rate of a key that is in use; its secret and scopes stay. Fires `dossier-key-changed` (detail: the
 * key).
 */
export class ChangeDialog extends FormDialog {
  #key: ApiKey | null = null;

  async ask(key: ApiKey): Promise<void> {
    this.#key = key;
    await this.openFor<ApiKey>(`/api/v1/api-keys/${key.id}`, (now) => {
      this.#key = now;
    });
    this.renderRoot.querySelector<HTMLInputElement>('#name')?.select();
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const body = {
        name: String(form.get('name')).trim(),
        networks: String(form.get('networks'))
          .split(/[\s,;]+/)
          .filter(Boolean),
        perMinute: perMinuteOf(form),
      };
      const detail = await this.host.send<ApiKey>(
        'PATCH',
        `/api/v1/api-keys/${this.#key?.id ?? ''}`,
        body,
        this.asRead,
      );
      this.dispatchEvent(new CustomEvent('dossier-key-changed', { detail }));
    });
  }

  override render() {
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">Change ${this.#key?.name ?? ''}</h2>
          ${refusalSummary(this.refusal, ['/name', '/networks', '/perMinute'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="100" autocomplete="off" aria-required="true"
              .defaultValue=${this.#key?.name ?? ''} aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>
            ${this.notes('/name', 'name', 'The partner or program that uses it.')}</div>
          <div class="field"><label for="networks">Networks <span class="optional">(optional)</span></label>
            <textarea id="networks" name="networks" class="input code" spellcheck="false" placeholder="192.0.2.0/24"
              .defaultValue=${this.#key?.networks.join('\n') ?? ''} aria-describedby="networks-hint"
              aria-invalid=${this.wrong('/networks')}></textarea>
            ${this.notes('/networks', 'networks', 'Addresses and ranges that may use it, one on each line. Empty means anywhere. It acts on the next request.')}</div>
          ${perMinuteField({ value: this.#key?.perMinute ?? null, wrong: this.wrong('/perMinute') === 'true', notes: this.notes('/perMinute', 'perMinute', perMinuteHint) })}
          ${this.buttons('Save', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-change-key-dialog', ChangeDialog);
