import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import type { MessageThread } from './asking.ts';
import { messagesAddress } from './asking.ts';
import type { NewThread } from './new-thread.element.ts';
import './new-thread.element.ts';

/** On the page of an application: write to colleagues about it. */
class WriteAbout extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: contents; }
    /* Where there is no room for it among other buttons, the sign stands alone. */
    .word { display: var(--act-word, inline); }
  `,
  ];
  static override properties = { applicationId: { attribute: false } };
  declare applicationId: string;

  constructor() {
    super();
    this.applicationId = '';
  }

  #opened({ detail }: CustomEvent<MessageThread>): void {
    this.host.navigate(messagesAddress(this.session?.organization?.slug ?? '', detail.id));
  }

  override render(): TemplateResult {
    return html`<button class="button" aria-label="Write to colleagues" title="Write to colleagues" @click=${() =>
      void this.renderRoot.querySelector<NewThread>('dossier-new-thread')?.ask(this.applicationId)}>${icon(
      'chat',
      16,
    )} <span class="word">Write to colleagues</span></button><dossier-new-thread @dossier-thread-opened=${(
      event: CustomEvent<MessageThread>,
    ) => this.#opened(event)}></dossier-new-thread>`;
  }
}
define('dossier-write-about', WriteAbout);
