import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Doc, Problem } from '../draft.controller.ts';
import { faultLines, faultsAt } from '../faults.ts';
import type { Edit } from '../form-tab/properties.element.ts';
import { textOf } from '../form-tab/properties.element.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { knownLanguages, languageName } from '../languages/names.ts';
import { allFields } from '../model/content.ts';
import type { Content, Found } from '../model/content.ts';
import { mostAnswers, withAdditions, withAnswers, withMember } from '../model/whole.ts';
import type { AnswerList } from '../model/whole.ts';
import './offers.element.ts';

/** The lists of answers for officers, in words. */
const lists = {
  keyAnswers: {
    id: 'add-answer',
    label: 'Answers that officers see first',
    hint: 'They stand at the head of a case, at most six, in this order.',
    most: 'six',
    changed: 'what is seen first',
    ordered: true,
  },
  foundBy: {
    id: 'add-found',
    label: 'Answers by which applications are found',
    hint: 'The search finds what is sent from now on by these, too, beside names, number and amount. At most ten.',
    most: 'ten',
    changed: 'by what applications are found',
    ordered: false,
  },
} as const;

/** What a template says as a whole: what it is for, the amount, what is seen first, what is said, and who may apply. */
export class SettingsTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 1rem; max-width: 45rem; margin-inline: auto; padding: 1rem 0 3rem; }
    section { display: grid; gap: 0.875rem; padding: 1rem; }
    textarea.input { min-height: 4.5rem; }
    ol, ul { display: grid; gap: 0.25rem; }
    li { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; overflow-wrap: anywhere; }
    li > span:last-child { flex: none; }
  `,
  ];
  static override properties = {
    templateId: {},
    doc: { attribute: false },
    edit: { attribute: false },
    problems: { attribute: false },
    published: { type: Boolean },
  };
  declare templateId: string;
  declare doc: Doc | null;
  declare edit: Edit;
  declare problems: readonly Problem[];
  declare published: boolean;

  constructor() {
    super();
    this.templateId = '';
    this.doc = null;
    this.edit = () => {};
    this.problems = [];
    this.published = false;
    new KeepFocus(this, () => this.renderRoot.querySelector('#add-answer'));
  }

  /** To what a fault is about. */
  async lead(member: string | null): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${member ?? 'description'}`)?.focus();
  }

  #change(change: (content: Content) => Content, label: string, of: string | null = null): void {
    this.edit((doc) => ({ ...doc, content: change(doc.content) }), label, of);
  }

  #about({ description, content }: Doc): TemplateResult {
    const known = knownLanguages();
    const own = content.language;
    const languages =
      own === undefined || known.some(({ tag }) => tag === own)
        ? known
        : [{ tag: own, name: languageName(own) }, ...known];
    const none = html`<option value="" ?selected=${own === undefined}>That of the organization</option>`;
    return html`<section class="card" aria-labelledby="about"><h3 id="about">About the template</h3>
      <div class="field"><label for="description">What it is for <span class="optional">(optional)</span></label>
        <textarea id="description" class="input" rows="2" maxlength="2000" aria-describedby="description-hint"
          .value=${description} @input=${(event: Event) => {
            const text = textOf(event);
            this.edit((doc) => ({ ...doc, description: text }), 'what it is for', 'description');
          }}></textarea>
        <p id="description-hint" class="hint">Read where somebody chooses what to apply for.</p>
        ${faultLines(faultsAt(this.problems, '/description'))}</div>
      <div class="field"><label for="language">Language in which it is written</label>
        <select id="language" class="input" @change=${(event: Event) => {
          const language = textOf(event) || undefined;
          this.#change((now) => withMember(now, { language }), 'the language');
        }}>${none}${languages.map(
          ({ tag, name }) => html`<option value=${tag} ?selected=${tag === own}>${name}</option>`,
        )}</select>${faultLines(faultsAt(this.problems, '/language'))}</div></section>`;
  }

  #amount(content: Content, fields: readonly Found[]): TemplateResult {
    const numbers = fields.filter(({ field }) => field['type'] === 'number' || field['type'] === 'integer');
    const gone = content.amount !== undefined && !numbers.some(({ id }) => id === content.amount);
    return html`<div class="field"><label for="amount">The amount</label>
      <select id="amount" class="input" aria-describedby="amount-hint" @change=${(event: Event) => {
        const amount = textOf(event) || undefined;
        this.#change((now) => withMember(now, { amount }), 'the amount');
      }}><option value="" ?selected=${content.amount === undefined}>No amount</option>${
        gone ? html`<option value=${content.amount ?? ''} selected>A question that is gone</option>` : nothing
      }${numbers.map(
        ({ id, title }) => html`<option value=${id} ?selected=${id === content.amount}>${title}</option>`,
      )}</select>
      <p id="amount-hint" class="hint">${
        numbers.length === 0
          ? 'Add a question for money or a number first: one of them can be the amount of an application.'
          : 'What an application is about in money. Lists and decisions show it beside the name.'
      }</p>${faultLines(faultsAt(this.problems, '/amount'))}</div>`;
  }

  #answers(list: AnswerList, content: Content, fields: readonly Found[]): TemplateResult {
    const { id: control, label, hint, most, changed, ordered } = lists[list];
    const chosen = content[list] ?? [];
    const set = (ids: readonly string[], what: string): void =>
      this.#change((now) => withAnswers(now, list, ids), what);
    const full = chosen.length >= mostAnswers[list];
    const left = fields.filter(({ id, field }) => typeof field['type'] === 'string' && !chosen.includes(id));
    const items = chosen.map((id, at) => {
      const title = fields.find((one) => one.id === id)?.title ?? 'A question that is gone';
      const move = (by: number): void => set(chosen.toSpliced(at, 1).toSpliced(at + by, 0, id), 'their order');
      const tool = (text: string, sign: string, off: boolean, act: () => void): TemplateResult => html`<button
        type="button" class="button quiet icon small" aria-label=${text} title=${text} ?disabled=${off}
        @click=${act}>${icon(sign, 15)}</button>`;
      return html`<li><span>${title}</span><span>${
        ordered
          ? html`${tool(`Move ${title} up`, 'up', at === 0, () => move(-1))}${tool(
              `Move ${title} down`,
              'down',
              at === chosen.length - 1,
              () => move(1),
            )}`
          : nothing
      }${tool(`Take ${title} away`, 'cross', false, () => set(chosen.toSpliced(at, 1), changed))}</span></li>${faultLines(
        faultsAt(this.problems, `/${list}/${at}`),
      )}`;
    });
    return html`<div class="field"><label for=${control}>${label}</label>
      ${items.length === 0 ? nothing : ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`}
      <select id=${control} class="input" aria-describedby="${control}-hint"
        ?disabled=${full} @change=${(event: Event) => {
          const id = textOf(event);
          if (id !== '') set([...chosen, id], changed);
          if (event.target instanceof HTMLSelectElement) event.target.value = '';
        }}><option value="">${full ? `No more than ${most}` : 'Add an answer …'}</option>${left.map(
          ({ id, title }) => html`<option value=${id}>${title}</option>`,
        )}</select>
      <p id="${control}-hint" class="hint">${hint}</p></div>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { doc } = this;
    if (!doc) return nothing;
    const fields = allFields(doc.content).filter(({ path }) => path.length === 1);
    return html`<h2 class="visually-hidden">Settings of the template</h2>
      ${this.#about(doc)}
      <section class="card" aria-labelledby="officers"><h3 id="officers">For officers</h3>
        ${this.#amount(doc.content, fields)}${this.#answers('keyAnswers', doc.content, fields)}${this.#answers(
          'foundBy',
          doc.content,
          fields,
        )}</section>
      <section class="card" aria-labelledby="sent"><h3 id="sent">After sending</h3>
        <div class="field"><label for="next">What applicants read then <span class="optional">(optional)</span></label>
          <textarea id="next" class="input" rows="4" maxlength="4000" aria-describedby="next-hint"
            .value=${doc.content.next ?? ''} @input=${(event: Event) => {
              const next = textOf(event) || undefined;
              this.#change((now) => withMember(now, { next }), 'what applicants read then', 'next');
            }}></textarea>
          <p id="next-hint" class="hint">What happens now, and by when: “We look at it within three working days, and
            write to you.”</p>${faultLines(faultsAt(this.problems, '/next'))}</div>
        <label class="option"><input id="additions" type="checkbox" .checked=${doc.content.additions ?? false}
          @change=${(event: Event) => {
            const on = event.target instanceof HTMLInputElement && event.target.checked;
            this.#change((now) => withAdditions(now, on), 'what may be added later');
          }}> Clients may add answers that they left open, until it is decided</label></section>
      <dossier-template-offers .templateId=${this.templateId} .published=${this.published}></dossier-template-offers>`;
  }
}
define('dossier-template-settings', SettingsTab);
