import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { changesStyles, roundShown } from './changes.ts';
import { correctStyles } from './correct.styles.ts';
import { CorrectionsController } from './corrections.controller.ts';

/** Among what a client has sent: what they have corrected, folded away; nothing where that is nothing. */
class Corrected extends DossierElement {
  static override styles = [DossierElement.styles, changesStyles, correctStyles];
  static override properties = { application: { attribute: false } };
  declare application: { readonly id: string } | null;
  readonly #data = new CorrectionsController(this, 'client');

  constructor() {
    super();
    this.application = null;
  }

  protected override willUpdate(): void {
    if (this.workspace && this.application) this.#data.show(this.workspace.id, this.application.id);
  }

  override render(): TemplateResult | typeof nothing {
    const { rounds, application } = this.#data;
    const sent = rounds?.filter(({ state }) => state === 'sent') ?? [];
    if (application === null || sent.length === 0) return nothing;
    return html`<details class="earlier"><summary>What you corrected before</summary>${sent
      .toReversed()
      .map((round) => roundShown(round, application.template.inLanguage))}</details>`;
  }
}
define('dossier-corrected', Corrected);
