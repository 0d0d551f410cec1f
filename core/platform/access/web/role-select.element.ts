import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { Role } from './types.ts';

/** A membership whose role is shown and chosen. */
export interface Placed {
  readonly id: string;
  readonly teamRoleId: string | null;
}

/**
 * The role of a member, chosen in place and saved at once. Fires `dossier-role` (detail: the role) when it was saved
 * and `dossier-refused` (detail: the error) when it was not; then the role from before stands again.
 */
class RoleSelect extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`:host { display: block; } .input { padding-inline-end: 0.25rem; text-overflow: ellipsis; }
      .input[aria-busy="true"] { opacity: 0.6; }`,
  ];
  static override properties = {
    membership: { attribute: false },
    roles: { attribute: false },
    label: {},
    busy: { state: true },
  };
  declare membership: Placed | null;
  declare roles: readonly Role[];
  /** What the select is called, for example "Role of Ada". */
  declare label: string;
  declare busy: boolean;

  constructor() {
    super();
    this.membership = null;
    this.roles = [];
    this.label = 'Role';
    this.busy = false;
  }

  async #choose(event: Event): Promise<void> {
    const { membership } = this;
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !membership) return;
    const role = this.roles.find((one) => one.id === select.value);
    if (!role || this.busy) return;
    this.busy = true;
    try {
      await this.host.send('PUT', `/api/v1/user-teams/${membership.id}`, { teamRoleId: role.id });
      this.dispatchEvent(new CustomEvent('dossier-role', { detail: role }));
    } catch (error) {
      select.value = membership.teamRoleId ?? '';
      this.dispatchEvent(new CustomEvent('dossier-refused', { detail: error }));
    }
    this.busy = false;
  }

  override render() {
    const current = this.membership?.teamRoleId ?? '';
    return html`
      <select class="input" aria-label=${this.label} aria-busy=${this.busy} @change=${this.#choose}>
        ${current === '' ? html`<option value="" selected disabled>No role</option>` : ''}
        ${this.roles.map(
          (role) => html`<option value=${role.id} ?selected=${role.id === current}
          .selected=${role.id === current}>${role.name}</option>`,
        )}
      </select>`;
  }
}
define('dossier-role-select', RoleSelect);
