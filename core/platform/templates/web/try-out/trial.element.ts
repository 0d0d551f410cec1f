import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { reader } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { FormFault, FormShown } from '../../contract.ts';
import { checksOf, defaultsOf, formOf, retold } from '../../form/index.ts';
import type { Doc } from '../draft.controller.ts';
import { textOf } from '../form-tab/properties.element.ts';
import { languageName } from '../languages/names.ts';
import { languagesUrl, languageUrl } from '../languages/types.ts';
import type { Coverage, LanguageReply } from '../languages/types.ts';
import type { Handler } from '../workflow-tab/step.element.ts';
import { outlookOf } from './outlook.ts';
import { outlookList, pathList } from './path-list.ts';
import { pathOf } from './path.ts';
import { reviewOf } from './review.ts';
import { trialStyles } from './trial.styles.ts';
import { blank, faultsOf, missingFiles, own, today, walkOf } from './walk.ts';
import type { Checks, Filled, Walk } from './walk.ts';

/** What was filled in, by template, as long as this page is open: who changes the form and comes back goes on. */
const kept = new Map<string, { readonly filled: Filled; readonly step: string }>();

/** The draft as a client fills it in, with the path beside it. Nothing is saved or sent. */
class Trial extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, trialStyles];
  static override properties = {
    doc: { attribute: false },
    templateId: {},
    address: {},
    language: {},
    handlers: { attribute: false },
    filled: { state: true },
    step: { state: true },
    faults: { state: true },
    wanted: { state: true },
    sent: { state: true },
    languages: { state: true },
    texts: { state: true },
    checks: { state: true },
    untranslated: { state: true },
  };
  declare doc: Doc | null;
  declare templateId: string;
  declare address: string;
  /** Whose texts are shown; empty for those of the template. */
  declare language: string;
  declare handlers: readonly Handler[];
  declare filled: Filled;
  declare step: string;
  declare faults: readonly FormFault[];
  declare wanted: { readonly pointer: string } | null;
  declare sent: boolean;
  declare languages: readonly Coverage[];
  declare texts: ReadonlyMap<string, string> | null;
  declare checks: Checks | null;
  /** The translation could not be loaded. */
  declare untranslated: boolean;
  readonly #forms = new Offered(this, 'templates/form-step@1');
  #shown: FormShown & { readonly next?: string } = { schema: {}, wizard: [], requiredDocuments: [] };
  /** What the answers to a form are checked with, once it was asked for; null again where it did not come. */
  #checking: { readonly of: FormShown; readonly checks: Promise<Checks> } | null = null;

  constructor() {
    super();
    this.doc = null;
    this.templateId = '';
    this.address = '';
    this.language = '';
    this.handlers = [];
    this.filled = blank;
    this.step = '';
    this.faults = [];
    this.wanted = null;
    this.sent = false;
    this.languages = [];
    this.texts = null;
    this.checks = null;
    this.untranslated = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Without them it is shown in its own.
    void this.host.send<readonly Coverage[]>('GET', languagesUrl(this.templateId)).then(
      (list) => {
        this.languages = list;
      },
      () => {},
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('templateId')) {
      const before = kept.get(this.templateId);
      this.filled = before?.filled ?? blank;
      this.step = before?.step ?? '';
    }
    if (this.doc && this.filled === blank) this.filled = { ...blank, answers: defaultsOf(this.doc.content.schema) };
    if (changed.has('language')) void this.#translate(this.language);
    if (this.doc && (changed.has('doc') || changed.has('texts'))) {
      const { texts } = this;
      const content = { ...this.doc.content, format: 1 as const };
      this.#shown = texts === null ? content : retold(content, (place, text) => texts.get(place) ?? text);
      void this.#checksOf(this.#shown).catch(() => undefined);
    }
    if (changed.has('filled') || changed.has('step'))
      kept.set(this.templateId, { filled: this.filled, step: this.step });
  }

  /** Rejects where a part of it does not come, for want of a connection for example. */
  #checksOf(shown: FormShown): Promise<Checks> {
    if (this.#checking?.of === shown) return this.#checking.checks;
    const checks = checksOf(formOf(shown), today());
    const checking = { of: shown, checks };
    this.#checking = checking;
    void checks.then(
      (ready) => {
        if (shown === this.#shown) this.checks = ready;
      },
      () => {
        if (this.#checking === checking) this.#checking = null;
      },
    );
    return checks;
  }

  async #translate(language: string): Promise<void> {
    this.texts = null;
    this.untranslated = false;
    if (language === '') return;
    const reply = await this.host.send<LanguageReply>('GET', languageUrl(this.templateId, language)).catch(() => null);
    if (language !== this.language) return;
    this.untranslated = reply === null;
    if (reply === null) return;
    // What became stale is shown as it was written, as clients see it.
    this.texts = new Map(
      reply.texts.flatMap(({ place, text, state }) => (state === 'translated' && text !== null ? [[place, text]] : [])),
    );
  }

  #goTo(step: string): void {
    this.faults = [];
    this.sent = false;
    this.step = step;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.client h3')?.focus());
  }

  async #next(key: string): Promise<void> {
    const [shown, at] = [this.#shown, this.step];
    const checks = await this.#checksOf(shown).catch(() => null);
    // Left meanwhile.
    if (this.step !== at) return;
    if (checks === null)
      return this.host.notify({
        kind: 'error',
        text: 'This step could not be checked. Look at your connection, and try again.',
      });
    const walk = walkOf(shown, this.filled);
    this.faults = faultsOf(key, walk, this.filled, checks);
    const next = walk.steps[walk.steps.findIndex((step) => step.key === key) + 1];
    if (this.faults.length > 0)
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.summary')?.focus());
    else if (next) this.#goTo(next.key);
  }

  readonly #again = (): void => {
    this.filled = blank;
    this.wanted = null;
    this.#goTo('');
    this.host.announce('The form is empty again.');
  };

  readonly #speak = (event: Event): void => {
    const language = textOf(event);
    this.host.navigate(language === '' ? this.address : `${this.address}?language=${encodeURIComponent(language)}`, {
      replace: true,
    });
  };

  #step(walk: Walk, key: string): TemplateResult {
    const [form] = this.#forms.list;
    if (!form) return skeleton(6);
    return html`<dossier-slot .contribution=${form} .input=${{
      form: key === own.documents ? walk.papers : this.#shown,
      step: key,
      answers: this.filled.answers,
      typed: this.filled.typed,
      faults: this.faults,
      language: reader().language,
      size: 'client',
      files: this.filled.files,
      locked: false,
      wanted: this.wanted,
    }} @dossier-form-answers=${({ detail }: CustomEvent<Pick<Filled, 'answers' | 'typed'>>) => {
      this.filled = { ...this.filled, ...detail };
    }} @dossier-form-file=${({ detail }: CustomEvent<{ requirementKey: string; files: readonly File[] }>) => {
      const { requirementKey } = detail;
      const added = detail.files.map(({ name, size }) => ({ id: newKey(), requirementKey, fileName: name, size }));
      this.filled = { ...this.filled, files: [...this.filled.files, ...added] };
    }} @dossier-form-file-removed=${({ detail }: CustomEvent<{ id: string }>) => {
      this.filled = { ...this.filled, files: this.filled.files.filter(({ id }) => id !== detail.id) };
    }}></dossier-slot>`;
  }

  #summary(): TemplateResult | typeof nothing {
    const { faults } = this;
    if (faults.length === 0) return nothing;
    return html`<div class="summary" role="alert" tabindex="-1"><b>${
      faults.length === 1 ? 'One answer needs a look' : `${faults.length} answers need a look`
    }</b><ul>${faults.map(
      ({ pointer, detail }) =>
        html`<li><button type="button" class="button quiet" @click=${() => {
          this.wanted = { pointer };
        }}>${detail}</button></li>`,
    )}</ul></div>`;
  }

  #client(walk: Walk): TemplateResult {
    if (this.sent)
      return html`<h3 tabindex="-1">We have your application</h3>
        <p>${this.#shown.next ?? 'It is being checked. You hear from us by e-mail.'}</p>
        <p class="muted">This is what the client reads last. Here nothing was sent.</p>
        <div class="go"><button type="button" class="button" @click=${this.#again}>Start again</button></div>`;
    const { steps } = walk;
    const at = Math.max(
      0,
      steps.findIndex(({ key }) => key === this.step),
    );
    const step = steps[at] ?? { key: own.review, title: '' };
    const isReview = step.key === own.review;
    const before = steps[at - 1];
    return html`<div class="progress"><strong>Step ${at + 1} of ${steps.length}</strong><progress max=${steps.length} value=${at + 1}
        aria-label="Step ${at + 1} of ${steps.length}"></progress></div>
      ${this.#summary()}
      <div><h3 tabindex="-1">${step.title}</h3>${
        step.description === undefined ? nothing : html`<p class="muted">${step.description}</p>`
      }</div>
      ${isReview ? reviewOf(walk, this.filled, (key) => this.#goTo(key)) : this.#step(walk, step.key)}
      <div class="go">${
        isReview
          ? html`<button type="button" class="button primary" @click=${() => {
              this.sent = true;
              void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.client h3')?.focus());
            }}>Send (only here)</button>`
          : html`<button type="button" class="button primary" @click=${() => void this.#next(step.key)}>Next</button>`
      }${before ? html`<button type="button" class="button quiet" @click=${() => this.#goTo(before.key)}>Back</button>` : nothing}</div>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const { content } = this.doc;
    const walk = walkOf(this.#shown, this.filled);
    const faults = this.checks
      ? walk.form.steps.flatMap(({ key }) => (this.checks ? faultsOf(key, walk, this.filled, this.checks) : []))
      : [];
    const missing = missingFiles(walk, this.filled);
    return html`<div class="top"><p class="said muted">You fill in the draft as a client would. Nothing is saved or sent.</p>
      ${
        this.languages.length === 0
          ? nothing
          : html`<label>Texts in <select class="input" @change=${this.#speak}><option value="" ?selected=${this.language === ''}>the
              language of the template</option>${this.languages.map(
                ({ language }) =>
                  html`<option value=${language} ?selected=${language === this.language}>${languageName(language)}</option>`,
              )}</select></label>`
      }
      <button type="button" class="button small" @click=${this.#again}>${icon('refresh', 15)}Start again</button></div>
      ${
        this.untranslated
          ? html`<p class="note" role="alert">${languageName(this.language)} could not be loaded, so the texts are those of the template.
              <button type="button" class="button small" @click=${() => void this.#translate(this.language)}>Try again</button></p>`
          : nothing
      }
      <div class="both"><section class="card client" aria-label="What the client sees" lang=${this.language || nothing}>${
        content.wizard.length === 0 ? html`<p>The form has no steps yet. Add one under Form.</p>` : this.#client(walk)
      }</section>
      <aside class="card" aria-label="What becomes of the answers">${pathList(pathOf(content, walk, this.filled))}${outlookList(
        outlookOf(content, {
          faults: faults.filter(
            ({ code, pointer }) => !(code === 'missing' && missing.some(({ key }) => pointer === `/${key}`)),
          ).length,
          missing: missing.map(({ title }) => title),
          handlers: this.handlers,
        }),
      )}</aside></div>`;
  }
}
define('dossier-template-trial', Trial);
