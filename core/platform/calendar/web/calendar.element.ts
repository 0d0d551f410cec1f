import { define, DossierElement } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isOvertaken, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import './holidays.element.ts';
import './week.element.ts';
import type { Holiday, Hours, WorkingCalendar } from './types.ts';

const path = '/api/v1/organization/calendar';

/** When the organization works: due times go by it. Hours and holidays are saved together. */
class CalendarSettings extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    formStyles,
    css`
    :host { display: grid; gap: 1.25rem; max-width: 46rem; align-content: start; padding-bottom: 2rem; }
    .lead { display: grid; gap: 0.375rem; }
    form { display: grid; gap: 1.25rem; }
    .part { display: grid; gap: 0.875rem; padding: 1.25rem; }
    .part > header { display: grid; gap: 0.25rem; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.625rem; }
  `,
  ];
  static override properties = {
    stored: { state: true },
    hours: { state: true },
    holidays: { state: true },
    error: { state: true },
    busy: { state: true },
    refusal: { state: true },
    stale: { state: true },
  };
  declare stored: WorkingCalendar | null;
  declare hours: Hours;
  declare holidays: readonly Holiday[];
  declare error: unknown;
  declare busy: boolean;
  declare refusal: Refusal | null;
  /** Somebody else has saved since it was read. */
  declare stale: boolean;
  #asRead: AsRead = {};

  constructor() {
    super();
    this.stored = null;
    this.hours = [];
    this.holidays = [];
    this.error = null;
    this.busy = false;
    this.refusal = null;
    this.stale = false;
    new UnsavedGuard(this, () => this.#dirty);
  }

  get #dirty(): boolean {
    return this.stored !== null && (this.hours !== this.stored.hours || this.holidays !== this.stored.holidays);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  #show({ value, asRead }: { readonly value: WorkingCalendar; readonly asRead: AsRead }): void {
    this.stored = value;
    this.hours = value.hours;
    this.holidays = value.holidays;
    this.refusal = null;
    this.stale = false;
    this.#asRead = asRead;
  }

  async #load(): Promise<void> {
    this.error = null;
    try {
      this.#show(await this.host.readForChange<WorkingCalendar>(path));
    } catch (error) {
      this.error = error;
    }
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || !this.#dirty) return;
    this.busy = true;
    this.refusal = null;
    try {
      const { hours, holidays } = this;
      const saved = await this.host.sendForChange<WorkingCalendar>('PUT', path, { hours, holidays }, this.#asRead);
      const now = { hours: this.hours, holidays: this.holidays };
      this.#show(saved);
      // What was changed meanwhile is not saved yet, and stays.
      if (now.hours !== hours) this.hours = now.hours;
      if (now.holidays !== holidays) this.holidays = now.holidays;
      this.host.notify({ kind: 'success', text: 'Working hours and holidays were saved.' });
    } catch (error) {
      this.refusal = refusalOf(error);
      this.stale = isOvertaken(error);
      await this.updateComplete;
      await this.#toFault();
    }
    this.busy = false;
  }

  /** The fields stand in two elements of their own. */
  async #toFault(): Promise<void> {
    for (const part of this.renderRoot.querySelectorAll<DossierElement>('dossier-week-field, dossier-holidays-field')) {
      await part.updateComplete;
      const field = part.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (field) return field.focus();
    }
  }

  #form({ timeZone }: WorkingCalendar): TemplateResult {
    const faults = this.refusal?.faults ?? [];
    return html`<form novalidate @submit=${this.#save}>
      ${refusalSummary(this.refusal, [
        ...this.hours.map((_one, i) => `/hours/${i}`),
        ...(faults.some(({ pointer }) => pointer === '/hours') ? ['/hours'] : []),
        ...this.holidays.map((_one, i) => `/holidays/${i}`),
      ])}
      <section class="card part" aria-labelledby="week">
        <header><h2 id="week">Working hours</h2><p class="muted small">By the clocks of ${timeZone.replaceAll('_', ' ')},
          also when these are changed in spring and autumn. What ends at midnight ends at 00:00.</p></header>
        <dossier-week-field .hours=${this.hours} .faults=${faults}
          @dossier-hours-changed=${(event: CustomEvent<Hours>) => {
            this.hours = event.detail;
          }}></dossier-week-field></section>
      <section class="card part" aria-labelledby="holidays">
        <header><h2 id="holidays">Holidays</h2><p
          class="muted small">Days on which nobody works, whatever day of the week they are.</p></header>
        <dossier-holidays-field .holidays=${this.holidays} .faults=${faults}
          @dossier-holidays-changed=${(event: CustomEvent<readonly Holiday[]>) => {
            this.holidays = event.detail;
          }}></dossier-holidays-field></section>
      <div class="buttons"><button class="button primary" ?disabled=${this.busy || !this.#dirty}>${
        this.busy ? 'Saving…' : 'Save working hours and holidays'
      }</button>${
        this.stale
          ? html`<button class="button" type="button" @click=${() => void this.#load()}>Drop my changes and show what is
            saved</button>`
          : nothing
      }</div></form>`;
  }

  #body(): TemplateResult {
    if (this.error) return failure(this.error, () => void this.#load());
    return this.stored ? this.#form(this.stored) : skeleton(10, 'Loading working hours and holidays');
  }

  override render(): TemplateResult {
    return html`<div class="lead"><h1>Working hours and holidays</h1><p class="muted">When your organization works. Due
      times of applications count this time alone; what is due already stays as it is.</p></div>${this.#body()}`;
  }
}
define('dossier-settings-calendar', CalendarSettings);
