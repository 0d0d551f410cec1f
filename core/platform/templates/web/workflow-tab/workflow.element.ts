import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { WorkflowStepDefinition } from '../../contract.ts';
import type { Doc, Problem } from '../draft.controller.ts';
import { faultLines } from '../faults.ts';
import type { Edit } from '../form-tab/properties.element.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { noWays, waitsAt } from '../model/no-ways.ts';
import type { NoWay } from '../model/no-ways.ts';
import { addWorkflowStep, changeWorkflowStep, moveWorkflowStep, removeWorkflowStep } from '../model/workflow.ts';
import type { Flow } from '../model/workflow.ts';
import { numbersOf } from './number-choices.ts';
import type { NumberField } from './number-choices.ts';
import { rolesOf } from './roles.ts';
import type { RoleChoice } from './roles.ts';
import './step.element.ts';
import type { Handler, WorkflowStep } from './step.element.ts';
import { workflowStyles } from './workflow.styles.ts';

/** How it is decided: SYSTEM steps, and the MANUAL step at which a case waits when one of them does not pass. */
export class WorkflowTab extends DossierElement {
  static override styles = [DossierElement.styles, workflowStyles];
  static override properties = {
    doc: { attribute: false },
    edit: { attribute: false },
    handlers: { attribute: false },
    problems: { attribute: false },
    roles: { state: true },
  };
  declare doc: Doc | null;
  declare edit: Edit;
  declare handlers: readonly Handler[];
  declare problems: readonly Problem[];
  declare roles: readonly RoleChoice[];

  constructor() {
    super();
    this.doc = null;
    this.edit = () => {};
    this.handlers = [];
    this.problems = [];
    this.roles = [];
    new KeepFocus(this, () => this.renderRoot.querySelector('.ways button'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void rolesOf(this.host).then(
      (roles) => {
        this.roles = roles;
      },
      // Who may not see the teams keeps what is written.
      () => {},
    );
  }

  get #flow(): Flow {
    return this.doc?.content.workflow ?? [];
  }

  /** To what a fault is about: a step by its place and a member of it, else to the ways to a new one. */
  async lead(at: number | null, member?: string): Promise<void> {
    await this.updateComplete;
    const step = at === null ? undefined : this.renderRoot.querySelectorAll<WorkflowStep>('.step')[at];
    if (step) return step.lead(member);
    const manual = this.#flow.some(({ kind }) => kind === 'SYSTEM');
    this.renderRoot.querySelector<HTMLElement>(manual ? '.ways .person' : '.ways button')?.focus();
  }

  #set(change: (flow: Flow) => Flow, label: string, of: string | null = null): void {
    this.edit((doc) => ({ ...doc, content: { ...doc.content, workflow: change(doc.content.workflow) } }), label, of);
  }

  #to(key: string): void {
    void this.updateComplete.then(() => this.lead(this.#flow.findIndex((one) => one.key === key)));
  }

  #add(kind: 'SYSTEM' | 'MANUAL', handler?: Handler): void {
    const name = kind === 'MANUAL' ? 'Decision' : (handler?.title ?? 'Check');
    const { step } = addWorkflowStep(this.#flow, { kind, name, ...(handler ? { handler: handler.id } : {}) });
    this.#set((flow) => addWorkflowStep(flow, step).flow, `adding ${step.name}`);
    this.#to(step.key);
    this.host.announce(`${step.name} added.`);
  }

  #move({ key, name }: WorkflowStepDefinition, by: -1 | 1): void {
    this.#set((flow) => moveWorkflowStep(flow, key, by), `moving ${name}`);
    this.#to(key);
    const at = this.#flow.findIndex((one) => one.key === key) + by;
    this.host.announce(`${name}: place ${Math.max(1, Math.min(this.#flow.length, at + 1))}`);
  }

  #remove({ key, name }: WorkflowStepDefinition): void {
    const at = this.#flow.findIndex((one) => one.key === key);
    this.#set((flow) => removeWorkflowStep(flow, key), `removing ${name}`);
    this.host.announce(`${name} is removed. Control and Z brings it back.`);
    void this.updateComplete.then(() => this.lead(this.#flow[at] ? at : at - 1));
  }

  #line({ above, below, from, to }: NoWay, first: boolean): TemplateResult {
    return html`<span class="way" aria-hidden="true">${above ? html`<i class="above"></i>` : nothing}${
      below ? html`<i class="below"></i>` : nothing
    }${from ? html`<i class="from"></i>` : nothing}${to ? html`<i class="to"></i>` : nothing}${
      first ? html`<span class="says">if one does not pass</span>` : nothing
    }</span>`;
  }

  #node(
    step: WorkflowStepDefinition,
    at: number,
    { ways, numbers }: { readonly ways: readonly NoWay[]; readonly numbers: readonly NumberField[] },
  ): TemplateResult {
    const flow = this.#flow;
    const below = `/workflow/${at}`;
    const mine = this.problems.flatMap((one) =>
      one.pointer === below || one.pointer.startsWith(`${below}/`)
        ? [{ ...one, pointer: one.pointer.slice(below.length) }]
        : [],
    );
    const way = ways[at];
    return html`<li><dossier-template-workflow-step class="step" .step=${step} .handlers=${this.handlers}
        .roles=${this.roles} .numbers=${numbers} .problems=${mine} .waits=${flow[waitsAt(flow, at)]?.name ?? null}
        .first=${at === 0} .last=${at === flow.length - 1}
        .set=${(change: Partial<WorkflowStepDefinition>, what: string, of?: string) =>
          this.#set(
            (now) => changeWorkflowStep(now, step.key, change),
            `${what} of ${step.name}`,
            of === undefined ? null : `${step.key} ${of}`,
          )}
        .move=${(by: -1 | 1) => this.#move(step, by)}
        .remove=${() => this.#remove(step)}></dossier-template-workflow-step><div class="wire"></div>${
          way ? this.#line(way, at === ways.findIndex((one) => one.below)) : nothing
        }</li>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const flow = this.#flow;
    const ways = noWays(flow);
    const numbers = numbersOf(this.doc.content);
    return html`<h2 class="visually-hidden">Workflow</h2>
      ${faultLines(this.problems.filter(({ pointer }) => pointer === '/workflow'))}
      <span class="cap">${icon('upload', 15)}Application sent</span><div class="wire"></div>
      <ol>${repeat(
        flow,
        ({ key }) => key,
        (step, at) => this.#node(step, at, { ways, numbers }),
      )}</ol>
      <span class="cap">${icon('check', 15)}Approved, or ${icon('cross', 15)}rejected</span>
      ${
        flow.length === 0
          ? html`<p class="muted">Add the checks that run by themselves, then the step at which a person decides. When
              all checks pass, an application is approved without anybody; when one does not, it waits at the MANUAL
              step.</p>`
          : nothing
      }
      <h3>Add a step</h3><div class="ways">${this.handlers.map(
        (one) =>
          html`<button type="button" class="button" @click=${() => this.#add('SYSTEM', one)}>${icon('plus', 14)}${
            one.title
          }</button>`,
      )}<button type="button" class="button person" @click=${() => this.#add('MANUAL')}>${icon('plus', 14)}Decision by
        a person</button></div>`;
  }
}
define('dossier-template-workflow', WorkflowTab);
