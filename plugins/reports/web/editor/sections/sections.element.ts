import { define, DossierElement } from '@dossier/sdk/web';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AnySection, Catalogue } from '../../types.ts';
import { Keys } from './keys.ts';
import { contentOf, iconOf, nameOf, newSection } from './new-section.ts';
import './section-form.element.ts';
import { sectionsStyles } from './sections.styles.ts';

/**
 * The sections of a report in their order: opened to be edited, moved by dragging, buttons or arrow keys, added and
 * removed. Fires `dossier-change` (detail: `{ sections }`).
 */
class ReportSections extends DossierElement {
  static override styles = [DossierElement.styles, sectionsStyles];
  static override properties = {
    sections: { attribute: false },
    catalogue: { attribute: false },
    faults: { attribute: false },
    open: { state: true },
    dragged: { state: true },
    over: { state: true },
    removed: { state: true },
  };
  declare sections: readonly AnySection[];
  declare catalogue: Catalogue;
  declare faults: Faults;
  declare open: ReadonlySet<number>;
  declare dragged: number | null;
  declare over: number | null;
  declare removed: { readonly section: AnySection; readonly at: number } | null;
  readonly #keys = new Keys();
  /** What gets the focus when the changed sections have come back. */
  #focus: { readonly key: number; readonly act: string } | null = null;

  constructor() {
    super();
    this.sections = [];
    this.catalogue = { sources: [], kinds: [], timeZone: null };
    this.faults = [];
    this.open = new Set();
    this.dragged = null;
    this.over = null;
    this.removed = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('sections')) this.#keys.follow(this.sections);
    // What is wrong is opened, so that it can be seen.
    if (changed.has('faults') && this.faults.length > 0)
      this.open = new Set([...this.open, ...this.#keys.all.filter((_, at) => this.#wrong(at))]);
  }

  #wrong(at: number): boolean {
    const pointer = `/definition/sections/${at}`;
    return this.faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  }

