import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { reader } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import { isRecord } from '@dossier/sdk/web/ui/record';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FormShown } from '../../templates/contract.ts';
import { pointerTo } from '../../templates/form/index.ts';
import type { Correction, CorrectionItem } from '../contract.ts';
import { correctStyles } from './correct.styles.ts';
import { CorrectionsController } from './corrections.controller.ts';
import type { CorrectedCase } from './corrections.query.ts';
import { Keeping } from './keeping.ts';
import type { Kept } from './keeping.ts';
import { paperPlace, Papers } from './papers.ts';
import { dayOf, taskOf } from './words.ts';

type Fault = { readonly pointer: string; readonly detail: string };

/** Is the pointer at this member of the answers, or inside of it? */
const isAt = (pointer: string, key: string): boolean =>
  pointer === pointerTo(key) || pointer.startsWith(`${pointerTo(key)}/`);

const savedText = {
  saved: 'Saved by itself.',
  waiting: '',
  saving: 'Saving…',
  failed: 'Not saved yet. It is kept in this browser.',
};

/**
 * The one thing that a client has to do now: exactly what was asked, each with its reason, saved by itself, and sent
 * once. Nothing without an open request.
 */
class Correct extends DossierElement {
  static override styles = [DossierElement.styles, correctStyles];
  static override properties = {
    applicationId: { attribute: false },
    can: { attribute: false },
    faults: { state: true },
    sending: { state: true },
    trouble: { state: true },
  };
  declare applicationId: string;
  declare can: readonly string[];
  declare faults: readonly Fault[];
  declare sending: boolean;
  /** Why it could not be sent, where that is about nothing that was asked. */
  declare trouble: string;
  readonly #data = new CorrectionsController(this, 'client');
  readonly #forms = new Offered(this, 'templates/form-step@1');
  readonly #papers = new Papers(this, () => this.#data.reload());
  #keeping: { readonly id: string; readonly keeping: Keeping } | null = null;
  #parts: { readonly of: CorrectedCase; readonly forms: Map<string, FormShown> } | null = null;

  constructor() {
    super();
    this.applicationId = '';
    this.can = [];
    this.faults = [];
    this.sending = false;
    this.trouble = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#keeping?.keeping.save();
  }

  protected override willUpdate(): void {
    if (this.workspace) this.#data.show(this.workspace.id, this.applicationId);
    const { open } = this.#data;
    if (open?.mayAnswer && this.#keeping?.id !== open.id) {
      this.#keeping = { id: open.id, keeping: this.#keep(open.id) };
      this.faults = [];
      void this.#keeping.keeping.open().catch(() => this.#data.reload());
    }
  }

