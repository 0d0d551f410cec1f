import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { timeZones } from '../reader.ts';
import type { Template } from '../types.ts';
import type { Draft } from './draft.ts';

const note = (fault: string | undefined): TemplateResult | typeof nothing =>
  fault === undefined ? nothing : html`<p class="fault">${fault}</p>`;

const options = (title: string, templates: readonly Template[], chosen: string): TemplateResult | typeof nothing =>
  templates.length === 0
    ? nothing
    : html`<optgroup label=${title}>${templates.map(
        ({ id, name }) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`,
      )}</optgroup>`;

/** Which report: the built-in ones, then those that were saved. */
export const templateField = (
  { template }: Draft,
  templates: readonly Template[],
  faults: Faults,
  choose: (id: string) => void,
): TemplateResult => {
  const fault = faultAt(faults, '/template');
  return html`<div class="field"><label for="template">Template</label>
    <select id="template" class="input" aria-invalid=${fault === undefined ? 'false' : 'true'}
      aria-describedby="template-note" @change=${(event: Event) => {
        if (event.target instanceof HTMLSelectElement) choose(event.target.value);
      }}>
      ${
        templates.some(({ id }) => id === template)
          ? nothing
          : html`<option value=${template}
        selected>A report that you do not see</option>`
      }
      ${options(
        'Built in',
        templates.filter(({ builtIn }) => builtIn),
        template,
      )}${options(
        'Saved',
        templates.filter(({ builtIn }) => !builtIn),
        template,
      )}
    </select><div id="template-note">${note(fault)}</div></div>`;
};

/** Any time zone by a part of its name. */
export const timeZoneField = (timeZone: string, faults: Faults, choose: (zone: string) => void): TemplateResult => {
  const zones = timeZones();
  const fault = faultAt(faults, '/timeZone');
  const typed = (event: Event, whole: boolean): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const text = event.target.value.trim().replaceAll(' ', '_');
    const known = zones.find((zone) => zone.toLowerCase() === text.toLowerCase());
    // Unfinished input is not a zone yet; once left, it is reported as unknown.
    if (known !== undefined || whole) choose(known ?? text);
  };
  return html`<div class="field"><label for="zone">Time zone</label>
    <input id="zone" class="input" list="zones" maxlength="64" autocomplete="off" spellcheck="false" .value=${timeZone}
      aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby="zone-note"
      @input=${(event: Event) => typed(event, false)} @change=${(event: Event) => typed(event, true)}>
    <datalist id="zones">${zones.map((zone) => html`<option value=${zone}></option>`)}</datalist>
    <div id="zone-note">${note(fault)}<p
      class="hint">Type a city to search. The hour follows summer time there.</p></div></div>`;
};
