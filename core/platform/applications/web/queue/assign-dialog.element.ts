import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { counted } from '@dossier/sdk/web/ui/format';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { sumText } from './bulk.ts';
import { officerChoice, officerStyles } from '../officer-choice.ts';
import type { Officer } from '../officer-choice.ts';
import { statusText } from '../status.ts';
import type { ApplicationRow } from '../types.ts';

interface Assigned {
  readonly applicationId: string;
  readonly assigned: boolean;
  readonly problem: { readonly code: string; readonly detail: string } | null;
  /** State by now of one that was left. */
  readonly now: {
    readonly status: string;
    readonly assignees: readonly { readonly id: string; readonly name: string }[];
  } | null;
}
interface Asked {
  readonly workspaceId: string;
  /** As they were seen when it was asked: these are confirmed, and no other. */
  readonly rows: readonly ApplicationRow[];
  /** Whether they may assign others than themselves. */
  readonly others: boolean;
  /** How many were selected besides, which are decided and need nobody. */
  readonly decided: number;
  /** In what list they were selected, in words; empty for one that was chosen by itself. */
  readonly from: readonly string[];
}

/** The server takes so many at once. */
const atOnce = 100;
/** Names that are shown; of more, how many. */
const shownNames = 6;
const nobody = '';
const listed = new Intl.ListFormat('en');

/**
 * Assigns applications to an officer, exactly those that are named in it and only as they were seen. Afterwards
 * dispatches `dossier-assigned` with the ids of those that were left because they had changed meanwhile.
 */
