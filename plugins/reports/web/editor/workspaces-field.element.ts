import { define, DossierElement, graphDocument } from '@dossier/sdk/web';
import type { HostWorkspace } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

const mine = graphDocument<{ viewer: { workspaces: readonly HostWorkspace[] } }>(
  'query ReportWorkspaces { viewer { workspaces { id name type } } }',
);

/**
 * Further workspaces that a report tells of, from those of the reader; nothing where there is no other one. The server
 * says where reports may not be viewed. Fires `dossier-workspaces` (detail: their ids).
 */
class WorkspacesField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; }
    .option { align-items: center; }
    .option input { margin: 0; }
    .option span { min-width: 0; overflow-wrap: anywhere; }
  `,
  ];
  static override properties = { value: { attribute: false }, known: { state: true } };
  declare value: readonly string[];
  declare known: readonly HostWorkspace[];

  constructor() {
    super();
    this.value = [];
    this.known = [];
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    // Without them the report is that of its own workspace, and what is chosen stays.
    const { viewer } = await this.host.query(mine, {}).catch(() => ({ viewer: { workspaces: [] } }));
    this.known = viewer.workspaces.filter(({ type }) => type !== 'CLIENT');
  }

  #toggle(id: string, on: boolean): void {
    this.dispatchEvent(
      new CustomEvent('dossier-workspaces', {
        detail: on ? [...this.value, id] : this.value.filter((one) => one !== id),
      }),
    );
  }

  override render() {
    const here = this.workspace?.id;
    const others = this.known.filter(({ id }) => id !== here);
    const strange = this.value
      .filter((id) => id !== here && !others.some((one) => one.id === id))
      .map((id) => ({ id, name: 'A workspace that you do not see' }));
    if (others.length + strange.length === 0) return nothing;
    return html`<fieldset class="field"><legend>Together with</legend>${repeat(
      [...others, ...strange],
      ({ id }) => id,
      ({ id, name }) => html`
      <label class="option"><input type="checkbox" .checked=${this.value.includes(id)}
        @change=${(event: Event) =>
          this.#toggle(
            id,
            event.target instanceof HTMLInputElement && event.target.checked,
          )}><span>${name}</span></label>`,
    )}</fieldset>`;
  }
}
define('dossier-report-workspaces', WorkspacesField);
