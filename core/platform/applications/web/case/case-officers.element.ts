import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { done } from '@dossier/sdk/web/ui/done';
import { officerChoice, officerStyles } from '../officer-choice.ts';
import type { Officer } from '../officer-choice.ts';
import type { Application } from '../types.ts';

/** People who work on a case, from taking it to giving it back. Fires `dossier-application-changed`. */
class CaseOfficers extends DossierElement {
  static override styles = [
    DossierElement.styles,
    avatarStyles,
    officerStyles,
    css`
    :host { display: block; font-size: var(--dossier-size-s); }
    ul { display: grid; gap: 0.25rem; }
    li, .none { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; min-height: 2.5rem; }
    .who { flex: 1 1 6rem; min-width: 0; overflow-wrap: anywhere; }
    li > .avatar { width: 1.5rem; height: 1.5rem; font-size: 0.625rem; }
    form { display: grid; gap: 0.5rem; padding: 0.625rem 0; }
    .row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  `,
  ];
  static override properties = {
    application: { attribute: false },
    officers: { state: true },
    giving: { state: true },
    chosen: { state: true },
    refusals: { state: true },
    search: { state: true },
    busy: { state: true },
  };
  declare application: Application | null;
  /** People to whom it can be given; null until they are known. */
  declare officers: readonly Officer[] | null;
  declare giving: 'over' | 'also' | null;
  declare chosen: readonly string[];
  /** Reasons why people who were chosen are not assigned, by their ids. */
  declare refusals: ReadonlyMap<string, string>;
  declare search: string;
  declare busy: boolean;

  constructor() {
    super();
    this.application = null;
    this.busy = false;
    this.#close();
  }

  #close(): void {
    this.officers = null;
    this.giving = null;
    this.chosen = [];
    this.refusals = new Map();
    this.search = '';
  }

  async #do(work: (at: string) => Promise<unknown>, text: string): Promise<void> {
    if (!this.application || this.busy) return;
    this.busy = true;
    const at = `/api/v1/applications/${this.application.id}`;
    await done(this.host, () => work(at), text);
    this.busy = false;
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true }));
  }

  async #open(giving: 'over' | 'also', { workspaceId }: Application): Promise<void> {
    this.#close();
    this.giving = giving;
    try {
      this.officers = await this.host.readAll<Officer>(`/api/v1/workspaces/${workspaceId}/officers`);
    } catch (error) {
      this.giving = null;
      this.host.notify({ kind: 'error', text: error instanceof Error ? error.message : 'That did not work.' });
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('form input')?.focus();
  }

  /** Assigns each by itself; who is refused stays chosen, with the reason. */
  async #give(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { application, chosen, giving } = this;
    if (!application || chosen.length === 0 || this.busy) return;
    this.busy = true;
    const way = giving === 'over' ? 'hand-over' : 'assignees';
    const refusals = new Map<string, string>();
    for (const userId of chosen)
      try {
        await this.host.send('POST', `/api/v1/applications/${application.id}/${way}`, { userId });
      } catch (error) {
        refusals.set(userId, error instanceof ProblemError ? error.message : 'That did not work. Please try again.');
      }
    this.busy = false;
    const names = (this.officers ?? []).filter(({ id }) => chosen.includes(id) && !refusals.has(id));
    this.refusals = refusals;
    this.chosen = [...refusals.keys()];
    if (refusals.size === 0) this.#close();
    if (names.length === 0) return;
    this.host.notify({
      kind: 'success',
      text: `Assigned to ${new Intl.ListFormat('en').format(names.map(({ name }) => name))}.`,
    });
    this.#changed();
  }

  #choice(assigned: readonly string[]): TemplateResult | typeof nothing {
    const { giving, officers } = this;
    if (giving === null || officers === null) return nothing;
    const me = this.session?.user.id;
    const free = officers.filter(({ id }) => !assigned.includes(id) && !(giving === 'over' && id === me));
    const text = giving === 'over' ? 'Hand over' : 'Assign';
    if (free.length === 0)
      return html`<p class="muted">There is nobody else who may work on it. Who manages access can let more people.</p>`;
    return html`<form aria-label=${text} @submit=${(event: SubmitEvent) => void this.#give(event)}>${officerChoice({
      officers: free,
      me,
      several: giving === 'also',
      chosen: this.chosen,
      refusals: this.refusals,
      search: this.search,
      find: (search) => {
        this.search = search;
      },
      choose: (chosen) => {
        this.chosen = chosen;
      },
    })}<div class="row"><button class="button primary small" ?disabled=${this.busy || this.chosen.length === 0}>${
      text
    }${this.chosen.length > 1 ? ` ${this.chosen.length} people` : nothing}</button><button class="button small"
      type="button" @click=${() => this.#close()}>Cancel</button></div></form>`;
  }

  override render() {
    const { application } = this;
    if (!application) return nothing;
    const me = this.session?.user.id ?? '';
    const officers = application.officers ?? [];
    const open = application.decidedAt === null;
    const mayTake = open && application.can.includes('take');
    const mayAssign = open && application.can.includes('assign');
    // The first approver may not take it, and may give it back.
    const mayGive = mayTake || mayAssign || (open && application.can.includes('reject'));
    const mine = officers.some(({ id }) => id === me);
    return html`
      ${
        officers.length === 0
          ? html`<p class="none muted">${open ? 'Nobody is assigned yet.' : 'Nobody was assigned.'}</p>`
          : html`<ul>${officers.map(
              ({ id, name }) =>
                html`<li>${avatar(name)}<span class="who">${name}${id === me ? ', you' : ''}</span>${
                  mayGive && id === me
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
          ? html`<button class="button small" ?disabled=${this.busy} aria-expanded=${this.giving === 'also'}
              @click=${() => void this.#open('also', application)}>Assign…</button>`
          : nothing
      }</div>
      ${this.#choice(officers.map(({ id }) => id))}`;
  }
}
define('dossier-case-officers', CaseOfficers);
