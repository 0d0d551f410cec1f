import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Role } from '../types.ts';

/** The role with which somebody usually begins: the one with the fewest permissions. */
export const ordinary = (roles: readonly Role[]): Role | undefined =>
  roles.find(({ name }) => name === 'Member') ??
  roles.toSorted((a, b) => a.permissions.length - b.permissions.length)[0];

/** A labelled select of the team's roles, by the name `role`. */
export const roleField = (
  roles: readonly Role[],
  first: Role | undefined,
  wrong: 'true' | 'false',
  notes: TemplateResult,
): TemplateResult => html`
  <div class="field"><label for="role">Role</label>
    <select id="role" name="role" class="input" aria-describedby="role-hint" aria-invalid=${wrong}>${roles.map(
      (role) => html`<option value=${role.id} ?selected=${role.id === first?.id}>${role.name}</option>`,
    )}</select>
    ${notes}</div>`;
