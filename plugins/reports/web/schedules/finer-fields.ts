import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { steps } from '../editor/period.ts';
import { groupingInWords } from '../runs/words.ts';
import type { Definition, Parameters } from '../types.ts';

type Finer = 'grouping' | 'compare' | 'targetDays';

const valueOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
const compared = (compare: boolean): string => (compare ? 'yes' : 'no');

/**
 * Steps, comparison and deadline: each as the template has it until something is chosen here. `set` hears the new
 * value, undefined when the template's is to hold again.
 */
export const finerFields = ({
  value,
  own,
  faults,
  set,
}: {
  value: Parameters;
  own: Definition | undefined;
  faults: Faults;
  set(name: Finer, value: Parameters[Finer]): void;
}): TemplateResult => {
  const { grouping, compare, targetDays } = value;
  const fault = faultAt(faults, '/parameters/targetDays');
  const asItIs = (words: string | undefined): string =>
    `As the template has it${words === undefined ? '' : `: ${words}`}`;
  return html`
    <div class="row">
      <div class="field"><label for="grouping">Steps over time</label>
        <select id="grouping" class="input"
          @change=${(event: Event) => set('grouping', steps.find(({ id }) => id === valueOf(event))?.id)}>
          <option value=""
            .selected=${grouping === undefined}>${asItIs(own && groupingInWords(own.grouping).toLowerCase())}</option>
          ${steps.map(
            ({ id, title }) => html`<option value=${id}
            .selected=${id === grouping}>${title}</option>`,
          )}</select></div>
      <div class="field"><label for="compare">Compared with the period before</label>
        <select id="compare" class="input"
          @change=${(event: Event) => set('compare', valueOf(event) === '' ? undefined : valueOf(event) === 'yes')}>
          <option value="" .selected=${compare === undefined}>${asItIs(own && compared(own.compare))}</option>
          ${[true, false].map(
            (one) => html`<option value=${compared(one)}
            .selected=${one === compare}>${one ? 'Yes' : 'No'}</option>`,
          )}</select></div>
      <div class="field"><label for="target">Decided within, in days</label>
        <input id="target" class="input number" type="number" min="0.04" max="3650" step="any"
          placeholder=${own ? String(own.targetDays) : nothing}
          .value=${targetDays === undefined ? '' : String(targetDays)}
          aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby="target-note"
          @input=${(event: Event) => set('targetDays', valueOf(event) === '' ? undefined : Number(valueOf(event)))}>
        <div id="target-note">${
          fault === undefined
            ? html`<p class="hint">${
                targetDays === undefined ? asItIs(own && `${own.targetDays} days`) : 'For this schedule alone.'
              }</p>`
            : html`<p class="fault">${fault}</p>`
        }</div></div>
    </div>`;
};
