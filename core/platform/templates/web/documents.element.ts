import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Condition, RequiredDocument } from '../contract.ts';
import './condition.element.ts';
import type { ConditionEditor } from './condition.element.ts';
import type { Doc, Problem } from './draft.controller.ts';
import { faultLines } from './faults.ts';
import { textOf } from './form-tab/properties.element.ts';
import type { Edit } from './form-tab/properties.element.ts';
import { KeepFocus } from './keep-focus.controller.ts';
import { namesIn, unlike } from './model/names.ts';

/** The papers that are asked for. */
export class DocumentsTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 1rem; max-width: 52rem; margin-inline: auto; padding: 1rem 0 3rem; }
    .paper { display: grid; gap: 0.75rem; padding: 0.875rem 1rem; }
    .top { display: flex; justify-content: flex-end; }
    ol { display: grid; gap: 0.875rem; }
    textarea.input { min-height: 3.5rem; }
  `,
  ];
  static override properties = {
    doc: { attribute: false },
    edit: { attribute: false },
    problems: { attribute: false },
  };
  declare doc: Doc | null;
  declare edit: Edit;
  declare problems: readonly Problem[];
  #focus: string | null = null;

  constructor() {
    super();
    this.doc = null;
    this.edit = () => {};
    this.problems = [];
    new KeepFocus(this, () => this.renderRoot.querySelector('.add'));
  }

  protected override updated(): void {
    if (this.#focus === null) return;
    const title = this.renderRoot.querySelector<HTMLInputElement>(`#title-${CSS.escape(this.#focus)}`);
    this.#focus = null;
    title?.focus();
    title?.select();
  }

  /** To what a fault is about: a member of a document by its place, else to the way to a new one. */
  async lead(at: number | null, member: string | null): Promise<void> {
    await this.updateComplete;
    const paper = at === null ? undefined : this.renderRoot.querySelectorAll<HTMLElement>('.paper')[at];
    if (!paper) return this.renderRoot.querySelector<HTMLElement>('.add')?.focus();
    if (member === 'when') return paper.querySelector<ConditionEditor>('dossier-template-condition')?.lead();
    paper.querySelector<HTMLElement>(member === 'help' ? 'textarea' : 'input')?.focus();
  }

  #set(
    change: (list: readonly RequiredDocument[]) => readonly RequiredDocument[],
    label: string,
    of: string | null = null,
  ): void {
    this.edit(
      (doc) => ({ ...doc, content: { ...doc.content, requiredDocuments: change(doc.content.requiredDocuments) } }),
      label,
      of,
    );
  }

  readonly #add = (): void => {
    if (!this.doc) return;
    const key = unlike('document', namesIn(this.doc.content));
    this.#set((list) => [...list, { key, title: 'New document' }], 'adding a document');
    this.#focus = key;
  };

  #paper(one: RequiredDocument, at: number): TemplateResult {
    const set = (change: Partial<RequiredDocument>, what: string): void =>
      this.#set(
        (list) =>
          list
            .map((it, i) => (i === at ? { ...it, ...change } : it))
            .map(({ show, description, ...rest }) => ({
              ...rest,
              ...(description ? { description } : {}),
              ...(show ? { show } : {}),
            })),
        `${what} of ${one.title}`,
        what === 'the condition' ? null : `${one.key} ${what}`,
      );
    const move = (by: number): void => {
      if (at + by < 0) return;
      this.#set((list) => list.toSpliced(at, 1).toSpliced(at + by, 0, one), `moving ${one.title}`);
      this.#focus = one.key;
    };
    const remove = (): void => {
      this.#set((list) => list.toSpliced(at, 1), `removing ${one.title}`);
      this.host.announce(`${one.title} is removed. Control and Z brings it back.`);
    };
    const button = (label: string, sign: string, off: boolean, act: () => void): TemplateResult => html`<button
      type="button" class="button quiet icon small" aria-label="${label} ${one.title}" title=${label} ?disabled=${off}
      @click=${act}>${icon(sign, 15)}</button>`;
    const last = at === (this.doc?.content.requiredDocuments.length ?? 0) - 1;
    const key = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
      if (!event.altKey || by === null) return;
      event.preventDefault();
      if (!(by === 1 && last)) move(by);
    };
    const faults = (...members: readonly string[]): readonly TemplateResult[] =>
      faultLines(
        this.problems.filter(({ pointer }) =>
          members.some((member) => pointer === `/requiredDocuments/${at}${member === '' ? '' : `/${member}`}`),
        ),
      );
    const when = this.problems.filter(({ pointer }) => pointer.startsWith(`/requiredDocuments/${at}/show`));
    return html`<li class="paper card" @keydown=${key}><div class="top">${button('Move up', 'up', at === 0, () =>
      move(-1),
    )}${button('Move down', 'down', last, () => move(1))}${button('Remove', 'trash', false, remove)}</div>
      ${faults('', 'key')}
      <div class="field"><label for="title-${one.key}">Title</label><input id="title-${one.key}" class="input"
        maxlength="200" autocomplete="off" .value=${one.title}
        @input=${(event: Event) => set({ title: textOf(event) }, 'the title')}>${faults('title')}</div>
      <div class="field"><label for="help-${one.key}">What people read below it
          <span class="optional">(optional)</span></label>
        <textarea id="help-${one.key}" class="input" rows="2" maxlength="2000" .value=${one.description ?? ''}
          @input=${(event: Event) => set({ description: textOf(event) }, 'the help')}></textarea>
        ${faults('description')}</div>
      <dossier-template-condition .content=${this.doc?.content ?? null} .path=${null} .value=${one.show}
        @dossier-condition=${(event: CustomEvent<Condition | undefined>) =>
          set({ show: event.detail }, 'the condition')}></dossier-template-condition>${faultLines(when)}</li>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const list = this.doc.content.requiredDocuments;
    return html`<div><h2>Documents to hand in</h2><p class="muted">Clients see this list when they fill in the form, and
        the check of completeness looks at the same one. Questions of the kind “File” are asked for too.</p></div>
      ${
        list.length === 0
          ? html`<p class="muted">No paper is asked for yet.</p>`
          : html`<ol>${list.map((one, at) => this.#paper(one, at))}</ol>`
      }
      <div><button type="button" class="button add" @click=${this.#add}>${icon('plus', 16)}Add a
        document</button></div>`;
  }
}
define('dossier-template-documents', DocumentsTab);
