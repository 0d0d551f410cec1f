import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import type { Phrase, PhraseUse } from '../contract.ts';
import { uses } from './uses.ts';

const path = '/api/v1/organization/phrases';

/** Writes a text, or changes one. Fires `dossier-phrase-saved` (detail: its title). */
export class PhraseDialog extends FormDialog {
  #phrase: Phrase | null = null;
  #use: PhraseUse = 'rejection';

  async write(use: PhraseUse): Promise<void> {
    this.#phrase = null;
    this.#use = use;
    await this.open();
    this.renderRoot.querySelector('input')?.focus();
  }

  async change({ id }: Phrase): Promise<void> {
    await this.openFor<Phrase>(`${path}/${id}`, (now) => {
      this.#phrase = now;
      this.#use = now.use;
    });
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const body = { use: this.#use, title: String(form.get('title')).trim(), text: String(form.get('text')) };
      const { title } = this.#phrase
        ? await this.host.send<Phrase>('PUT', `${path}/${this.#phrase.id}`, body, this.asRead)
        : await this.host.send<Phrase>('POST', path, body);
      this.dispatchEvent(new CustomEvent('dossier-phrase-saved', { detail: title }));
    });
  }

  override render() {
    const phrase = this.#phrase;
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">${phrase ? 'Change the text' : 'Write a text'}</h2>
          <p class="muted">For ${uses[this.#use].title.toLowerCase()}. ${uses[this.#use].about}</p>
          ${refusalSummary(this.refusal, ['/title', '/text'])}
          <div class="field"><label for="title">Title</label>
            <input id="title" name="title" class="input" maxlength="120" autocomplete="off" aria-required="true"
              .defaultValue=${phrase?.title ?? ''} aria-describedby="title-hint" aria-invalid=${this.wrong('/title')}>
            ${this.notes('/title', 'title', 'By which colleagues choose it. Applicants do not see it.')}</div>
          <div class="field"><label for="text">Text</label>
            <textarea id="text" name="text" class="input" rows="7" maxlength="2000" aria-required="true"
              .defaultValue=${phrase?.text ?? ''} aria-describedby="text-hint" aria-invalid=${this.wrong('/text')}></textarea>
            ${this.notes('/text', 'text', 'Paragraphs are kept. Who uses it can still change it.')}</div>
          ${this.buttons(phrase ? 'Save text' : 'Add text', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-phrase-dialog', PhraseDialog);
