import { define } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Person, Role, Team } from '../types.ts';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { ordinary, roleField } from './role-field.ts';

/** So many people are shown; a part of the name narrows them. */
const shownAtMost = 20;

/**
 * Finds somebody of the organization who is not in the team yet, and gives a role. Fires `dossier-added` (detail: the
 * name).
 */
export class AddDialog extends FormDialog {
  static override styles = [
    ...[FormDialog.styles].flat(),
    css`.found { max-height: 15rem; overflow: auto; } .found .option { min-height: 3.25rem; }`,
  ];
  static override properties: PropertyDeclarations = { roles: { attribute: false }, people: { state: true } };
  declare roles: readonly Role[];
  declare people: readonly Person[] | null;
  #team: Team | null = null;
  #turn = 0;

  constructor() {
    super();
    this.roles = [];
    this.people = null;
  }

  async ask(team: Team): Promise<void> {
    this.#team = team;
    this.people = null;
    await this.open();
    await this.#find('');
  }

  async #find(wanted: string): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const { rows } = await this.host.readPage<Person>(
        `/api/v1/people?${new URLSearchParams({ limit: '100', ...(wanted === '' ? {} : { q: wanted }) })}`,
      );
      if (turn !== this.#turn) return;
      this.people = rows
        .filter((person) => !person.memberships.some(({ teamId }) => teamId === this.#team?.id))
        .slice(0, shownAtMost);
      this.host.announce(this.people.length === 0 ? 'Nobody found' : `${this.people.length} found`);
    } catch (error) {
      if (turn === this.#turn)
        this.refusal = {
          faults: [],
          text: error instanceof Error ? error.message : 'The people could not be loaded. Please try again.',
        };
    }
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const person = this.people?.find(({ id }) => id === form.get('person'));
      await this.host.send('POST', '/api/v1/user-teams', {
        userId: person?.id ?? '',
        teamId: this.#team?.id,
        status: 'active',
        teamRoleId: form.get('role'),
      });
      this.dispatchEvent(new CustomEvent('dossier-added', { detail: person?.name ?? '' }));
    });
  }

  #typed(event: Event): void {
    if (event.target instanceof HTMLInputElement) void this.#find(event.target.value.trim());
  }

  override render() {
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">Add a member</h2>
          ${refusalSummary(this.refusal, ['/userId', '/teamRoleId'])}
          <div class="field"><label for="search">Search in the organization</label>
            <input id="search" class="input" type="search" maxlength="200" autocomplete="off"
              placeholder="Name or e-mail" @input=${this.#typed} @keydown=${(event: KeyboardEvent) => {
                if (event.key === 'Enter') event.preventDefault();
              }}></div>
          <fieldset class="field" aria-describedby="person-hint">
            <legend>Who</legend>
            <div class="found">${
              // Only the page knows who is chosen: a choice stays with its person when others are found.
              repeat(
                this.people ?? [],
                ({ id }) => id,
                (person) =>
                  html`<label class="option"><input type="radio" name="person"
                    value=${person.id}><span>${person.name}<span
                    class="muted small">${person.email}</span></span></label>`,
              )
            }</div>
            ${
              this.people?.length === 0
                ? html`<p
              class="muted">Nobody else of that name. Invite people from outside by e-mail, under Invitations.</p>`
                : nothing
            }
            ${this.notes('/userId', 'person')}
          </fieldset>
          ${roleField(this.roles, ordinary(this.roles), this.wrong('/teamRoleId'), this.notes('/teamRoleId', 'role', 'You can give what you hold yourself.'))}
          ${this.buttons('Add', 'Adding…', { disabled: this.people?.length === 0 })}
        </form>
      </dialog>`;
  }
}
define('dossier-add-dialog', AddDialog);
