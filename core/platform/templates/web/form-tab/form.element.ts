import { define, DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Doc, Problem } from '../draft.controller.ts';
import type { Condition } from '../../contract.ts';
import { optionsIn, sentence } from '../model/conditions.ts';
import { fieldAt, isRequired, keysIn, kindOf, rowsOf, showOf } from '../model/content.ts';
import type { Content, Field, Kind, Path } from '../model/content.ts';
import { addField, duplicateField, fitsInRows, moveField, nudgeField, placeOf, removeField } from '../model/fields.ts';
import type { Placed } from '../model/fields.ts';
import { kindIcon } from '../model/kind-icons.ts';
import { targetOf } from '../model/targets.ts';
import { addStep, isSame, moveStep, neighbour, removeStep, stillSelected } from '../model/steps.ts';
import type { Selection } from '../model/steps.ts';
import { OwnCurrency } from './own-currency.controller.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { formTabStyles } from './form.styles.ts';
import './kinds.element.ts';
import type { KindList } from './kinds.element.ts';
import './properties.element.ts';
import type { Edit, Properties } from './properties.element.ts';

/** The form as the steps of the wizard: by pointer, by buttons, and wholly by keyboard. */
export class FormTab extends DossierElement {
  static override styles = [DossierElement.styles, formTabStyles];
  static override properties = {
    doc: { attribute: false },
    kinds: { attribute: false },
    edit: { attribute: false },
    published: { attribute: false },
    problems: { attribute: false },
    selected: { state: true },
    dragged: { state: true },
    over: { state: true },
  };
  declare doc: Doc | null;
  declare kinds: readonly Kind[];
  declare edit: Edit;
  declare published: ReadonlySet<string>;
  declare problems: readonly Problem[];
  declare selected: Selection | null;
  declare dragged: Selection | null;
  declare over: Selection | null;
  readonly #currency = new OwnCurrency(this);
  #focus = false;
  #before: Doc | null = null;

  constructor() {
    super();
    this.doc = null;
    this.kinds = [];
    this.edit = () => {};
    this.published = new Set();
    this.problems = [];
    this.selected = null;
    this.dragged = null;
    this.over = null;
    new KeepFocus(this, () => this.#current);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('doc')) return;
    const before = this.#before;
    this.#before = this.doc;
    if (before && this.doc && this.selected)
      this.selected = stillSelected(before.content, this.doc.content, this.selected);
  }

  get #current(): HTMLElement | null {
    return (
      this.renderRoot.querySelector<HTMLElement>('[aria-current="true"]') ??
      this.renderRoot.querySelector<HTMLElement>('.lab')
    );
  }

