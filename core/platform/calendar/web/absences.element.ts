import type { PersonReply } from '../../access/contract.ts';
import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { dayOf, forReader } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import type { Absence, StandIn } from './types.ts';

const path = '/api/v1/organization/absences';
/** Who holds one of these may note absences of others. */
const managing = ['organization.manage', 'manageMembers'];

const days = forReader(({ language }) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }));
const span = ({ fromDay, toDay }: Absence): string => days().formatRange(new Date(fromDay), new Date(toDay));
/** The day of the reader's own clock, for what is offered; the server goes by that of the organization. */
const today = (): string => dayOf(new Date());

interface Shown {
  readonly absences: readonly Absence[];
  readonly standIns: readonly StandIn[];
  /** There are more colleagues than are listed: one is searched for. */
  readonly more: boolean;
}

/** When one is away from work, and who stands in. */
class ProfileAbsences extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, formStyles, sectionStyles];
  static override properties = {
    refusal: { state: true },
    sending: { state: true },
    people: { state: true },
    whose: { state: true },
    sought: { state: true },
  };
  declare refusal: Refusal | null;
  declare sending: boolean;
  /** Those for whom one may note it; null until they are known, and where they are too many to choose from. */
  declare people: readonly PersonReply[] | null;
  /** Id of the person who is shown; empty for oneself. */
  declare whose: string;
  declare sought: string;
  #asked = false;
  /** Null where one is no part of the staff. */
  readonly #loading = new Loading<{ readonly shown: Shown | null }>(this, async () => {
    if (!this.session?.organization) return { shown: null };
    const who = this.whose === '' ? '' : `userId=${this.whose}&`;
    try {
      const [absences, found] = await Promise.all([
        this.host.send<readonly Absence[]>('GET', `${path}?${who}`.replace(/[?&]$/, '')),
        this.host.readPage<StandIn>(
          `/api/v1/organization/stand-ins?${who}q=${encodeURIComponent(this.sought)}&limit=100`,
        ),
      ]);
      return { shown: { absences, standIns: found.rows, more: found.next !== null || this.sought !== '' } };
    } catch (error) {
      if (error instanceof ProblemError && error.status === 403) return { shown: null };
      throw error;
    }
  });

  constructor() {
    super();
    this.refusal = null;
    this.sending = false;
    this.people = null;
    this.whose = '';
    this.sought = '';
  }

  /** Permissions come after the page. */
  protected override willUpdate(): void {
    if (this.#asked || !this.session?.organization || !this.holds(...managing)) return;
    this.#asked = true;
    void this.host.readPage<PersonReply>('/api/v1/people?limit=100').then(
      ({ rows, next }) => {
        if (next === null) this.people = rows.filter((one) => one.id !== this.session?.user.id);
      },
      () => undefined,
    );
  }

  async #note(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.sending) return;
    const entered = new FormData(form);
    const text = (name: string): string => String(entered.get(name) ?? '');
    this.sending = true;
    try {
      await this.host.send('POST', path, {
        ...(this.whose === '' ? {} : { userId: this.whose }),
        fromDay: text('from'),
        toDay: text('to'),
        standInId: text('stand-in') || null,
      });
      this.refusal = null;
      form.reset();
      this.host.notify({ kind: 'success', text: 'The absence is noted.' });
      await this.#loading.again();
    } catch (error) {
      this.refusal = refusalOf(error);
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
    this.sending = false;
  }

  async #remove(one: Absence): Promise<void> {
    const sure = await this.host.confirm({
      title: 'Remove this absence?',
      body: `${span(one)}: new work is given out as usual again.`,
      action: 'Remove',
      danger: true,
    });
    if (sure && (await done(this.host, () => this.host.send('DELETE', `${path}/${one.id}`), 'The absence is removed.')))
      await this.#loading.again();
  }

  #row(one: Absence): TemplateResult {
    return html`<li><span class="text"><span class="name">${span(one)}</span><span class="muted small">${
      one.standInId === null ? 'Nobody stands in' : `${one.standInName ?? 'A former colleague'} stands in`
    }</span></span>${
      one.fromDay <= today() ? html`<span class="chip warning">${icon('clock', 14)}Away now</span>` : nothing
    }<button class="button small danger" @click=${() => this.#remove(one)}>Remove<span
      class="visually-hidden"> the absence ${span(one)}</span></button></li>`;
  }

  #field(name: string, pointer: string, label: string, hint: string, control: (invalid: boolean) => TemplateResult) {
    const fault = this.refusal ? faultAt(this.refusal.faults, pointer) : undefined;
    return html`<div class="field"><label for=${name}>${label}</label>${control(fault !== undefined)}<p
      id="${name}-hint" class=${fault ? 'fault' : 'hint'}>${fault ?? hint}</p></div>`;
  }

  #choose(event: Event, key: 'whose' | 'sought'): void {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) return;
    this[key] = event.target.value;
    this.refusal = null;
    void this.#loading.again();
  }

  #noting({ standIns, more }: Shown): TemplateResult {
    const day = (name: string) => (invalid: boolean) => html`<input id=${name} name=${name} class="input" type="date"
      required min=${name === 'to' ? today() : nothing} aria-invalid=${invalid} aria-describedby="${name}-hint">`;
    return html`<form class="card panel" novalidate aria-labelledby="noting" @submit=${this.#note}>
      <h2 id="noting">Note an absence</h2>
      ${refusalSummary(this.refusal, ['/fromDay', '/toDay', '/standInId'])}
      ${this.#field('from', '/fromDay', 'First day', 'The first day without work.', day('from'))}
      ${this.#field('to', '/toDay', 'Last day', 'The last one; the day after, work goes on.', day('to'))}
      ${
        more
          ? html`<div class="field"><label for="search">Find a colleague</label><input id="search" class="input"
            type="search" maxlength="200" .value=${this.sought}
            @change=${(event: Event) => this.#choose(event, 'sought')}></div>`
          : nothing
      }
      ${this.#field(
        'stand-in',
        '/standInId',
        'Stand-in',
        'A colleague from the same workspace, who gets new work meanwhile.',
        (invalid) => html`<select id="stand-in" name="stand-in" class="input" aria-invalid=${invalid}
          aria-describedby="stand-in-hint"><option value="">Nobody</option>${standIns.map(
            ({ id, name }) => html`<option value=${id}>${name}</option>`,
          )}</select>`,
      )}
      <div class="actions"><button class="button primary" ?disabled=${this.sending}>Note the absence</button></div>
    </form>`;
  }

  #whose(): TemplateResult | typeof nothing {
    if (this.people === null || this.people.length === 0) return nothing;
    return html`<label class="field"><span class="label">Whose absences</span>
      <select class="input" @change=${(event: Event) => this.#choose(event, 'whose')}><option
        value="">My own</option>${this.people.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select></label>`;
  }

  #body(shown: Shown | null): TemplateResult {
    if (shown === null)
      return html`<div class="card">${empty({
        icon: 'calendar',
        title: 'Nothing to note here',
        text: this.session?.organization
          ? `Absences are noted by those who work on applications of ${this.session.organization.name}.`
          : 'Choose an organization to note when you are away from your work there.',
      })}</div>`;
    const { absences } = shown;
    return html`${this.#whose()}${
      absences.length === 0
        ? html`<div class="card">${empty({
            icon: 'calendar',
            title: 'No absence is noted',
            text: 'Note when you are away, so that new work goes to somebody who is there.',
          })}</div>`
        : html`<ul class="rows card" aria-label="Absences">${absences.map((one) => this.#row(one))}</ul>`
    }${this.#noting(shown)}`;
  }

  override render(): TemplateResult {
    return html`<div class="head"><div><h1>Out of office</h1><p>When you are away, and who stands in meanwhile.</p></div></div>
      ${this.#loading.show(({ shown }) => this.#body(shown), { label: 'Loading your absences' })}`;
  }
}
define('dossier-profile-absences', ProfileAbsences);
