import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import { icon } from '@dossier/sdk/web/ui/icon';
import '@dossier/sdk/web/ui/schema-form.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { WorkflowStepDefinition } from '../contract.ts';
import type { Doc, Problem } from './draft.controller.ts';
import type { Edit } from './form-tab/properties.element.ts';
import { textOf } from './form-tab/properties.element.ts';
import { keyFrom, unlike } from './model/names.ts';

/** A check that a SYSTEM step can run, as `GET /api/v1/step-handlers` lists it. */
export interface Handler {
  readonly id: string;
  readonly title: string;
  readonly settings: FormSchema | null;
}

type Flow = readonly WorkflowStepDefinition[];

/** How it is decided: SYSTEM steps, and the MANUAL step at which a case waits when one of them does not pass. */
class WorkflowTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; max-width: 52rem; margin-inline: auto; padding: 1rem 0 3rem; }
    ol { display: grid; }
    .cap { display: inline-flex; gap: 0.5rem; align-items: center; padding: 0.25rem 0.75rem; border-radius: 1rem;
      border: 1px solid var(--dossier-border); background: var(--dossier-surface); font-weight: var(--dossier-medium); }
    .wire { width: 2px; height: 1.25rem; margin-inline-start: 2.5rem; background: var(--dossier-control-border); }
    .node { display: grid; gap: 0.75rem; padding: 0.875rem 1rem; }
    .node.man { border-color: var(--dossier-accent); }
    .top { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; }
    .word { padding: 0.0625rem 0.5rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
      font-size: var(--dossier-size-xs); font-weight: var(--dossier-bold); }
    .man .word { background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
    .no { border-inline-start: 2px dashed var(--dossier-warning-text); padding-inline-start: 0.625rem;
      color: var(--dossier-warning-text); font-size: var(--dossier-size-s); }
    .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 0.75rem; }
    .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  `,
  ];
  static override properties = {
    doc: { attribute: false },
    edit: { attribute: false },
    handlers: { attribute: false },
    problems: { attribute: false },
  };
  declare doc: Doc | null;
  declare edit: Edit;
  declare handlers: readonly Handler[];
  declare problems: readonly Problem[];
  #focus: string | null = null;

  constructor() {
    super();
    this.doc = null;
    this.edit = () => {};
    this.handlers = [];
    this.problems = [];
  }

  protected override updated(): void {
    if (this.#focus === null) return;
    const field = this.renderRoot.querySelector<HTMLElement>(`#${this.#focus}`);
    this.#focus = null;
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }

  #set(change: (flow: Flow) => Flow, label: string, of: string | null = null): void {
    this.edit((doc) => ({ ...doc, content: { ...doc.content, workflow: change(doc.content.workflow) } }), label, of);
  }

  #add(kind: 'SYSTEM' | 'MANUAL', handler?: Handler): void {
    const flow = this.doc?.content.workflow ?? [];
    const name = kind === 'MANUAL' ? 'Decision' : (handler?.title ?? 'Check');
    const named = unlike(name, new Set(flow.map((one) => one.name)));
    const key = unlike(keyFrom(name, 'step'), new Set(flow.map((one) => one.key)));
    const step: WorkflowStepDefinition = { key, name: named, kind, ...(handler ? { handler: handler.id } : {}) };
    // Checks run before somebody decides.
    const manual = flow.findIndex((one) => one.kind === 'MANUAL');
    this.#set(
      (now) => now.toSpliced(kind === 'SYSTEM' && manual >= 0 ? manual : now.length, 0, step),
      `adding ${named}`,
    );
    this.#focus = `name-${key}`;
    this.host.announce(`${named} added.`);
  }

  #move(at: number, by: -1 | 1): void {
    const step = this.doc?.content.workflow[at];
    if (!step || !this.doc?.content.workflow[at + by]) return;
    this.#set((now) => now.toSpliced(at, 1).toSpliced(at + by, 0, step), `moving ${step.name}`);
    this.#focus = `name-${step.key}`;
    this.host.announce(`${step.name}: place ${at + by + 1}`);
  }

  #node(step: WorkflowStepDefinition, at: number, flow: Flow): TemplateResult {
    const set = (change: Partial<WorkflowStepDefinition>, what: string, of: string | null = null): void =>
      this.#set(
        (now) =>
          now.map((one, i) =>
            i === at
              ? (Object.fromEntries(
                  Object.entries({ ...one, ...change }).filter(([, value]) => value !== undefined),
                ) as unknown as WorkflowStepDefinition)
              : one,
          ),
        `${what} of ${step.name}`,
        of === null ? null : `${step.key} ${of}`,
      );
    const manual = step.kind === 'MANUAL';
    const handler = this.handlers.find(({ id }) => id === step.handler);
    const next = flow.find((one, i) => i > at && one.kind === 'MANUAL') ?? flow.find((one) => one.kind === 'MANUAL');
    const mine = this.problems.filter(
      ({ pointer }) => pointer === `/workflow/${at}` || pointer.startsWith(`/workflow/${at}/`),
    );
    const due = step.due;
    return html`<li><div class="node card ${manual ? 'man' : ''}">
      <div class="top"><span><span class="word">${step.kind}</span> <span class="muted small">${manual ? 'a person decides' : 'runs by itself'}</span></span>
        <span><button type="button" class="button quiet icon small" aria-label="Move ${step.name} up" @click=${() => this.#move(at, -1)}>${icon('up', 15)}</button><button
          type="button" class="button quiet icon small" aria-label="Move ${step.name} down" @click=${() => this.#move(at, 1)}>${icon('down', 15)}</button><button
          type="button" class="button quiet icon small" aria-label="Remove ${step.name}" @click=${() => this.#set((now) => now.toSpliced(at, 1), `removing ${step.name}`)}>${icon('trash', 15)}</button></span></div>
      ${mine.map(({ detail }) => html`<p class="fault">${detail}</p>`)}
      <div class="two"><div class="field"><label for="name-${step.key}">Name</label><input id="name-${step.key}" class="input" autocomplete="off"
          .value=${step.name} @input=${(event: Event) => set({ name: textOf(event) }, 'the name', 'name')}
          @keydown=${(event: KeyboardEvent) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
            if (!event.altKey || by === undefined) return;
            event.preventDefault();
            this.#move(at, by);
          }}></div>
        <div class="field"><label for="client-${step.key}">What clients read</label><input id="client-${step.key}" class="input" autocomplete="off"
          .value=${step.forClients ?? ''} @input=${(event: Event) => set({ forClients: textOf(event) || undefined }, 'what clients read', 'client')}></div></div>
      ${
        manual
          ? html`<div class="two">
            <div class="field"><label for="role-${step.key}">Role that decides <span class="optional">(optional)</span></label><input id="role-${step.key}" class="input"
              autocomplete="off" .value=${step.role ?? ''} @input=${(event: Event) => set({ role: textOf(event) || undefined }, 'the role', 'role')}></div>
            <div class="field"><label for="who-${step.key}">Who gets it</label><select id="who-${step.key}" class="input" @change=${(
              event: Event,
            ) =>
              set(
                { assignment: (textOf(event) || undefined) as WorkflowStepDefinition['assignment'] },
                'who gets it',
              )}>${[
              ['', 'As it is set for the workspace'],
              ['least-open', 'The one with the fewest open cases'],
              ['round-robin', 'Each in turn'],
              ['queue', 'Nobody, until somebody takes it'],
            ].map(
              ([value, title]) =>
                html`<option value=${value} ?selected=${(step.assignment ?? '') === value}>${title}</option>`,
            )}</select></div>
            <div class="field"><label for="due-${step.key}">Decide within <span class="optional">(optional)</span></label><input id="due-${step.key}" class="input" inputmode="numeric"
              .value=${String(due ? ('hours' in due ? due.hours : due.workingDays) : '')} @change=${(event: Event) => {
                const count = Number.parseInt(textOf(event), 10);
                set(
                  {
                    due: Number.isNaN(count)
                      ? undefined
                      : due && 'hours' in due
                        ? { hours: count }
                        : { workingDays: count },
                  },
                  'the time',
                );
              }}></div>
            <div class="field"><label for="unit-${step.key}">Counted in</label><select id="unit-${step.key}" class="input" ?disabled=${!due} @change=${(
              event: Event,
            ) => {
              const count = due ? ('hours' in due ? due.hours : due.workingDays) : 1;
              set({ due: textOf(event) === 'hours' ? { hours: count } : { workingDays: count } }, 'the time');
            }}><option value="workingDays">Working days</option><option value="hours" ?selected=${due !== undefined && 'hours' in due}>Hours</option></select></div></div>
            <label class="option"><input type="checkbox" .checked=${step.secondApprover === true} @change=${(
              event: Event,
            ) =>
              set(
                { secondApprover: (event.target instanceof HTMLInputElement && event.target.checked) || undefined },
                'the second approver',
              )}><span>A second approver<span
              class="hint"> Somebody else than the first, always</span></span></label>
            <div class="field"><label for="list-${step.key}">Checklist, one point on each line</label><textarea id="list-${step.key}" class="input" rows="3"
              .value=${(step.checklist ?? []).map(({ text }) => text).join('\n')} @change=${(event: Event) => {
                const keys = new Set<string>();
                const points = textOf(event)
                  .split('\n')
                  .map((line) => line.trim())
                  .filter(Boolean)
                  .map((text) => {
                    const key =
                      step.checklist?.find((one) => one.text === text)?.key ?? unlike(keyFrom(text, 'point'), keys);
                    keys.add(key);
                    return { key, text };
                  });
                set({ checklist: points.length > 0 ? points : undefined }, 'the checklist');
              }}></textarea></div>`
          : html`<div class="field"><label for="handler-${step.key}">Check</label><select id="handler-${step.key}" class="input" @change=${(
              event: Event,
            ) => set({ handler: textOf(event), settings: undefined }, 'the check')}>${
              handler
                ? nothing
                : html`<option value=${step.handler ?? ''} selected>${step.handler ? `${step.handler} (not installed here)` : 'Choose a check'}</option>`
            }${this.handlers.map((one) => html`<option value=${one.id} ?selected=${one.id === step.handler}>${one.id}${one.title && one.title !== one.id ? ` – ${one.title}` : ''}</option>`)}</select></div>
            ${
              handler?.settings
                ? html`<dossier-schema-form quiet .schema=${handler.settings} .values=${step.settings ?? {}} @dossier-form-changed=${(
                    event: CustomEvent<FormValues>,
                  ) => set({ settings: event.detail }, 'the settings', 'settings')}></dossier-schema-form>`
                : nothing
            }
            <p class="no">If it does not pass: ${next ? `waits at ${next.name}` : 'nobody could decide. Add a MANUAL step.'}</p>`
      }</div><div class="wire"></div></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const flow = this.doc.content.workflow;
    return html`<h2 class="visually-hidden">Workflow</h2>
      ${this.problems.filter(({ pointer }) => pointer === '/workflow').map(({ detail }) => html`<p class="fault">${detail}</p>`)}
      <span class="cap">${icon('upload', 15)}Application sent</span><div class="wire"></div>
      <ol>${flow.map((step, at) => this.#node(step, at, flow))}</ol>
      <span class="cap">${icon('check', 15)}Approved, or ${icon('cross', 15)}rejected</span>
      ${
        flow.length === 0
          ? html`<p class="muted">Add the checks that run by themselves, then the step at which a person decides. When all
        checks pass, an application is approved without anybody; when one does not, it waits at the MANUAL step.</p>`
          : nothing
      }
      <h3>Add a step</h3><div class="ways">${this.handlers.map((one) => html`<button type="button" class="button" @click=${() => this.#add('SYSTEM', one)}>${icon('plus', 14)}${one.title}</button>`)}<button
        type="button" class="button" @click=${() => this.#add('MANUAL')}>${icon('plus', 14)}Decision by a person</button></div>`;
  }
}
define('dossier-template-workflow', WorkflowTab);