  #set(sections: readonly AnySection[], keys: readonly number[]): void {
    this.#keys.set(sections, keys);
    this.removed = null;
    this.dispatchEvent(new CustomEvent('dossier-change', { detail: { sections } }));
  }

  #move(from: number, to: number): void {
    const section = this.sections[from];
    const key = this.#keys.all[from];
    if (!section || key === undefined || to === from || to < 0 || to >= this.sections.length) return;
    // An element that is moved loses the focus.
    this.#focus = { key, act: this.shadowRoot?.activeElement?.getAttribute('data-act') ?? 'handle' };
    this.#set(
      this.sections.toSpliced(from, 1).toSpliced(to, 0, section),
      this.#keys.all.toSpliced(from, 1).toSpliced(to, 0, key),
    );
    this.host.announce(`${nameOf(section)}: place ${to + 1} of ${this.sections.length}`);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('sections') || !this.#focus) return;
    const item = this.renderRoot.querySelector(`[data-key="${this.#focus.key}"]`);
    const act = item?.querySelector<HTMLButtonElement>(`[data-act="${this.#focus.act}"]`);
    this.#focus = null;
    // A button at the end of its way gives it to the handle.
    (act && !act.disabled ? act : item?.querySelector<HTMLButtonElement>('[data-act="handle"]'))?.focus();
  }

  #remove(at: number): void {
    const section = this.sections[at];
    if (!section) return;
    this.#set(this.sections.toSpliced(at, 1), this.#keys.all.toSpliced(at, 1));
    this.removed = { section, at };
  }

  #putBack(): void {
    if (this.removed)
      this.#set(
        this.sections.toSpliced(this.removed.at, 0, this.removed.section),
        this.#keys.all.toSpliced(this.removed.at, 0, this.#keys.next()),
      );
  }

  #add(event: Event): void {
    const field = event.target;
    const kind =
      field instanceof HTMLSelectElement ? this.catalogue.kinds.find(({ id }) => id === field.value) : undefined;
    if (!kind || !(field instanceof HTMLSelectElement)) return;
    field.value = '';
    const key = this.#keys.next();
    this.open = new Set([...this.open, key]);
    this.#focus = { key, act: 'name' };
    this.#set([...this.sections, newSection(kind, this.catalogue.sources)], [...this.#keys.all, key]);
  }

  #toggle(key: number): void {
    this.open = new Set(this.open.has(key) ? [...this.open].filter((one) => one !== key) : [...this.open, key]);
  }

  #onHandleKey(event: KeyboardEvent, at: number): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#move(at, at + by);
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    const [from, to] = [this.dragged, this.over];
    this.dragged = null;
    this.over = null;
    if (from !== null && to !== null) this.#move(from, to);
  }

  #item(section: AnySection, at: number, key: number) {
    const kind = this.catalogue.kinds.find(({ id }) => id === section.kind)?.title ?? section.kind;
    const name = nameOf(section);
    const open = this.open.has(key);
    const last = this.sections.length - 1;
    const place =
      this.over === at && this.dragged !== null && this.dragged !== at ? (this.dragged < at ? 'after' : 'before') : '';
    return html`
      <li data-key=${key} class="${place} ${this.dragged === at ? 'dragged' : ''} ${this.#wrong(at) ? 'wrong' : ''}"
        @dragover=${(event: DragEvent) => {
          if (this.dragged !== null) {
            event.preventDefault();
            this.over = at;
          }
        }} @drop=${this.#drop}>
        <div class="line">
          <button type="button" class="handle" data-act="handle" draggable="true"
            aria-label="Move ${name}: drag, or arrow keys" title="Drag, or press the arrow keys"
            @keydown=${(event: KeyboardEvent) => this.#onHandleKey(event, at)}
            @dragstart=${(event: DragEvent) => {
              this.dragged = at;
              event.dataTransfer?.setData('text/plain', name);
            }} @dragend=${() => {
              this.dragged = null;
              this.over = null;
            }}>${icon('grip', 16)}</button>
          <button type="button" class="name" data-act="name" aria-expanded=${open ? 'true' : 'false'}
            aria-controls="form-${key}" @click=${() => this.#toggle(key)}>
            <span class="kind">${icon(iconOf[section.kind], 16)}</span><span class="words"><b>${name}</b><span
              class="muted small">${contentOf(section, kind, this.catalogue.sources)}</span></span></button>
          <button type="button" class="act" data-act="up" aria-label="Move ${name} up" ?disabled=${at === 0}
            @click=${() => this.#move(at, at - 1)}>${icon('up', 16)}</button>
          <button type="button" class="act" data-act="down" aria-label="Move ${name} down" ?disabled=${at === last}
            @click=${() => this.#move(at, at + 1)}>${icon('down', 16)}</button>
          <button type="button" class="act" aria-label="Remove ${name}" ?disabled=${last === 0}
            title=${last === 0 ? 'A report has one section at least' : nothing}
            @click=${() => this.#remove(at)}>${icon('trash', 16)}</button>
        </div>
        <div id="form-${key}" class="form" ?hidden=${!open}>${
          open
            ? html`<dossier-report-section-form .section=${section}
              .schema=${this.catalogue.kinds.find(({ id }) => id === section.kind)?.schema}
              .sources=${this.catalogue.sources} .faults=${this.faults} .pointer=${`/definition/sections/${at}`}
          @dossier-section=${(event: CustomEvent<AnySection>) =>
            this.#set(this.sections.with(at, event.detail), this.#keys.all)}></dossier-report-section-form>`
            : nothing
        }</div>
      </li>`;
  }

  override render() {
    const keys = this.#keys.all;
    return html`
      <ol>${repeat(
        this.sections,
        (_, at) => keys[at],
        (section, at) => this.#item(section, at, keys[at] ?? at),
      )}</ol>
      <div role="status">${
        this.removed
          ? html`<p class="removed"><span>“${nameOf(this.removed.section)}” is out.</span> <button type="button"
            class="button quiet small" @click=${this.#putBack}>Put it back</button></p>`
          : nothing
      }</div>
      <label class="add"><span class="visually-hidden">Add a section</span>${icon('plus', 16)}
        <select class="input" ?disabled=${this.sections.length >= 40} @change=${this.#add}><option
          value="">Add a section …</option>${this.catalogue.kinds.map(
            ({ id, title }) => html`<option value=${id}>${title}</option>`,
          )}</select></label>`;
  }
}
define('dossier-report-sections', ReportSections);