  #keep(id: string): Keeping {
    const path = `/api/v1/corrections/${id}`;
    const kept = keptFor(this.session?.user.id ?? '', `correction.${id}`);
    return new Keeping({
      read: () => this.host.readForChange<Correction>(path),
      save: async ({ answers, typed }, asRead) => {
        try {
          return await this.host.sendForChange<Correction>('PUT', `${path}/answers`, { answers, typed }, asRead);
        } catch (error) {
          // It was taken back, or the application was decided: there is nothing to keep any more.
          if (error instanceof ProblemError && error.status === 409) {
            kept.drop();
            this.#changed();
          }
          throw error;
        }
      },
      isOvertaken,
      remember: (one) => (one === null ? kept.drop() : kept.set(one)),
      remembered: () => {
        const one = kept.get();
        return isRecord(one) && isRecord(one['answers']) && isRecord(one['typed'])
          ? { answers: one['answers'], typed: textsOf(one['typed']) }
          : null;
      },
      changed: () => this.requestUpdate(),
    });
  }

  #changed(): void {
    void this.#data.reload();
    this.dispatchEvent(new Event('dossier-application-changed', { bubbles: true, composed: true }));
  }

  /** The form of one field: the question as ever, the reason as its help. */
  #formOf(application: CorrectedCase, { key, reason }: CorrectionItem): FormShown {
    if (this.#parts?.of !== application) this.#parts = { of: application, forms: new Map() };
    const known = this.#parts.forms.get(key);
    if (known) return known;
    const { schema } = application.template.inLanguage;
    const properties = 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};
    const field = isRecord(properties[key]) ? properties[key] : {};
    const form = {
      schema: { ...schema, properties: { ...properties, [key]: { ...field, description: reason } } },
      wizard: [{ key: 'correct', title: '', fields: [key] }],
      requiredDocuments: [],
    };
    this.#parts.forms.set(key, form);
    return form;
  }

  #set(key: string, kept: Kept): void {
    this.faults = this.faults.filter(({ pointer }) => !isAt(pointer, key));
    this.#keeping?.keeping.change(kept);
  }

  #answered(key: string, answers: Readonly<Record<string, unknown>>, typed: Readonly<Record<string, string>>): void {
    const before = this.#keeping?.keeping.kept ?? { answers: {}, typed: {} };
    const others = Object.entries(before.typed).filter(([pointer]) => !isAt(pointer, key));
    const mine = Object.entries(typed).filter(([pointer]) => isAt(pointer, key));
    this.#set(key, {
      answers: { ...before.answers, [key]: answers[key] ?? null },
      typed: Object.fromEntries([...others, ...mine]),
    });
  }

  async #send({ id }: Correction): Promise<void> {
    if (this.sending || this.#papers.running > 0) return;
    this.sending = true;
    this.trouble = '';
    try {
      if (!(await this.#keeping?.keeping.save())) throw new Error('Your answers could not be saved. Please try again.');
      await this.host.send('POST', `/api/v1/corrections/${id}/send`, {});
      this.host.notify({ kind: 'success', text: 'Thank you. Your corrections were sent.' });
      this.#changed();
    } catch (error) {
      const refusal = refusalOf(error);
      this.faults = refusal.faults.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/answers/, '') }));
      this.trouble =
        refusal.faults.length > 0
          ? ''
          : error instanceof ProblemError
            ? refusal.text
            : String((error as Error).message);
      if (error instanceof ProblemError && error.status === 409) this.#changed();
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.summary')?.focus();
    } finally {
      this.sending = false;
    }
  }

  #field(application: CorrectedCase, item: CorrectionItem, kept: Kept, element: Contribution): TemplateResult {
    const { key } = item;
    const form = this.#formOf(application, item);
    const given = Object.fromEntries(
      Object.entries({ ...application.answers, ...kept.answers }).filter(([, value]) => value !== null),
    );
    const schema = 'properties' in form.schema && isRecord(form.schema.properties) ? form.schema.properties[key] : {};
    const before = answerText(application.answers[key], isRecord(schema) ? schema : undefined);
    const isDone = Object.hasOwn(kept.answers, key);
    return html`<dossier-slot .contribution=${element} .input=${{
      form,
      step: 'correct',
      answers: given,
      typed: kept.typed,
      faults: this.faults.filter(({ pointer }) => isAt(pointer, key)),
      language: reader().language,
      size: 'client',
      files: [],
      locked: this.sending,
    }} @dossier-form-answers=${({ detail }: CustomEvent<Kept>) => this.#answered(key, detail.answers, detail.typed)}
      @dossier-form-left=${() => void this.#keeping?.keeping.save()}></dossier-slot>
      <p class="was"><span>${before === null ? 'You left it open before.' : html`You wrote <bdi>${before}</bdi> before.`}</span>${
        isDone
          ? nothing
          : html`<button class="button small" @click=${() =>
              this.#answered(
                key,
                application.answers,
                kept.typed,
              )}>It is right as it is<span class="visually-hidden">: ${item.title}</span></button>`
      }</p>`;
  }

  #paper(application: CorrectedCase, { key, title, reason, files }: CorrectionItem, i: number): TemplateResult {
    const fault = this.faults.find(({ pointer }) => pointer === `/documents${pointerTo(key)}`);
    return html`<div class="paper"><h3>${title}</h3><p class="muted words" dir="auto" id="why-${i}">${reason}</p>${paperPlace(
      {
        papers: this.#papers,
        application,
        requirementKey: key,
        title,
        came: files,
        describedBy: `why-${i}`,
      },
    )}${fault && files.length === 0 ? html`<p class="fault">${fault.detail}</p>` : nothing}</div>`;
  }

  #isDone(item: CorrectionItem, kept: Kept): boolean {
    if (item.kind === 'document') return item.files.length > 0;
    return (
      Object.hasOwn(kept.answers, item.key) &&
      !Object.keys(kept.typed).some((pointer) => isAt(pointer, item.key)) &&
      !this.faults.some(({ pointer }) => isAt(pointer, item.key))
    );
  }

  #task(round: Correction, application: CorrectedCase, element: Contribution): TemplateResult {
    const keeping = this.#keeping?.keeping;
    const kept = keeping?.kept ?? { answers: {}, typed: {} };
    const bank = this.session?.organization?.name ?? '';
    const running = this.#papers.running;
    const { items } = round;
    const what = items.length === 1 ? 'it' : items.length === 2 ? 'both' : 'all';
    return html`<section class="task card" aria-labelledby="task">
      <header><p class="kick">${icon('info', 18)}One thing to do, by ${dayOf(round.dueAt)}</p>
        <h2 id="task">${taskOf(items)}</h2>
        <div class="from"><span><strong><bdi>${round.by.name}</bdi></strong> <span class="muted small">from ${bank}</span></span>${
          round.message === '' ? nothing : html`<p class="words" dir="auto">${round.message}</p>`
        }</div></header>
      ${
        this.faults.length + this.trouble.length === 0
          ? nothing
          : html`<div class="summary" role="alert" tabindex="-1">${
              this.trouble === ''
                ? this.faults.length === 1
                  ? 'One thing needs another look before it can be sent.'
                  : `${this.faults.length} things need another look before they can be sent.`
                : this.trouble
            }</div>`
      }
      <ol class="items">${items.map(
        (item, i) =>
          html`<li><p class="mark">${
            this.#isDone(item, kept)
              ? html`<span class="n ok">${icon('check', 15)}</span>Done`
              : html`<span class="n">${i + 1}</span>${items.length === 1 ? 'To do' : `${i + 1} of ${items.length}`}`
          }</p>${
            item.kind === 'field' ? this.#field(application, item, kept, element) : this.#paper(application, item, i)
          }</li>`,
      )}</ol>
      <div class="send"><button class="button primary" aria-disabled=${this.sending || running > 0}
        @click=${() => void this.#send(round)}>Send ${what} to ${bank}</button>
        <span class="muted small" role="status">${
          running > 0
            ? running === 1
              ? 'One upload is still running.'
              : `${running} uploads are still running.`
            : savedText[keeping?.saving ?? 'saved']
        }</span></div>
    </section>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { application, open } = this.#data;
    const [element] = this.#forms.list;
    // Not with the answers of before, where others are kept already.
    const isReady = open?.mayAnswer === true && this.#keeping?.keeping.isOpen === true;
    return isReady && application !== null && element ? this.#task(open, application, element) : nothing;
  }
}

const textsOf = (one: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(one).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

define('dossier-correct', Correct);