export class AssignDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    officerStyles,
    css`dialog { width: min(32rem, calc(100vw - 2rem)); }
      .what { display: grid; gap: 0.25rem; font-size: var(--dossier-size-s); }
      .left { display: grid; gap: 0.5rem; font-size: var(--dossier-size-s); max-height: 16rem; overflow: auto; }
      .left li { display: flex; gap: 0.5rem; } .left svg { flex: none; margin-top: 0.125rem;
        color: var(--dossier-warning-text); }`,
  ];
  static override properties = {
    asked: { state: true },
    officers: { state: true },
    to: { state: true },
    search: { state: true },
    busy: { state: true },
    fault: { state: true },
    results: { state: true },
  };
  declare asked: Asked | null;
  declare officers: readonly Officer[] | null;
  declare to: string | null;
  declare search: string;
  declare busy: boolean;
  declare fault: string | null;
  declare results: readonly Assigned[] | null;
  readonly #dialog = new HeldDialog(this, { held: () => this.busy });

  constructor() {
    super();
    this.asked = null;
    this.officers = null;
    this.to = null;
    this.search = '';
    this.busy = false;
    this.fault = null;
    this.results = null;
  }

  /** Opens for these applications. */
  async ask(asked: Asked): Promise<void> {
    this.asked = asked;
    this.officers = null;
    this.to = null;
    this.search = '';
    this.fault = null;
    this.results = null;
    await this.updateComplete;
    this.#dialog.show();
    try {
      const all = await this.host.readAll<Officer>(`/api/v1/workspaces/${asked.workspaceId}/officers`);
      const me = this.session?.user.id;
      const own = all.filter(({ id }) => id === me);
      this.officers = asked.others ? [...own, ...all.filter(({ id }) => id !== me)] : own;
    } catch (error) {
      this.fault =
        error instanceof ProblemError ? error.message : 'The officers could not be loaded. Please try again.';
    }
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { asked, to } = this;
    if (this.busy || !asked || to === null) return;
    this.busy = true;
    this.fault = null;
    const results: Assigned[] = [];
    try {
      for (let from = 0; from < asked.rows.length; from += atOnce) {
        const applications = asked.rows.slice(from, from + atOnce).map(({ id, version }) => ({ id, version }));
        results.push(
          ...(await this.host.send<readonly Assigned[]>(
            'POST',
            `/api/v1/workspaces/${asked.workspaceId}/applications/assign`,
            { applications, userId: to === nobody ? null : to },
            { headers: { 'idempotency-key': newKey() } },
          )),
        );
      }
    } catch (error) {
      this.fault = error instanceof ProblemError ? error.message : 'That did not work. Please try again.';
      if (results.length === 0) return void (this.busy = false);
    }
    this.busy = false;
    const done = new Set(results.filter(({ assigned }) => assigned).map(({ applicationId }) => applicationId));
    const left = asked.rows.filter(({ id }) => !done.has(id)).map(({ id }) => id);
    this.dispatchEvent(new CustomEvent('dossier-assigned', { detail: left }));
    const text = this.#done(done.size);
    if (left.length > 0) {
      this.results = results;
      this.host.announce(`${text} ${counted(left.length, 'was', 'were')} left.`);
    } else {
      this.#dialog.close();
      this.host.notify({ kind: 'success', text });
    }
  }

  #done(count: number): string {
    const name = this.officers?.find(({ id }) => id === this.to)?.name ?? '';
    const what = counted(count, 'application', 'applications');
    return this.to === nobody
      ? `${what} given back: nobody works on ${count === 1 ? 'it' : 'them'}.`
      : `${what} assigned to ${this.to === this.session?.user.id ? 'you' : name}.`;
  }

  #named(rows: readonly ApplicationRow[]): string {
    const names = rows.slice(0, shownNames).map(({ applicantName, number }) => `${applicantName} (${number})`);
    const more = rows.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${counted(more, 'other', 'others')}` : ''}`;
  }

  #choice(asked: Asked): TemplateResult {
    const { rows, decided, from } = asked;
    const sum = sumText(rows);
    return html`<form @submit=${(event: SubmitEvent) => void this.#send(event)}>
      <h2 id="title">Assign ${counted(rows.length, 'application', 'applications')}</h2>
      <div class="what"><p>${this.#named(rows)}${sum === '' ? nothing : html`, together <b>${sum}</b>`}.</p>
        ${
          decided > 0
            ? html`<p>${counted(decided, 'other that you selected is', 'others that you selected are')} decided, and left
              out.</p>`
            : nothing
        }
        ${from.length > 0 ? html`<p class="muted">Selected in: ${from.join(' · ')}</p>` : nothing}
        <p class="muted">Exactly these are assigned, as you see them now. What somebody changes meanwhile is left, and
          named.</p></div>
      ${
        this.officers === null
          ? html`<p class="muted" role="status">Looking who can work on them …</p>`
          : officerChoice({
              officers: [
                ...this.officers,
                ...(asked.others ? [{ id: nobody, name: 'Nobody: give them back', open: null }] : []),
              ],
              me: this.session?.user.id,
              several: false,
              chosen: this.to === null ? [] : [this.to],
              search: this.search,
              find: (search) => {
                this.search = search;
              },
              choose: ([to = nobody]) => {
                this.to = to;
              },
            })
      }
      ${this.fault === null ? nothing : html`<p class="fault" role="alert">${this.fault}</p>`}
      <div class="actions"><button class="button" type="button" @click=${() => this.#dialog.close()}>Cancel</button>
        <button class="button primary" ?disabled=${this.busy || this.to === null}>${
          this.busy ? 'Assigning …' : `Assign ${counted(rows.length, 'application', 'applications')}`
        }</button></div>
    </form>`;
  }

  /** Reason why it was left: in what it differs from what was confirmed, where that can be said. */
  #why(seen: ApplicationRow, one: Assigned | undefined): string {
    const { problem = null, now = null } = one ?? {};
    if (problem === null) return 'It was not tried.';
    if (problem.code !== 'changed' || now === null) return problem.detail;
    const me = this.session?.user.id;
    const had = new Set(seen.assignees);
    const isOther = now.assignees.length !== had.size || now.assignees.some(({ id }) => !had.has(id));
    const names = now.assignees.map(({ id, name }) => (id === me ? 'you' : name));
    const meanwhile = [
      ...(now.status === seen.status ? [] : [`It is ${statusText(now.status).toLowerCase()} now.`]),
      ...(isOther
        ? [names.length === 0 ? 'Nobody works on it now.' : `It is assigned to ${listed.format(names)} now.`]
        : []),
    ];
    return meanwhile.length > 0 ? meanwhile.join(' ') : problem.detail;
  }

  #outcome(asked: Asked, results: readonly Assigned[]): TemplateResult {
    const answer = new Map(results.map((one) => [one.applicationId, one]));
    const left = asked.rows.filter(({ id }) => answer.get(id)?.assigned !== true);
    return html`<div class="content">
      <h2 id="title">${counted(left.length, 'application was', 'applications were')} left</h2>
      <p class="small">${this.#done(asked.rows.length - left.length)} ${
        this.fault === null ? nothing : html`<span class="fault">${this.fault}</span>`
      }</p>
      <ul class="left">${left.map(
        (row) => html`<li>${icon('warning', 14)}<span><b>${row.applicantName}</b>
          <span class="number">${row.number}</span><br><span class="muted">${this.#why(
            row,
            answer.get(row.id),
          )}</span></span></li>`,
      )}</ul>
      <div class="actions"><button class="button primary" type="button"
        @click=${() => this.#dialog.close()}>Back to the list</button></div>
    </div>`;
  }

  override render() {
    const { asked, results } = this;
    return html`<dialog aria-labelledby="title">${
      asked === null ? nothing : results === null ? this.#choice(asked) : this.#outcome(asked, results)
    }</dialog>`;
  }
}
define('dossier-assign-dialog', AssignDialog);
