import type { DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { MyApplication } from './my-application.query.ts';

/** A client takes an application back, before a decision alone, and after being asked once. */
export class Withdrawing {
  #busy = false;
  readonly #element: DossierElement;
  readonly #done: () => Promise<void>;

  constructor(element: DossierElement, done: () => Promise<void>) {
    this.#element = element;
    this.#done = done;
  }

  offer({ id, number, can }: MyApplication): TemplateResult | typeof nothing {
    if (!can.includes('withdraw')) return nothing;
    return html`<section class="end" aria-labelledby="end"><h2 id="end">Changed your mind?</h2>
      <p class="muted">You can take your application back as long as nothing is decided. That ends it.</p>
      <button class="button" aria-disabled=${this.#busy}
        @click=${() => void this.#withdraw(id, number)}>Take my application back</button></section>`;
  }

  async #withdraw(id: string, number: string): Promise<void> {
    if (this.#busy) return;
    const { host } = this.#element;
    const isSure = await host.confirm({
      title: `Take back ${number}?`,
      body: 'Your application ends, and nobody decides on it. This cannot be undone; you can apply again at any time.',
      action: 'Take it back',
      danger: true,
    });
    if (!isSure) return;
    this.#busy = true;
    this.#element.requestUpdate();
    try {
      await host.send('POST', `/api/v1/applications/${id}/withdraw`, {});
      host.notify({ kind: 'success', text: 'You took your application back.' });
    } catch (error) {
      host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'That did not work.' });
    }
    this.#busy = false;
    await this.#done();
  }
}
