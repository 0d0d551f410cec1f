import { define, DossierElement, graphDocument, Offered } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { reader } from '@dossier/sdk/web/ui/reader';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FormShown } from '../../templates/contract.ts';
import { ask, formOf } from '../../templates/form/index.ts';
import { correctStyles } from './correct.styles.ts';
import { wanted } from './corrections.query.ts';

interface Open {
  readonly decidedAt: string | null;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly template: { readonly additions: boolean | null; readonly inLanguage: FormShown };
}

const openQuery = graphDocument<
  { readonly application: Open | null },
  { readonly id: string; readonly wanted: readonly string[] }
>(`query LeftOpen($id: ID!, $wanted: [String!]!) {
  application(id: $id) { decidedAt answers template { additions inLanguage(wanted: $wanted) { schema wizard requiredDocuments } } }
}`);

/** Kinds of fields without an answer of their own. */
const unanswered: readonly string[] = ['heading', 'note', 'file'];

/** The form of what was left open: the questions that are asked and have no answer; null when there is none. */
function leftOpen({ answers, template: { inLanguage } }: Open): FormShown | null {
  const form = formOf(inLanguage);
  const asked = ask(form, answers, new Date().toISOString().slice(0, 10));
  const keys = form.fields
    .filter(
      (field) =>
        field.step !== null &&
        !unanswered.includes(field.kind) &&
        field.formula === null &&
        asked.shows(field) &&
        (answers[field.key] ?? '') === '',
    )
    .map(({ key }) => key);
  return keys.length === 0
    ? null
    : { schema: inLanguage.schema, wizard: [{ key: 'open', title: '', fields: keys }], requiredDocuments: [] };
}

/** Where a template lets clients add what they left open: these questions, folded away, and nothing else. */
class AddForgotten extends DossierElement {
  static override styles = [DossierElement.styles, correctStyles];
  static override properties = {
    application: { attribute: false },
    found: { state: true },
    answers: { state: true },
    faults: { state: true },
    text: { state: true },
    sending: { state: true },
  };
  declare application: { readonly id: string } | null;
  declare found: Open | null;
  declare answers: Readonly<Record<string, unknown>>;
  declare faults: readonly { readonly pointer: string; readonly detail: string }[];
  declare text: string;
  declare sending: boolean;
  readonly #forms = new Offered(this, 'templates/form-step@1');
  #typed: Readonly<Record<string, string>> = {};
  #loaded = '';
  #form: FormShown | null = null;

  constructor() {
    super();
    this.application = null;
    this.found = null;
    this.answers = {};
    this.faults = [];
    this.text = '';
    this.sending = false;
  }

  protected override willUpdate(): void {
    const { id = '' } = this.application ?? {};
    if (this.#loaded === id) return;
    this.#loaded = id;
    void this.#load(id);
  }

  async #load(id: string): Promise<void> {
    try {
      const { application } = await this.host.query(openQuery, { id, wanted: wanted() });
      this.#form = application && leftOpen(application);
      this.found = application;
      this.answers = application?.answers ?? {};
    } catch {
      // The page around it says what is wrong.
      this.found = null;
    }
  }

  async #send({ answers: before }: Open, form: FormShown): Promise<void> {
    const id = this.#loaded;
    if (this.sending) return;
    const added = Object.fromEntries(
      (form.wizard[0]?.fields ?? []).flatMap((key) =>
        (this.answers[key] ?? '') === '' || this.answers[key] === before[key] ? [] : [[key, this.answers[key]]],
      ),
    );
    const unread = Object.entries(this.#typed).map(([pointer]) => ({ pointer, detail: 'This cannot be read here.' }));
    if (unread.length > 0) {
      this.faults = unread;
      return;
    }
    this.sending = true;
    try {
      await this.host.send('POST', `/api/v1/applications/${id}/additions`, { answers: added });
      this.faults = [];
      this.text = '';
      this.host.notify({ kind: 'success', text: 'Thank you. It was added to your application.' });
      await this.#load(id);
      this.dispatchEvent(new Event('dossier-application-changed', { bubbles: true, composed: true }));
    } catch (error) {
      const refusal = refusalOf(error);
      this.faults = refusal.faults.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/answers/, '') }));
      this.text = this.faults.some(({ pointer }) => pointer !== '') ? '' : (refusal.faults[0]?.detail ?? refusal.text);
    } finally {
      this.sending = false;
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { found } = this;
    const form = this.#form;
    const [element] = this.#forms.list;
    if (!found?.template.additions || found.decidedAt !== null || !form || !element) return nothing;
    return html`<details class="earlier"><summary>Add what you left open</summary><div class="added">
      <dossier-slot .contribution=${element} .input=${{
        form,
        step: 'open',
        answers: this.answers,
        typed: this.#typed,
        faults: this.faults,
        language: reader().language,
        size: 'client',
        files: [],
        locked: this.sending,
      }} @dossier-form-answers=${({
        detail,
      }: CustomEvent<{ answers: AddForgotten['answers']; typed: Readonly<Record<string, string>> }>) => {
        this.#typed = detail.typed;
        this.answers = detail.answers;
      }}></dossier-slot>
      ${this.text === '' ? nothing : html`<p class="fault" role="alert">${this.text}</p>`}
      <div class="send"><button class="button primary" aria-disabled=${this.sending}
        @click=${() => void this.#send(found, form)}>Send it</button>
        <span class="muted small">What you sent before stays as it is.</span></div></div></details>`;
  }
}
define('dossier-add-forgotten', AddForgotten);
