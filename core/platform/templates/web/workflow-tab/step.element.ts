import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import { icon } from '@dossier/sdk/web/ui/icon';
import '@dossier/sdk/web/ui/schema-form.element';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { WorkflowStepDefinition } from '../../contract.ts';
import type { Problem } from '../draft.controller.ts';
import { faultLines, faultsAt } from '../faults.ts';
import { textOf } from '../form-tab/properties.element.ts';
import type { StepChange } from '../model/workflow.ts';
import { withNumbers } from './number-choices.ts';
import type { NumberField } from './number-choices.ts';
import { peopleRules } from './people.ts';
import type { RoleChoice } from './roles.ts';

/** A check that a SYSTEM step can run, as `GET /api/v1/step-handlers` lists it. */
export interface Handler {
  readonly id: string;
  readonly title: string;
  readonly settings: FormSchema | null;
}

/** One step of the workflow. `set`, `move` and `remove` are its owner's. */
export class WorkflowStep extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; }
    .node { display: grid; gap: 0.75rem; padding: 0.875rem 1rem; }
    .node.man { border-color: var(--dossier-accent); }
    .top { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; }
    .word { padding: 0.0625rem 0.5rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
      font-size: var(--dossier-size-xs); font-weight: var(--dossier-bold); }
    .man .word { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
    .no { color: var(--dossier-warning-text); font-size: var(--dossier-size-s); display: flex; gap: 0.375rem; }
    .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0.75rem;
      align-items: start; }
    details.more { margin: 0; }
  `,
  ];
  static override properties = {
    step: { attribute: false },
    waits: { attribute: false },
    handlers: { attribute: false },
    roles: { attribute: false },
    numbers: { attribute: false },
    problems: { attribute: false },
    set: { attribute: false },
    move: { attribute: false },
    remove: { attribute: false },
    first: { type: Boolean },
    last: { type: Boolean },
  };
  declare step: WorkflowStepDefinition | null;
  /** Name of the step at which a case waits when this check does not pass; null when nobody could decide. */
  declare waits: string | null;
  declare handlers: readonly Handler[];
  declare roles: readonly RoleChoice[];
  /** Numbers of the form that settings may name. */
  declare numbers: readonly NumberField[];
  /** Those of this step, with pointers below it. */
  declare problems: readonly Problem[];
  declare set: (change: StepChange, what: string, of?: string) => void;
  declare move: (by: -1 | 1) => void;
  declare remove: () => void;
  declare first: boolean;
  declare last: boolean;

  constructor() {
    super();
    this.step = null;
    this.waits = null;
    this.handlers = [];
    this.roles = [];
    this.numbers = [];
    this.problems = [];
    this.set = () => {};
    this.move = () => {};
    this.remove = () => {};
    this.first = false;
    this.last = false;
  }

  /** To what a fault is about: a member of the step or of its settings, else its name, ready to be typed over. */
  async lead(target = 'name'): Promise<void> {
    await this.updateComplete;
    const [member = '', setting] = target.split('/');
    const details = this.renderRoot.querySelector('details');
    const wanted = this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(member)}`);
    if (wanted && details?.contains(wanted)) details.open = true;
    const form = member === 'settings' ? this.renderRoot.querySelector<SchemaForm>('dossier-schema-form') : null;
    await form?.updateComplete;
    const named = setting === undefined ? null : form?.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(setting)}`);
    const field = named ?? form?.renderRoot.querySelector<HTMLElement>('input, select, textarea') ?? wanted;
    (field ?? this.renderRoot.querySelector<HTMLElement>('#name'))?.focus();
    if (field instanceof HTMLInputElement && member === 'name') field.select();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    this.move(by);
  };

  readonly #faults = (member: string): readonly TemplateResult[] => faultLines(faultsAt(this.problems, `/${member}`));

  #head(step: WorkflowStepDefinition): TemplateResult {
    const tool = (label: string, sign: string, off: boolean, act: () => void): TemplateResult => html`<button
      type="button" class="button quiet icon small" aria-label=${label} title=${label} ?disabled=${off}
      @click=${act}>${icon(sign, 15)}</button>`;
    return html`<div class="top"><span><span class="word">${step.kind}</span> <span class="muted small">${
      step.kind === 'MANUAL' ? 'a person decides' : 'runs by itself'
    }</span></span><span>${tool(`Move ${step.name} up`, 'up', this.first, () => this.move(-1))}${tool(
      `Move ${step.name} down`,
      'down',
      this.last,
      () => this.move(1),
    )}${tool(`Remove ${step.name}`, 'trash', false, () => this.remove())}</span></div>`;
  }

  #check(step: WorkflowStepDefinition): TemplateResult {
    const handler = this.handlers.find(({ id }) => id === step.handler);
    const values = step.settings ?? {};
    const titled = ({ id, title }: Handler): string => (title && title !== id ? `${id} – ${title}` : id);
    return html`<div class="field"><label for="handler">Check</label><select id="handler" class="input"
        @change=${(event: Event) => this.set({ handler: textOf(event), settings: undefined }, 'the check')}>${
          handler
            ? nothing
            : html`<option value=${step.handler ?? ''} selected>${
                step.handler ? `${step.handler} (not installed here)` : 'Choose a check'
              }</option>`
        }${this.handlers.map(
          (one) => html`<option value=${one.id} ?selected=${one.id === step.handler}>${titled(one)}</option>`,
        )}</select>${this.#faults('handler')}</div>
      ${
        handler?.settings
          ? html`<dossier-schema-form quiet .schema=${withNumbers(handler.settings, values, this.numbers)}
              .values=${values} .faults=${faultsAt(this.problems, '/settings')} base="/settings"
              @dossier-form-changed=${(event: CustomEvent<FormValues>) =>
                this.set({ settings: event.detail }, 'the settings', 'settings')}></dossier-schema-form>`
          : this.#faults('settings')
      }
      <p class="no">${icon('cross', 15)}<span>If it does not pass: ${
        this.waits === null ? 'nobody could decide. Add a MANUAL step.' : `waits at ${this.waits}`
      }</span></p>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { step } = this;
    if (!step) return nothing;
    const shown = ['name', 'forClients', 'handler', 'settings', 'role', 'assignment', 'due', 'escalateTo', 'checklist'];
    const others = this.problems.filter(({ pointer }) => !shown.includes(pointer.split('/')[1] ?? ''));
    return html`<div class="node card ${step.kind === 'MANUAL' ? 'man' : ''}" @keydown=${this.#key}>
      ${this.#head(step)}${faultLines(others)}
      <div class="two">
        <div class="field"><label for="name">Name</label><input id="name" class="input" autocomplete="off"
          maxlength="200" .value=${step.name} @input=${(event: Event) =>
            this.set({ name: textOf(event) }, 'the name', 'name')}>${this.#faults('name')}</div>
        <div class="field"><label for="forClients">What clients read <span class="optional">(optional)</span></label>
          <input id="forClients" class="input" autocomplete="off" maxlength="200" aria-describedby="clients-hint"
            .value=${step.forClients ?? ''} @input=${(event: Event) =>
              this.set({ forClients: textOf(event) || undefined }, 'what clients read', 'client')}>
          <p id="clients-hint" class="hint">The step in their words, in place of its name.</p>
          ${this.#faults('forClients')}</div></div>
      ${
        step.kind === 'MANUAL'
          ? peopleRules({ step, roles: this.roles, set: this.set, faults: this.#faults })
          : this.#check(step)
      }</div>`;
  }
}
define('dossier-template-workflow-step', WorkflowStep);
