import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { holidaysIn, together } from './holiday-lines.ts';
import type { Holiday } from './types.ts';

/** Days on which nobody works. Fires `dossier-holidays-changed` (detail: the holidays). */
class HolidaysField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 0.875rem; }
    li { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; padding: 0.5rem 0; }
    li + li { border-top: 1px solid var(--dossier-border); }
    li .day { width: 10.5rem; }
    li .name { flex: 1 1 12rem; width: auto; min-width: 0; }
    li .fault { flex: 1 0 100%; }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.625rem; }
    .several { display: grid; gap: 0.625rem; padding: 1rem; border: 1px solid var(--dossier-border);
      border-radius: var(--dossier-radius); }
  `,
  ];
  static override properties = {
    holidays: { attribute: false },
    faults: { attribute: false },
    several: { state: true },
    unread: { state: true },
  };
  declare holidays: readonly Holiday[];
  declare faults: Faults;
  /** Is the field open in which several are pasted? */
  declare several: boolean;
  declare unread: readonly string[];

  constructor() {
    super();
    this.holidays = [];
    this.faults = [];
    this.several = false;
    this.unread = [];
  }

  #change(detail: readonly Holiday[]): void {
    this.dispatchEvent(new CustomEvent('dossier-holidays-changed', { detail }));
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    const all = this.renderRoot.querySelectorAll<HTMLElement>(selector);
    all[all.length - 1]?.focus();
  }

  #add(): void {
    this.#change([...this.holidays, { day: '', name: '' }]);
    void this.#focus('li .day');
  }

  #remove(i: number): void {
    this.#change(this.holidays.filter((_one, j) => i !== j));
    void this.#focus('.buttons .button');
  }

  #take(): void {
    const area = this.renderRoot.querySelector('textarea');
    if (!area) return;
    const { holidays, unread } = holidaysIn(area.value);
    const next = together(this.holidays, holidays);
    this.#change(next);
    this.unread = unread;
    this.host.announce(`${counted(next.length - this.holidays.length, 'holiday was', 'holidays were')} added.`);
    // What could not be read stays to be put right.
    area.value = unread.join('\n');
    if (unread.length > 0) return;
    this.several = false;
    void this.#focus('.buttons .button');
  }

  #row({ day, name }: Holiday, i: number): TemplateResult {
    const fault = faultAt(this.faults, `/holidays/${i}`);
    const id = `fault-${i}`;
    const field = (key: 'day' | 'name', value: string): TemplateResult => html`<input class="input ${key}"
      type=${key === 'day' ? 'date' : 'text'} maxlength=${key === 'day' ? nothing : 100} autocomplete="off"
      aria-label="Holiday ${i + 1}, ${key === 'day' ? 'date' : 'name'}" .value=${live(value)}
      aria-invalid=${faultAt(this.faults, `/holidays/${i}/${key}`) !== undefined}
      aria-describedby=${fault ? id : nothing} @input=${(event: Event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement)
          this.#change(this.holidays.map((one, j) => (i === j ? { ...one, [key]: target.value } : one)));
      }}>`;
    return html`<li>${field('day', day)}${field('name', name)}<button class="button quiet icon" type="button"
      aria-label="Remove ${name || `holiday ${i + 1}`}" @click=${() => this.#remove(i)}>${icon('trash', 16)}</button>${
        fault === undefined ? nothing : html`<p class="fault" id=${id}>${fault}</p>`
      }</li>`;
  }

  #pasting(): TemplateResult {
    return html`<div class="several">
      <div class="field"><label for="lines">Several holidays, one a line</label>
        <textarea id="lines" class="input" rows="8" spellcheck="false" aria-describedby="lines-hint"
          placeholder="2026-12-25 Christmas Day&#10;26.12.2026 Boxing Day"></textarea>
        <p class="hint" id="lines-hint">A date and a name, as in a table, a web page or a calendar file of the year.
          Days that are in the list already stay as they are.</p></div>
      <div role="status">${
        this.unread.length === 0
          ? nothing
          : html`<p class="fault">No date was found in ${counted(this.unread.length, 'line', 'lines')}, which
            ${this.unread.length === 1 ? 'stays' : 'stay'} above.</p>`
      }</div>
      <div class="buttons"><button class="button" type="button" @click=${() => this.#take()}>Add to the list</button>
        <button class="button quiet" type="button" @click=${() => {
          this.several = false;
          this.unread = [];
          void this.#focus('.buttons .button');
        }}>Close</button></div></div>`;
  }

  override render(): TemplateResult {
    return html`
      ${
        this.holidays.length === 0
          ? html`<p class="muted">No holidays yet. Due times then go by the days of the week alone.</p>`
          : html`<ul aria-label="Holidays">${this.holidays.map((one, i) => this.#row(one, i))}</ul>`
      }
      ${this.several ? this.#pasting() : nothing}
      <div class="buttons"><button class="button" type="button" @click=${() => this.#add()}>${icon('plus', 16)}Add a
        holiday</button>${
          this.several
            ? nothing
            : html`<button class="button" type="button" @click=${() => {
                this.several = true;
                void this.#focus('textarea');
              }}>Add several</button>`
        }</div>`;
  }
}
define('dossier-holidays-field', HolidaysField);
