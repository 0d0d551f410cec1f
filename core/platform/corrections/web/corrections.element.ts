import { define, DossierElement } from '@dossier/sdk/web';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { changesStyles, roundShown } from './changes.ts';
import { CorrectionsController } from './corrections.controller.ts';

/** For staff, in a tab of the application: what was asked of the client, and what is different since. */
class Corrections extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, changesStyles];
  static override properties = { applicationId: { attribute: false } };
  declare applicationId: string;
  readonly #data = new CorrectionsController(this, 'staff');
  /** Rounds that were noted as looked at from here. */
  readonly #seen = new Set<string>();

  constructor() {
    super();
    this.applicationId = '';
  }

  protected override willUpdate(): void {
    if (this.workspace) this.#data.show(this.workspace.id, this.applicationId);
  }

  protected override updated(): void {
    const answered = this.#data.rounds?.findLast(({ state }) => state === 'sent');
    if (!answered || this.#seen.has(answered.id)) return;
    this.#seen.add(answered.id);
    // That it was looked at is a mark in the queue: without it the next look leaves it.
    void this.host.send('POST', `/api/v1/corrections/${answered.id}/seen`).catch(() => this.#seen.delete(answered.id));
  }

  override render(): TemplateResult {
    const { rounds, application, error } = this.#data;
    if (error !== null) return failure(error, () => void this.#data.reload());
    if (rounds === null || application === null) return skeleton(4);
    if (rounds.length === 0)
      return empty({
        icon: 'pencil',
        title: 'Nothing was asked yet',
        text: 'When the client is asked to correct something, it stands here with what is different since.',
      });
    return html`<div class="card">${rounds.toReversed().map((round) => roundShown(round, application.template.inLanguage))}</div>`;
  }
}
define('dossier-corrections', Corrections);
