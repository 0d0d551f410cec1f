import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { copy } from '@dossier/sdk/web/ui/copy';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { language, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { checksOf, formOf } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { Content } from './draft-keeper.ts';
import { faultsIn, own, walkOf } from './steps.ts';
import type { Checks, Fault, Walk } from './steps.ts';
import { wizardStyles } from './wizard.styles.ts';

/** Milliseconds without typing after which a draft is saved. */
const quiet = 1_000;

interface Sent {
  readonly applicationId: string;
  readonly number: string;
  readonly status: string;
}
interface Upload {
  readonly id: string;
  readonly requirementKey: string;
  readonly fileName: string;
  readonly size: number;
  readonly share: number;
  readonly fault?: string;
  readonly stop: AbortController;
}

/** A draft, step by step: saved by itself, checked on Next, looked over, and sent. */
class Wizard extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, wizardStyles];
  static override properties = {
    draftId: {},
    base: {},
    size: { reflect: true },
    faults: { state: true },
    error: { state: true },
    uploads: { state: true },
    wanted: { state: true },
    sent: { state: true },
  };
  declare draftId: string;
  declare base: string;
  declare size: 'client' | 'staff';
  declare faults: readonly Fault[];
  declare error: unknown;
  declare uploads: readonly Upload[];
  declare wanted: { readonly pointer: string } | null;
  declare sent: Sent | null;
  readonly #forms = new Offered(this, 'templates/form-step@1');
  #keeper: DraftKeeper | null = null;
  #checks: Checks | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #flush = (): void => void this.#keeper?.save();

  constructor() {
    super();
    this.draftId = '';
    this.base = '';
    this.size = 'client';
    this.faults = [];
    this.error = null;
    this.uploads = [];
    this.wanted = null;
    this.sent = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#flush);
    addEventListener('pagehide', this.#flush);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#flush);
    removeEventListener('pagehide', this.#flush);
    this.#flush();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draftId') && this.draftId !== '') void this.#open();
  }

  get #path(): string {
    return `/api/v1/drafts/${this.draftId}`;
  }

  async #open(): Promise<void> {
    const { host } = this;
    const path = this.#path;
    const place = `dossier.draft.${this.session?.user.id ?? ''}.${this.draftId}`;
    const keeper = new DraftKeeper({
      read: () => host.readForChange<DraftReply>(path),
      save: (content, asRead) => host.sendForChange<DraftReply>('PUT', path, content, asRead),
      isOvertaken,
      remember: (kept) => {
        if (kept === null) localStorage.removeItem(place);
        else localStorage.setItem(place, JSON.stringify(kept));
      },
      remembered: () => JSON.parse(localStorage.getItem(place) ?? 'null'),
      changed: () => this.requestUpdate(),
    });
    try {
      await keeper.open();
      if (keeper.draft) this.#checks = await checksOf(formOf(keeper.draft.form), keeper.draft.today);
      this.#keeper = keeper;
      this.error = null;
      this.requestUpdate();
      void keeper.save();
    } catch (error) {
      this.error = error;
    }
  }

  #change(part: Partial<Content>): void {
    this.#keeper?.change(part);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#flush, quiet);
  }

  #goTo(key: string): void {
    this.faults = [];
    this.#change({ step: key });
    this.#flush();
    void this.updateComplete.then(() => {
      const heading = this.renderRoot.querySelector<HTMLElement>('h1');
      heading?.focus();
      heading?.scrollIntoView();
    });
  }

  #next(walk: Walk, key: string, keeper: DraftKeeper, draft: DraftReply): void {
    this.faults = this.#checks ? faultsIn(key, walk, draft, keeper.content, this.#checks) : [];
    if (this.faults.length > 0) {
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.summary')?.focus());
      return;
    }
    const next = walk.steps[walk.steps.findIndex((one) => one.key === key) + 1];
    if (!key.startsWith('$')) this.#change({ done: [...new Set([...keeper.content.done, key])] });
    if (next) this.#goTo(next.key);
  }

  async #send(keeper: DraftKeeper): Promise<void> {
    if (!(await keeper.save())) return;
    try {
      this.sent = await this.host.send<Sent>('POST', `${this.#path}/submit`, undefined, keeper.asRead);
    } catch (error) {
      if (error instanceof ProblemError && error.errors.length > 0)
        this.faults = error.errors.map(({ pointer, detail }) => ({ pointer, code: '', detail }));
      else this.host.notify({ kind: 'error', text: refusalOf(error).text });
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.summary')?.focus();
    }
  }

  async #upload(requirementKey: string, files: readonly File[]): Promise<void> {
    for (const file of files) {
      const id = newKey();
      const stop = new AbortController();
      const one: Upload = { id, requirementKey, fileName: file.name, size: file.size, share: 0, stop };
      this.uploads = [...this.uploads, one];
      const set = (part: Partial<Upload>): void => {
        this.uploads = this.uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
      };
      try {
        await this.host.upload(`${this.#path}/files`, file, {
          once: id,
          fields: { requirementKey },
          signal: stop.signal,
          onProgress: (share) => set({ share }),
        });
        await this.#files();
        this.uploads = this.uploads.filter((upload) => upload.id !== id);
      } catch (error) {
        if (!stop.signal.aborted) set({ fault: refusalOf(error).text });
      }
    }
  }

  /** Files change without the draft's entity tag: only they are taken over. */
  async #files(): Promise<void> {
    const { files } = await this.host.send<DraftReply>('GET', this.#path);
    if (this.#keeper?.draft) this.#keeper.draft = { ...this.#keeper.draft, files };
    this.requestUpdate();
  }

  async #removeFile(id: string): Promise<void> {
    const running = this.uploads.find((one) => one.id === id);
    running?.stop.abort();
    this.uploads = this.uploads.filter((one) => one.id !== id);
    if (running) return;
    try {
      await this.host.send('DELETE', `${this.#path}/files/${id}`);
      await this.#files();
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  #saved(keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const texts = {
      saved: `Saved, ${shortTime(draft.savedAt)}`,
      waiting: 'Not saved yet',
      saving: 'Saving…',
      failed: navigator.onLine ? 'Not saved: the server did not take it' : 'Not saved: no connection',
      choose: 'Not saved: you went on elsewhere',
    };
    return html`<p class="muted small" role="status">${texts[keeper.saving]}</p>${
      keeper.saving === 'choose'
        ? html`<div class="note" role="alert"><p>You answered the same question in another tab or on another device.</p>
          <div class="go"><button class="button" @click=${() => void keeper.choose('mine')}>Keep what stands here</button>
          <button class="button" @click=${() => void keeper.choose('theirs')}>Take what stands there</button></div></div>`
        : nothing
    }`;
  }

  #summary(): TemplateResult | typeof nothing {
    if (this.faults.length === 0) return nothing;
    return html`<div class="summary" role="alert" tabindex="-1"><h2>${
      this.faults.length === 1 ? 'One answer needs a look' : `${this.faults.length} answers need a look`
    }</h2><ul>${this.faults.map(
      ({ pointer, detail }) =>
        html`<li><button class="button quiet" @click=${() => {
          this.#lead(pointer);
        }}>${detail}</button></li>`,
    )}</ul></div>`;
  }

  /** To the field, in its step. */
  #lead(pointer: string): void {
    const [keeper, draft] = [this.#keeper, this.#keeper?.draft];
    if (!keeper || !draft) return;
    const at = pointer.replace(/^\/(answers|files)(?=\/)/, '');
    const name = at.split('/')[1];
    const walk = walkOf(draft, keeper.content, draft.today);
    const step = walk.form.steps.find(({ fields }) => fields.some(({ key }) => key === name));
    const key = name === 'applicants' ? own.applicant : (step?.key ?? own.documents);
    const faults = this.faults.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/(answers|files)(?=\/)/, '') }));
    if (keeper.content.step !== key) this.#change({ step: key });
    this.faults = faults;
    this.wanted = { pointer: at };
    if (name === 'applicants')
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLElement>(`#a-${at.split('/').at(-1) ?? ''}`)?.focus(),
      );
  }

  #applicant(keeper: DraftKeeper): TemplateResult {
    const first = keeper.content.applicants[0] ?? { type: 'PRIMARY', firstName: '', lastName: '', email: '' };
    const field = (name: 'firstName' | 'lastName' | 'email', label: string, autocomplete: string): TemplateResult => {
      const fault = this.faults.find(({ pointer }) => pointer === `/applicants/0/${name}`)?.detail;
      return html`<div class="field"><label for="a-${name}">${label}</label>${
        fault === undefined ? nothing : html`<p id="a-${name}-fault" class="fault">${fault}</p>`
      }<input id="a-${name}" class="input" type=${name === 'email' ? 'email' : 'text'}
        autocomplete=${this.size === 'client' ? autocomplete : 'off'} aria-invalid=${fault !== undefined}
        aria-describedby=${fault === undefined ? nothing : `a-${name}-fault`} .value=${first[name]}
        @input=${({ target }: Event) => {
          if (!(target instanceof HTMLInputElement)) return;
          const now = keeper.content.applicants[0] ?? first;
          this.#change({ applicants: [{ ...now, [name]: target.value }, ...keeper.content.applicants.slice(1)] });
        }}></div>`;
    };
    return html`<div class="names">${field('firstName', 'First name', 'given-name')}${field(
      'lastName',
      'Last name',
      'family-name',
    )}${field('email', 'E-mail', 'email')}</div>`;
  }

  #step(walk: Walk, key: string, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const [form] = this.#forms.list;
    if (!form) return skeleton(6);
    return html`<dossier-slot .contribution=${form} .input=${{
      form: key === own.documents ? walk.papers : draft.form,
      step: key,
      answers: keeper.content.answers,
      typed: keeper.content.typed,
      faults: this.faults,
      language,
      size: this.size,
      files: [...draft.files, ...this.uploads],
      locked: false,
      today: draft.today,
      wanted: this.wanted,
    }} @dossier-form-answers=${({ detail }: CustomEvent<Pick<Content, 'answers' | 'typed'>>) =>
      this.#change(detail)} @dossier-form-left=${this.#flush}
      @dossier-form-file=${({ detail }: CustomEvent<{ requirementKey: string; files: readonly File[] }>) =>
        void this.#upload(detail.requirementKey, detail.files)}
      @dossier-form-file-removed=${({ detail }: CustomEvent<{ id: string }>) =>
        void this.#removeFile(detail.id)}></dossier-slot>`;
  }

  #review(walk: Walk, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const [first] = keeper.content.applicants;
    const filesOf = (key: string): string =>
      draft.files
        .filter(({ requirementKey }) => requirementKey === key)
        .map(({ fileName }) => fileName)
        .join(', ');
    const rows = (key: string): readonly (readonly [string, string | null])[] => {
      if (key === own.applicant)
        return [
          ['Name', `${first?.firstName} ${first?.lastName}`],
          ['E-mail', first?.email ?? ''],
        ];
      const fields = (key === own.documents ? formOf(walk.papers) : walk.form).steps.find(
        (one) => one.key === key,
      )?.fields;
      return (fields ?? [])
        .filter(
          (field) => !['heading', 'note'].includes(field.kind) && (key === own.documents || walk.asked.shows(field)),
        )
        .map((field) => [
          String(field.schema['title'] ?? field.key),
          field.kind === 'file' ? filesOf(field.key) : answerText(walk.asked.value(field), field.schema),
        ]);
    };
    return html`${walk.steps.slice(0, -1).map(
      ({ key, title }) => html`<section class="card section"><header><h2>${title}</h2><button class="button quiet"
        @click=${() => this.#goTo(key)}>Change<span class="visually-hidden"> ${title}</span></button></header><dl>${rows(
          key,
        ).map(([name, text]) => html`<dt>${name}</dt><dd>${text || 'No answer'}</dd>`)}</dl></section>`,
    )}`;
  }

  #outcome({ number, status }: Sent, draft: DraftReply): TemplateResult {
    return html`<div class="stack"><h1 tabindex="-1">${
      status === 'Approved' ? 'Your application is approved' : 'We have your application'
    }</h1><p>${this.size === 'client' ? 'Your number' : 'Number'}: <strong class="number">${number}</strong> <button
      class="button small" @click=${() => copy(this.host, number)}>${icon('copy', 15)} Copy</button></p>
      <section><h2>What happens now</h2><p>${
        draft.next ??
        (status === 'Approved'
          ? 'All checks passed, so nobody else has to look at it.'
          : 'It is being checked. You hear from us by e-mail.')
      }</p></section><p><a class="button primary" href=${this.base.replace(/apply$/, this.size === 'client' ? 'my' : 'applications')}>${
        this.size === 'client' ? 'Go to my applications' : 'Go to the applications'
      }</a></p></div>`;
  }

  override render(): TemplateResult {
    const [keeper, draft] = [this.#keeper, this.#keeper?.draft];
    if (this.error) return failure(this.error, () => void this.#open(), { alone: true });
    if (!keeper || !draft) return skeleton(8);
    if (this.sent) return this.#outcome(this.sent, draft);
    const walk = walkOf(draft, keeper.content, draft.today);
    const { steps } = walk;
    const at = Math.max(
      0,
      steps.findIndex(({ key }) => key === keeper.content.step),
    );
    const step = steps[at] ?? { key: own.review, title: 'Check and send' };
    const isReview = step.key === own.review;
    const before = steps[at - 1];
    return html`<div class="wizard"><ol class="steps" aria-label="Steps">${steps.map(
      ({ key, title }, i) =>
        html`<li aria-current=${i === at ? 'step' : nothing}><span class="number">${i + 1}</span>${
          i < at
            ? html`<button class="button quiet" @click=${() => this.#goTo(key)}>${title}</button>`
            : html`<span>${title}</span>`
        }</li>`,
    )}</ol><div class="main"><div class="thin"><strong>Step ${at + 1} of ${steps.length}</strong><progress
      max=${steps.length} value=${at + 1} aria-label="Step ${at + 1} of ${steps.length}"></progress></div>
      ${this.#saved(keeper, draft)}${this.#summary()}
      <div><h1 tabindex="-1">${isReview ? 'Check your answers, then send' : step.title}</h1>${
        isReview ? html`<p class="muted">Nothing has been sent yet.</p>` : nothing
      }${step.description === undefined ? nothing : html`<p class="muted">${step.description}</p>`}</div>
      ${
        isReview
          ? this.#review(walk, keeper, draft)
          : step.key === own.applicant
            ? this.#applicant(keeper)
            : this.#step(walk, step.key, keeper, draft)
      }<div class="go">${
        isReview
          ? html`<button class="button primary" @click=${() => void this.#send(keeper)}>Send my application</button>`
          : html`<button class="button primary" @click=${() => this.#next(walk, step.key, keeper, draft)}>Next</button>`
      }${before ? html`<button class="button quiet" @click=${() => this.#goTo(before.key)}>Back</button>` : nothing}</div>
    </div></div>`;
  }
}
define('dossier-wizard', Wizard);
