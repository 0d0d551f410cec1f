import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { done } from '@dossier/sdk/web/ui/done';
import { counted } from '@dossier/sdk/web/ui/format';
import type { Application } from '../types.ts';

interface Officer {
  readonly id: string;
  readonly name: string;
  readonly open: number;
}

/** Who works on a case: taken, handed over and given back from here. Fires `dossier-application-changed`. */
class CaseOfficers extends DossierElement {
  static override styles = [
    DossierElement.styles,
    avatarStyles,
    css`
    :host { display: block; font-size: var(--dossier-size-s); }
    ul { display: grid; gap: 0.25rem; }
    li, .none { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; min-height: 2.5rem; }
    .who { flex: 1 1 8rem; min-width: 0; overflow-wrap: anywhere; }
    li > .avatar { width: 1.5rem; height: 1.5rem; font-size: 0.625rem; }
    form { display: grid; gap: 0.5rem; padding: 0.625rem 0; }
    .row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  `,
  ];
  static override properties = {
    application: { attribute: false },
    officers: { state: true },
    giving: { state: true },
    busy: { state: true },
  };
  declare application: Application | null;
  /** Those to whom it can be given; null until they are wanted and known. */
  declare officers: readonly Officer[] | null;
  declare giving: 'over' | 'also' | null;
  declare busy: boolean;

  constructor() {
    super();
    this.application = null;
    this.officers = null;
    this.giving = null;
    this.busy = false;
  }

  async #do(work: (at: string) => Promise<unknown>, text: string): Promise<void> {
    if (!this.application || this.busy) return;
    this.busy = true;
    const at = `/api/v1/applications/${this.application.id}`;
    if (await done(this.host, () => work(at), text)) this.giving = null;
    this.busy = false;
    this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true }));
  }

  async #open(giving: 'over' | 'also', { workspaceId }: Application): Promise<void> {
    this.giving = giving;
    try {
      this.officers ??= await this.host.send<readonly Officer[]>('GET', `/api/v1/workspaces/${workspaceId}/officers`);
    } catch (error) {
      this.giving = null;
      this.host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'That did not work.' });
    }
    await this.updateComplete;
    this.renderRoot.querySelector('select')?.focus();
  }

  #give(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const userId = String(new FormData(form).get('officer') ?? '');
    const name = this.officers?.find(({ id }) => id === userId)?.name ?? '';
    void (this.giving === 'over'
      ? this.#do((at) => this.host.send('POST', `${at}/hand-over`, { userId }), `${name} works on it now.`)
      : this.#do((at) => this.host.send('POST', `${at}/assignees`, { userId }), `It is assigned to ${name}.`));
  }

  #choice(assigned: readonly string[]): TemplateResult | typeof nothing {
    if (this.giving === null || this.officers === null) return nothing;
    const others = this.officers.filter(({ id }) => !assigned.includes(id) && id !== this.session?.user.id);
    if (others.length === 0)
      return html`<p class="muted">There is nobody else who may work on it. Who manages access can let more people.</p>`;
    return html`<form @submit=${this.#give}><label for="officer">${
      this.giving === 'over' ? 'Hand it over to' : 'Assign it to'
    }</label><select id="officer" name="officer" class="input">${others.map(
      ({ id, name, open }) => html`<option value=${id}>${name} (${counted(open, 'open case', 'open cases')})</option>`,
    )}</select><div class="row"><button class="button primary small" ?disabled=${this.busy}>${
      this.giving === 'over' ? 'Hand over' : 'Assign'
    }</button><button class="button small" type="button" @click=${() => {
      this.giving = null;
    }}>Cancel</button></div></form>`;
  }

  override render() {
    const { application } = this;
    if (!application) return nothing;
    const me = this.session?.user.id ?? '';
    const officers = application.officers ?? [];
    const open = application.decidedAt === null;
    const mayTake = open && application.can.includes('approve');
    const mayAssign = open && application.can.includes('assign');
    const mine = officers.some(({ id }) => id === me);
    return html`
      ${
        officers.length === 0
          ? html`<p class="none muted">${open ? 'Nobody is assigned yet.' : 'Nobody was assigned.'}</p>`
          : html`<ul>${officers.map(
              ({ id, name }) =>
                html`<li>${avatar(name)}<span class="who">${name}${id === me ? ', you' : ''}</span>${
                  open && id === me
                    ? html`<button class="button small" ?disabled=${this.busy}
                        @click=${() => void this.#open('over', application)}>Hand over</button><button
                        class="button small" ?disabled=${this.busy}
                        @click=${() => void this.#do((at) => this.host.send('DELETE', `${at}/assignees/${me}`), 'You gave it back.')}>Give back</button>`
                    : mayAssign
                      ? html`<button class="button small" ?disabled=${this.busy}
                          @click=${() => void this.#do((at) => this.host.send('DELETE', `${at}/assignees/${id}`), `${name} is taken off.`)}>Take off<span class="visually-hidden"> ${name}</span></button>`
                      : nothing
                }</li>`,
            )}</ul>`
      }
      <div class="row">${
        mayTake && !mine
          ? html`<button class="button small" ?disabled=${this.busy}
              @click=${() => void this.#do((at) => this.host.send('POST', `${at}/assignees`, { userId: me }), 'It is assigned to you.')}>Take it</button>`
          : nothing
      }${
        mayAssign
          ? html`<button class="button small" ?disabled=${this.busy}
              @click=${() => void this.#open('also', application)}>Assign…</button>`
          : nothing
      }</div>
      ${this.#choice(officers.map(({ id }) => id))}`;
  }
}
define('dossier-case-officers', CaseOfficers);
