import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';

const formats = [
  { id: 'pdf', title: 'PDF' },
  { id: 'xlsx', title: 'Excel' },
  { id: 'csv', title: 'CSV' },
] as const;
export type Format = (typeof formats)[number]['id'];

/**
 * What can be done with the report in the editor. Fires `dossier-run` (detail: the format), `dossier-save`,
 * `dossier-save-as`, `dossier-schedule` and `dossier-discard`.
 */
class ReportActions extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
    .run { display: flex; }
    .run .input { width: auto; border-start-end-radius: 0; border-end-end-radius: 0; border-inline-end: 0;
      cursor: pointer; }
    .run .button { border-start-start-radius: 0; border-end-start-radius: 0; }
    .run > :focus-visible { z-index: 1; }
    @media (max-width: 47.99em) { :host > .button { flex: 1 1 auto; } .run { flex: 1 1 100%; } .run .input { flex: 1; }
      .run .button { flex: 1; } }
  `,
  ];
  static override properties = {
    dirty: { attribute: false },
    savable: { attribute: false },
    busy: { attribute: false },
  };
  declare dirty: boolean;
  /** A saved report that is not built in. */
  declare savable: boolean;
  declare busy: boolean;
  #format: Format = 'pdf';

  constructor() {
    super();
    this.dirty = false;
    this.savable = false;
    this.busy = false;
  }

  #fire(name: string): void {
    this.dispatchEvent(new CustomEvent(name, { detail: this.#format }));
  }

  override render() {
    return html`
      ${
        this.dirty
          ? html`<button class="button quiet"
        @click=${() => this.#fire('dossier-discard')}>Discard</button>`
          : nothing
      }
      ${
        this.savable
          ? html`<button class="button" ?disabled=${!this.dirty || this.busy}
        @click=${() => this.#fire('dossier-save')}>Save</button>`
          : nothing
      }
      <button class="button" ?disabled=${this.busy} @click=${() => this.#fire('dossier-save-as')}>Save as …</button>
      <button class="button" ?disabled=${this.busy}
        @click=${() => this.#fire('dossier-schedule')}>${icon('calendar', 16)} Schedule</button>
      <div class="run" role="group" aria-label="Run">
        <select class="input" aria-label="File" @change=${(event: Event) => {
          this.#format =
            formats.find(({ id }) => event.target instanceof HTMLSelectElement && id === event.target.value)?.id ??
            'pdf';
        }}>${formats.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}</select>
        <button class="button primary" ?disabled=${this.busy}
          @click=${() => this.#fire('dossier-run')}>${icon('play', 16)} Run</button>
      </div>`;
  }
}
define('dossier-report-actions', ReportActions);