  get #content(): Content {
    return this.doc?.content ?? { schema: {}, wizard: [], workflow: [], requiredDocuments: [] };
  }

  /** Selects what a fault is about, and leads to it. */
  lead(selected: Selection): void {
    this.selected = selected;
    this.#focus = true;
    this.requestUpdate();
  }

  /** To the control that mends a fault, else to what it is about. */
  async leadTo(selected: Selection | null, member: string | null): Promise<void> {
    if (!selected) return this.#current?.focus();
    this.lead(selected);
    await this.updateComplete;
    if (member !== null) await this.#settings?.lead(member);
  }

  get #settings(): Properties | null {
    return this.renderRoot.querySelector<Properties>('dossier-template-properties');
  }

  /** To the label of what was just selected, to be typed over. */
  async #label(): Promise<void> {
    await this.updateComplete;
    await this.#settings?.updateComplete;
    this.#settings?.focus();
  }

  protected override updated(): void {
    if (!this.#focus) return;
    this.#focus = false;
    this.#current?.focus();
  }

  #to(placed: Placed, label: string, said: string): void {
    this.edit((doc) => ({ ...doc, content: placed.content }), label);
    this.selected = { field: placed.path };
    this.#focus = true;
    if (said !== '') this.host.announce(said);
  }

  #nameOf(selected: Selection): string {
    if ('step' in selected) return this.#content.wizard.find(({ key }) => key === selected.step)?.title ?? '';
    return String(fieldAt(this.#content, selected.field)?.['title'] ?? selected.field[selected.field.length - 1]);
  }

  #add(kind: Kind): void {
    const content = this.#content;
    const { selected } = this;
    let into = content;
    let place = selected && 'field' in selected ? placeOf(content, selected.field) : null;
    if (selected && 'field' in selected && place) {
      const field = fieldAt(content, selected.field);
      const rows = rowsOf(field);
      if (rows && fitsInRows(kind.id)) place = { group: selected.field[0], at: keysIn(rows).length };
      else if ('group' in place && !fitsInRows(kind.id)) place = placeOf(content, [place.group]);
      else place = { ...place, at: place.at + 1 };
    }
    if (!place) {
      const last = selected && 'step' in selected ? selected.step : content.wizard.at(-1)?.key;
      if (last === undefined) into = addStep(content).content;
      const step = into.wizard.find(({ key }) => key === last) ?? into.wizard[0];
      if (!step) return;
      place = { step: step.key, at: step.fields.length };
    }
    const placed = addField(into, kind, place, this.#currency.code);
    this.edit((doc) => ({ ...doc, content: placed.content }), `adding ${kind.label}`);
    this.selected = { field: placed.path };
    this.host.announce(`${kind.label} added. Write its label; Escape leads back to the list.`);
    void this.#label();
  }

  #addStep(): void {
    const { content, key } = addStep(this.#content);
    this.edit((doc) => ({ ...doc, content }), 'adding a step');
    this.selected = { step: key };
    this.host.announce('Step added. Write its title; Escape leads back to the list.');
    void this.#label();
  }

  #move(selected: Selection, by: -1 | 1): void {
    const name = this.#nameOf(selected);
    if ('field' in selected) {
      const placed = nudgeField(this.#content, selected.field, by);
      const place = placeOf(placed.content, placed.path);
      const step =
        place && 'step' in place ? placed.content.wizard.find(({ key }) => key === place.step)?.title : undefined;
      return this.#to(
        placed,
        `moving “${name}”`,
        place ? `${name}: place ${place.at + 1}${step ? ` in ${step}` : ''}` : '',
      );
    }
    const at = this.#content.wizard.findIndex(({ key }) => key === selected.step) + by;
    this.edit((doc) => ({ ...doc, content: moveStep(doc.content, selected.step, at) }), `moving “${name}”`);
    this.lead(selected);
    this.host.announce(`${name}: step ${Math.max(1, Math.min(this.#content.wizard.length, at + 1))}`);
  }

  #remove(selected: Selection): void {
    const name = this.#nameOf(selected);
    const next = neighbour(this.#content, selected, -1);
    this.edit(
      (doc) => ({
        ...doc,
        content: 'step' in selected ? removeStep(doc.content, selected.step) : removeField(doc.content, selected.field),
      }),
      `removing “${name}”`,
    );
    this.host.announce(`${name} is removed. Control and Z brings it back.`);
    if (next && !isSame(next, selected)) this.lead(next);
    else {
      this.selected = null;
      this.#focus = true;
    }
  }

  #duplicate(path: Path): void {
    this.#to(duplicateField(this.#content, path), `duplicating “${this.#nameOf({ field: path })}”`, 'Duplicated.');
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    // Before anything is chosen, the first step is what the keys are about.
    const selected = this.selected ?? neighbour(this.#content, null, 0);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (by !== null && event.altKey && selected) this.#move(selected, by);
    else if (event.altKey) return;
    else if (by !== null) {
      const next = neighbour(this.#content, selected, by);
      if (next) this.lead(next);
    } else if (key === 'a') this.renderRoot.querySelector<KindList>('dossier-template-kinds')?.focus();
    else if (key === 's') this.#addStep();
    else if (!selected) return;
    else if (key === 'Delete') this.#remove(selected);
    else if (key === 'd' && 'field' in selected) this.#duplicate(selected.field);
    else if (key === 'c') void this.leadTo(selected, 'when');
    else if (key === 'Enter') {
      this.selected = selected;
      void this.#label();
    } else return;
    event.preventDefault();
  };

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#focus = true;
    this.requestUpdate();
  };

  #drop(event: DragEvent): void {
    event.preventDefault();
    const { dragged, over } = this;
    this.dragged = null;
    this.over = null;
    if (!dragged || !over || isSame(dragged, over)) return;
    if ('step' in dragged) {
      const to = 'step' in over ? over.step : null;
      if (to === null) return;
      const at = this.#content.wizard.findIndex(({ key }) => key === to);
      return this.edit((doc) => ({ ...doc, content: moveStep(doc.content, dragged.step, at) }), 'moving a step');
    }
    const place = 'step' in over ? { step: over.step, at: 0 } : placeOf(this.#content, over.field);
    if (place) this.#to(moveField(this.#content, dragged.field, place), 'moving a field', '');
  }

  #drag(selected: Selection): TemplateResult {
    return html`<span class="grip" draggable="true" aria-hidden="true" @dragstart=${(event: DragEvent) => {
      this.dragged = selected;
      event.dataTransfer?.setData('text/plain', '');
    }} @dragend=${() => {
      this.dragged = null;
      this.over = null;
    }}>${icon('grip', 16)}</span>`;
  }

  #tools(selected: Selection): TemplateResult {
    const name = this.#nameOf(selected);
    const reached = isSame(this.selected, selected) ? 0 : -1;
    const tool = (label: string, sign: string, act: () => void): TemplateResult => html`<button type="button"
      class="button quiet icon small" aria-label="${label} ${name}" title=${label} tabindex=${reached}
      @click=${act}>${icon(sign, 15)}</button>`;
    return html`<span class="tools">${tool('Move up', 'up', () => this.#move(selected, -1))}${tool(
      'Move down',
      'down',
      () => this.#move(selected, 1),
    )}${'field' in selected ? tool('Duplicate', 'copy', () => this.#duplicate(selected.field)) : nothing}${tool(
      'Remove',
      'trash',
      () => this.#remove(selected),
    )}</span>`;
  }

  #wrong(selected: Selection): boolean {
    return this.problems.some(({ pointer }) => {
      const target = targetOf(pointer, this.#content);
      return target.tab === 'form' && isSame(target.selected, selected);
    });
  }

  #says(field: Field, path: Path): TemplateResult {
    const options = optionsIn(field);
    const rows = rowsOf(field);
    const parts = [
      options
        ? options
            .slice(0, 4)
            .map(({ title }) => title)
            .join(' · ') + (options.length > 4 ? ' …' : '')
        : '',
      rows ? `Group of ${counted(keysIn(rows).length, 'field', 'fields')}` : '',
      typeof field['x-formula'] === 'string' ? `= ${field['x-formula']}` : '',
    ].filter(Boolean);
    const show = showOf(field);
    const kind = (): string | undefined => this.kinds.find(({ id }) => id === kindOf(field))?.label;
    const said = parts.length > 0 ? parts.join(' · ') : show || path.length === 2 ? nothing : kind();
    return html`<span class="sub">${this.#when(show)}${said}</span>`;
  }

  #when(show: Condition | undefined): TemplateResult | typeof nothing {
    return show ? html`<span class="cond">when ${sentence(this.#content, show)}</span> ` : nothing;
  }

  /** The button that stands for a step or a field in the list: arrow keys lead from one to the next. */
  #entry(me: Selection, title: string, reached: boolean, sub: TemplateResult): TemplateResult {
    return html`<button type="button" class="lab" aria-current=${isSame(this.selected, me)} tabindex=${reached ? 0 : -1}
      @keydown=${this.#key} @click=${() => this.lead(me)}><b>${title}</b>${
        this.#wrong(me)
          ? html`<span class="wrong">${icon('warning', 14)}<span class="visually-hidden">needs another
              look</span></span>`
          : nothing
      }${sub}</button>`;
  }

  #item(path: Path): TemplateResult | typeof nothing {
    const field = fieldAt(this.#content, path);
    if (!field) return nothing;
    const me: Selection = { field: path };
    const on = isSame(this.selected, me);
    const rows = path.length === 1 ? rowsOf(field) : null;
    const over = (event: DragEvent): void => {
      if (!this.dragged) return;
      event.preventDefault();
      event.stopPropagation();
      this.over = me;
    };
    const marks = [on ? 'on' : '', isSame(this.over, me) ? 'over' : '', path.length === 2 ? 'inner' : ''].join(' ');
    const title = `${this.#nameOf(me)}${isRequired(this.#content, path) ? ' *' : ''}`;
    return html`<li class="fld ${marks}" @dragover=${over} @drop=${this.#drop}>
      ${this.#drag(me)}<span class="kind">${icon(kindIcon(kindOf(field)), 16)}</span>
      ${this.#entry(me, title, on, this.#says(field, path))}${this.#tools(me)}</li>${
        rows ? keysIn(rows).map((key) => this.#item([path[0], key])) : nothing
      }`;
  }

  #step(step: Content['wizard'][number], at: number): TemplateResult {
    const me: Selection = { step: step.key };
    const on = isSame(this.selected, me) || (this.selected === null && at === 0);
    const over = (event: DragEvent): void => {
      if (!this.dragged) return;
      event.preventDefault();
      this.over = me;
    };
    const count = counted(step.fields.length, 'field', 'fields');
    const sub = html`<span class="sub">${this.#when(step.show)}${count}</span>`;
    return html`<li class="step card">
      <div class="step-h fld ${on ? 'on' : ''} ${isSame(this.over, me) ? 'over' : ''}" @dragover=${over}
        @drop=${this.#drop}>${this.#drag(me)}<span class="n">${at + 1}</span>${this.#entry(
          me,
          step.title,
          on,
          sub,
        )}${this.#tools(me)}</div>
      <ul>${
        step.fields.length === 0
          ? html`<li class="none muted small">Nothing is asked here yet. Choose a kind of field.</li>`
          : repeat(
              step.fields,
              (key) => key,
              (key) => this.#item([key]),
            )
      }</ul></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const { selected } = this;
    const mine = selected
      ? this.problems.filter(({ pointer }) => isSame(targetOf(pointer, this.#content).selected, selected))
      : [];
    return html`
      <section class="kinds" aria-label="Kinds of field" @keydown=${this.#escape}><dossier-template-kinds
        .kinds=${this.kinds}
        @dossier-kind=${(event: CustomEvent<Kind>) => this.#add(event.detail)}></dossier-template-kinds></section>
      <section class="middle" aria-label="Steps and fields"><ol>${repeat(
        this.#content.wizard,
        ({ key }) => key,
        (step, at) => this.#step(step, at),
      )}</ol>
        <div class="ways"><button type="button" class="button"
          @click=${() => this.#addStep()}>${icon('plus', 16)}Add a step</button>
          <span class="muted small">Then: check the answers, and send</span></div>
        <details class="keys"><summary>By keyboard</summary><p class="small muted">Arrow keys choose, Alt and an arrow
          key moves, Enter opens the settings, Escape leads back. A adds a field, S a step, C says when it is shown, D
          duplicates, Delete removes. Control and Z undoes, Control and Enter publishes.</p></details></section>
      <section class="settings ${selected ? '' : 'none'}" aria-label="Settings of what is selected"
        @keydown=${this.#escape}>
        <button type="button" class="button quiet small shut" @click=${() => {
          this.selected = null;
        }}>${icon('cross', 16)}Close</button>
        <dossier-template-properties .doc=${this.doc} .selected=${selected} .kinds=${this.kinds} .edit=${this.edit}
          .published=${this.published} .problems=${mine} @dossier-selected=${(event: CustomEvent<Selection>) => {
            this.selected = event.detail;
          }}></dossier-template-properties></section>`;
  }
}
define('dossier-template-form', FormTab);
