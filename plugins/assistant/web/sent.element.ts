import { define, DossierElement } from '@dossier/sdk/web';
import { fullTime } from '@dossier/sdk/web/ui/format';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Sent } from '../contract.ts';

const roles = { system: 'Instructions', user: 'Question or data', assistant: 'Earlier answer' } as const;

/** The messages that the model was given for an answer, word for word. */
class WhatWasSent extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: block; border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
      background: var(--dossier-surface); scroll-margin-top: 2.5rem; }
    .sent { display: grid; gap: 0.625rem; padding: 0.75rem; font-size: var(--dossier-size-s); }
    .state { padding: 1rem; }
    dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.75rem; }
    dt { color: var(--dossier-muted); }
    dd { overflow-wrap: anywhere; }
    code { font-size: 0.92em; }
    pre { max-height: 16rem; margin: 0.25rem 0 0; padding: 0.5rem 0.625rem; overflow: auto; white-space: pre-wrap;
      overflow-wrap: anywhere; border-radius: var(--dossier-radius); background: var(--dossier-neutral-soft);
      font-size: var(--dossier-size-xs); }
  `,
  ];
  static override properties = { path: { attribute: false }, sent: { state: true }, error: { state: true } };
  declare path: string;
  declare sent: Sent | null;
  declare error: unknown;

  constructor() {
    super();
    this.path = '';
    this.sent = null;
    this.error = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('path') && this.path !== '') void this.#load(this.path);
  }

  /** Shown from its beginning, below the button that unfolds it. */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('sent') && this.sent) this.scrollIntoView({ block: 'start' });
  }

  async #load(path: string): Promise<void> {
    this.sent = null;
    this.error = null;
    try {
      const sent = await this.host.send<Sent>('GET', path);
      if (path === this.path) this.sent = sent;
    } catch (error) {
      if (path === this.path) this.error = error;
    }
  }

  override render(): TemplateResult {
    const { sent, error } = this;
    if (error) return failure(error, () => void this.#load(this.path));
    if (!sent) return skeleton(4, 'Loading what was sent');
    return html`<div class="sent">
      <dl><dt>Model</dt><dd>${sent.model}</dd><dt>Sent</dt><dd><time
        datetime=${sent.at}>${fullTime(sent.at)}</time></dd><dt>Digest</dt><dd><code
        title="${sent.digest}: SHA-256 of the messages; the audit trail has it too">${sent.digest.slice(0, 12)}…</code></dd>
      </dl>
      ${sent.messages.map(
        ({ role, content }, n) => html`<div><p id="part-${n}" class="muted">${roles[role]}</p><pre
          role="group" tabindex="0" aria-labelledby="part-${n}" dir="auto">${content}</pre></div>`,
      )}</div>`;
  }
}
define('dossier-assistant-sent', WhatWasSent);
