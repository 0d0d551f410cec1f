import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { Choices } from '../editor/choices.ts';
import { mayChange, removeSchedule } from './actions.ts';
import type { Draft } from './draft.ts';
import { reportSection, scheduleHead, whenSection } from './form.ts';
import './recipients-field.element.ts';
import { filterChoices, openSchedule } from './schedule.controller.ts';
import type { Opened } from './schedule.controller.ts';
import { scheduleStyles } from './schedule.styles.ts';
import { schedulesUrl } from './types.ts';
import type { Schedule } from './types.ts';

const fields = [
  '/name',
  '/template',
  '/format',
  '/recurrence',
  '/timeZone',
  '/recipients',
  '/parameters/period',
  '/parameters/targetDays',
];

/** One schedule as a form, new or known. */
class ReportSchedule extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, formStyles, pageStyles, scheduleStyles];
  static override properties = {
    workspaceId: {},
    base: {},
    rest: {},
    search: {},
    draft: { state: true },
    refusal: { state: true },
    dates: { state: true },
    choices: { state: true },
    stale: { state: true },
    busy: { state: true },
  };
  declare workspaceId: string;
  declare base: string;
  /** Id of the schedule, or `new`. */
  declare rest: string;
  declare search: string;
  declare draft: Draft | null;
  declare refusal: Refusal | null;
  /** What the preview of dates has to say against the draft. */
  declare dates: Refusal | null;
  declare choices: Choices | null;
  declare stale: boolean;
  declare busy: boolean;
  #before = '';
  readonly #opened = new Loading(this, async () => {
    const opened = await openSchedule(
      this,
      this.workspaceId,
      this.rest,
      new URLSearchParams(this.search).get('template') ?? '',
    );
    this.#begin(opened.draft);
    return opened;
  });

  constructor() {
    super();
    this.workspaceId = '';
    this.base = '';
    this.rest = 'new';
    this.search = '';
    this.draft = null;
    this.refusal = null;
    this.dates = null;
    this.choices = null;
    this.stale = false;
    this.busy = false;
    new UnsavedGuard(this, () => this.draft !== null && JSON.stringify(this.draft) !== this.#before);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated && (changed.has('rest') || changed.has('workspaceId'))) void this.#opened.anew();
  }

  #begin(draft: Draft): void {
    this.draft = draft;
    this.#before = JSON.stringify(draft);
    this.refusal = null;
    this.stale = false;
  }

  #set(part: Partial<Draft>): void {
    if (this.draft) this.draft = { ...this.draft, ...part };
  }

  /** The name follows the template until somebody has given one. */
  #template(id: string, { templates }: Opened): void {
    const nameOf = (one: string): string | undefined => templates.find((template) => template.id === one)?.name;
    const follows = this.draft && this.draft.name === nameOf(this.draft.template);
    this.#set({ template: id, ...(follows ? { name: nameOf(id) ?? '' } : {}) });
  }

  async #save({ schedule }: Opened, o: { version?: number; copy?: boolean } = {}): Promise<void> {
    const { draft } = this;
    if (!draft || this.busy) return;
    this.busy = true;
    this.refusal = null;
    this.stale = false;
    try {
      if (schedule && !o.copy)
        await this.host.send('PUT', schedulesUrl(this.workspaceId, schedule.id), {
          ...draft,
          version: o.version ?? schedule.version,
        });
      else await this.host.send('POST', schedulesUrl(this.workspaceId), draft);
      this.#before = JSON.stringify(draft);
      this.host.notify({
        kind: 'success',
        text: schedule && !o.copy ? `${draft.name} was saved.` : `${draft.name} runs by itself now.`,
      });
      this.host.navigate(`${this.base}/schedules`);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 412) this.stale = true;
      else this.refusal = refusalOf(error);
      await this.updateComplete;
      this.#toFault();
    }
    this.busy = false;
  }

  /** Theirs is overwritten on purpose. */
  async #overwrite(opened: Opened): Promise<void> {
    const now = await this.host.send<Schedule>('GET', schedulesUrl(this.workspaceId, this.rest)).catch(() => null);
    await this.#save(opened, now ? { version: now.version } : {});
  }

  async #remove(schedule: Schedule): Promise<void> {
    if (!(await removeSchedule(this.host, this.workspaceId, schedule))) return;
    this.#before = JSON.stringify(this.draft);
    this.host.navigate(`${this.base}/schedules`, { replace: true });
  }

  #toFault(): void {
    const roots = [
      this.renderRoot,
      ...[...this.renderRoot.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
    ];
    const wrong = roots.flatMap(
      (root) => root.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.fault) input') ?? [],
    )[0];
    (wrong ?? this.renderRoot.querySelector<HTMLElement>('.refusal, .stale'))?.focus();
  }

  #stale(opened: Opened): TemplateResult {
    return html`<div class="stale" role="alert"
      tabindex="-1"><p>Somebody saved this schedule after you had opened it. Look at theirs, which drops what you changed here, or save yours over it.</p>
      <div class="actions"><button class="button" type="button"
        @click=${() => void this.#opened.anew()}>Look at theirs</button><button class="button" type="button"
        @click=${() => void this.#overwrite(opened)}>Save mine over it</button></div></div>`;
  }

  #form(opened: Opened, draft: Draft): TemplateResult {
    const { schedule } = opened;
    const own = schedule === null || mayChange(this, schedule);
    const faults = [...(this.refusal?.faults ?? []), ...(this.dates?.faults ?? [])];
    const on = {
      set: (part: Partial<Draft>) => this.#set(part),
      template: (id: string) => this.#template(id, opened),
      dates: (refusal: Refusal | null) => {
        this.dates = refusal;
      },
      choices: () => {
        if (!this.choices)
          void filterChoices(this, this.workspaceId).then((choices) => {
            this.choices = choices;
          });
      },
    };
    const save = (event: Event): void => {
      event.preventDefault();
      void this.#save(opened, own ? {} : { copy: true });
    };
    return html`
      ${scheduleHead(schedule, own, this.base)}
      <form novalidate @submit=${save}>
        ${this.stale ? this.#stale(opened) : refusalSummary(this.refusal, fields)}
        ${reportSection({ draft, opened, faults, choices: this.choices, on })}
        ${whenSection({ draft, workspaceId: this.workspaceId, faults, on })}
        <section class="card" aria-labelledby="told"><h2 id="told">Who gets an e-mail</h2>
          <dossier-recipients-field .people=${opened.people} .value=${draft.recipients} .faults=${faults}
            @dossier-change=${(event: CustomEvent<readonly string[]>) =>
              this.#set({ recipients: event.detail })}></dossier-recipients-field>
        </section>
        <div class="ends">
          ${
            schedule && own
              ? html`<button class="button danger" type="button"
            @click=${() => void this.#remove(schedule)}>${icon('trash', 16)} Delete</button>`
              : nothing
          }
          <div class="actions"><a class="button" href="${this.base}/schedules">Cancel</a><button class="button primary"
            ?disabled=${this.busy}>${
              this.busy ? 'Saving…' : own ? (schedule ? 'Save' : 'Create the schedule') : 'Save as my own'
            }</button></div>
        </div>
      </form>`;
  }

  override render() {
    const { error } = this.#opened;
    if (error instanceof ProblemError && error.status === 404) {
      return empty({
        alone: true,
        icon: 'search',
        title: 'There is no such schedule',
        text: 'It may have been deleted, or the link is old or incomplete.',
        action: html`<a class="button" href="${this.base}/schedules">All schedules</a>`,
      });
    }
    return this.#opened.show((opened) => (this.draft ? this.#form(opened, this.draft) : html``), {
      label: 'Loading the schedule',
      rows: 10,
      alone: true,
    });
  }
}
define('dossier-report-schedule', ReportSchedule);
