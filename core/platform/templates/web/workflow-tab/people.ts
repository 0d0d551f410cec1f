/** How people work on a MANUAL step. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { WorkflowStepDefinition } from '../../contract.ts';
import { textOf } from '../form-tab/properties.element.ts';
import { checklistFrom } from '../model/workflow.ts';
import type { StepChange } from '../model/workflow.ts';
import type { RoleChoice } from './roles.ts';

interface Given {
  readonly step: WorkflowStepDefinition;
  readonly roles: readonly RoleChoice[];
  readonly set: (change: StepChange, what: string, of?: string) => void;
  /** What is wrong with a member. */
  readonly faults: (member: string) => readonly TemplateResult[];
}

const assignments = [
  ['', 'The one with the fewest open cases'],
  ['round-robin', 'Each in turn'],
  ['queue', 'Nobody, until somebody takes it'],
] as const;

/** A role is chosen by its name, also where it is gone. */
const choices = (roles: readonly RoleChoice[], chosen: string | undefined, none: string): TemplateResult => html`<option
    value="" ?selected=${chosen === undefined}>${none}</option>${
      chosen === undefined || roles.some(({ name }) => name === chosen)
        ? nothing
        : html`<option value=${chosen} selected>${chosen} (there is no such role)</option>`
    }${roles.map(
      ({ name, teams }) =>
        html`<option value=${name} ?selected=${name === chosen}>${name} – ${
          teams.length > 3 ? `${teams.length} teams` : teams.join(', ')
        }</option>`,
    )}`;

const role = ({ step, roles, set, faults }: Given): TemplateResult => html`<div class="field">
  <label for="role">Role that decides <span class="optional">(optional)</span></label>
  <select id="role" class="input" @change=${(event: Event) => {
    set({ role: textOf(event) || undefined }, 'the role');
  }}>${choices(roles, step.role, 'Everybody who may decide there')}</select>${faults('role')}</div>`;

const escalateTo = ({ step, roles, set, faults }: Given): TemplateResult => html`<div class="field">
  <label for="escalateTo">Who else hears when it is late <span class="optional">(optional)</span></label>
  <select id="escalateTo" class="input" ?disabled=${step.due === undefined} @change=${(event: Event) => {
    set({ escalateTo: textOf(event) || undefined }, 'who hears of it');
  }}>${choices(roles, step.escalateTo, 'Nobody but the one who works on it')}</select>${faults('escalateTo')}</div>`;

/** The first is what counts where nothing is chosen. */
const chosenOf = ({ assignment: chosen }: WorkflowStepDefinition): string =>
  chosen === undefined || chosen === 'least-open' ? '' : chosen;

const assignment = ({ step, set, faults }: Given): TemplateResult => html`<div class="field">
  <label for="assignment">Who gets it</label><select id="assignment" class="input" @change=${(event: Event) => {
    const chosen = assignments.find(([value]) => value === textOf(event))?.[0];
    set({ assignment: chosen === '' ? undefined : chosen }, 'who gets it');
  }}>${assignments.map(
    ([value, title]) => html`<option value=${value} ?selected=${chosenOf(step) === value}>${title}</option>`,
  )}</select>${faults('assignment')}</div>`;

const due = ({ step, set, faults }: Given): TemplateResult => {
  const inHours = step.due !== undefined && 'hours' in step.due;
  const count = step.due && ('hours' in step.due ? step.due.hours : step.due.workingDays);
  return html`<div class="field"><label for="due">Decide within <span class="optional">(optional)</span></label>
      <input id="due" class="input" inputmode="numeric" .value=${String(count ?? '')} @change=${(event: Event) => {
        const wanted = Number.parseInt(textOf(event), 10);
        const time = inHours ? { hours: wanted } : { workingDays: wanted };
        set({ due: Number.isNaN(wanted) ? undefined : time }, 'the time');
      }}>${faults('due')}</div>
    <div class="field"><label for="due-unit">Counted in</label><select id="due-unit" class="input"
      ?disabled=${step.due === undefined} @change=${(event: Event) => {
        const hours = textOf(event) === 'hours';
        set({ due: hours ? { hours: count ?? 1 } : { workingDays: count ?? 1 } }, 'the time');
      }}><option value="workingDays" ?selected=${!inHours}>Working days</option>
      <option value="hours" ?selected=${inHours}>Hours</option></select></div>`;
};

const second = ({ step, set }: Given): TemplateResult => html`<label class="option"><input id="secondApprover"
  type="checkbox" .checked=${step.secondApprover === true} @change=${(event: Event) => {
    const on = event.target instanceof HTMLInputElement && event.target.checked;
    set({ secondApprover: on || undefined }, 'the second approver');
  }}><span>A second approver<span class="hint"> Somebody else than the first, always</span></span></label>`;

const note = ({ step, set }: Given): TemplateResult => html`<label class="option"><input id="note"
  type="checkbox" .checked=${step.note === true} @change=${(event: Event) => {
    const on = event.target instanceof HTMLInputElement && event.target.checked;
    set({ note: on || undefined }, 'the note');
  }}><span>A note is needed to approve although a check failed</span></label>`;

const checklist = ({ step, set, faults }: Given): TemplateResult => {
  const points = step.checklist ?? [];
  return html`<div class="field"><label for="checklist">Checklist, one point on each line</label>
    <textarea id="checklist" class="input" rows="3" .value=${points.map(({ text }) => text).join('\n')}
      @change=${(event: Event) => {
        set({ checklist: checklistFrom(textOf(event), points) }, 'the checklist');
      }}></textarea>${faults('checklist')}</div>`;
};

/** All that is set about people; what is left out counts as the first choice. */
export const peopleRules = (given: Given): TemplateResult => html`<details class="more" ?open=${hasRules(given.step)}>
  <summary>How people decide it</summary>
  <div class="fields"><div class="two">${role(given)}${assignment(given)}${due(given)}${escalateTo(given)}</div>
    ${second(given)}${note(given)}${checklist(given)}</div>
  </details>`;

const hasRules = (step: WorkflowStepDefinition): boolean =>
  [step.role, step.assignment, step.due, step.secondApprover, step.checklist, step.note, step.escalateTo].some(
    (one) => one !== undefined,
  );
