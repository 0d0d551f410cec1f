import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { language } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { checksOf, formOf } from '../../templates/form/index.ts';
import type { DraftReply } from '../contract.ts';
import { applicantField, applicantFields } from './applicants.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { KeeperDeps, Read } from './draft-keeper.ts';
import { elsewhere, keptFrom } from './elsewhere.ts';
import type { Gone } from './elsewhere.ts';
import type { Content } from './merge.ts';
import './newer.element.ts';
import { review } from './review.ts';
import { savedLine, stepList, summary } from './parts.ts';
import { sentAddress } from './sent.element.ts';
import { faultsOf, own, walkOf } from './steps.ts';
import type { Checks, Fault, Step, Walk } from './steps.ts';
import { Uploads } from './uploads.ts';
import { wizardStyles } from './wizard.styles.ts';

/** Milliseconds without typing after which a draft is saved. */
const quiet = 1_000;

interface Sent {
  readonly applicationId: string;
}

/** A pointer of the record as one of the form. */
const inForm = (pointer: string): string => pointer.replace(/^\/(answers|files)(?=\/)/, '');

/** A draft, step by step: saved by itself, checked on Next, looked over, and sent. */
class Wizard extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, wizardStyles];
  static override properties = {
    draftId: {},
    base: {},
    size: { reflect: true },
    faults: { state: true },
    error: { state: true },
    wanted: { state: true },
    gone: { state: true },
    sending: { state: true },
    older: { state: true },
  };
  declare draftId: string;
  declare base: string;
  declare size: 'client' | 'staff';
  declare faults: readonly Fault[];
  declare error: unknown;
  declare wanted: { readonly pointer: string } | null;
  /** What became of the draft in another tab or on another device. */
  declare gone: Gone | null;
  declare sending: boolean;
  /** The newest version of the form that the person does not want. */
  declare older: number;
  readonly #forms = new Offered(this, 'templates/form-step@1');
  readonly #uploads = new Uploads(this, {
    path: () => this.#path,
    changed: async () => this.#keeper?.heard(null),
  });
  #keeper: DraftKeeper | null = null;
  #checks: Checks | null = null;
  /** Of which form the checks are. */
  #checked = '';
  /** Came back from the review to change something: Next leads there again. */
  #returning = false;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #flush = (): void => void this.#keeper?.save();

  constructor() {
    super();
    this.draftId = '';
    this.base = '';
    this.size = 'client';
    this.faults = [];
    this.error = null;
    this.wanted = null;
    this.gone = null;
    this.sending = false;
    this.older = 0;
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
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    clearTimeout(this.#timer);
    if (this.gone === null && !this.sending) this.#flush();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draftId') && this.draftId !== '') void this.#open();
  }

  get #path(): string {
    return `/api/v1/drafts/${this.draftId}`;
  }

  #deps(): KeeperDeps {
    const { host } = this;
    const path = this.#path;
    const kept = keptFor(this.session?.user.id ?? '', `draft.${this.draftId}`);
    return {
      read: () => host.readForChange<DraftReply>(path),
      save: async (content, asRead) => {
        try {
          return await host.sendForChange<DraftReply>('PUT', path, content, asRead);
        } catch (error) {
          if (error instanceof ProblemError && error.status === 404) this.gone ??= 'gone';
          throw error;
        }
      },
      isOvertaken,
      remember: (unsaved) => (unsaved === null ? kept.drop() : kept.set(unsaved)),
      remembered: () => keptFrom(kept.get()),
      changed: () => {
        this.requestUpdate();
        void this.#check();
      },
    };
  }

  async #open(): Promise<void> {
    const keeper = new DraftKeeper(this.#deps());
    this.gone = null;
    this.faults = [];
    this.#checked = '';
    this.#returning = false;
    try {
      await keeper.open();
      this.#keeper = keeper;
      await this.#check();
      this.error = null;
      this.requestUpdate();
      this.#live ??= this.host.live({ kind: 'own', type: 'draft' }, (event) => {
        const { id, what, savedAt } = elsewhere(event);
        if (id !== null && id !== this.draftId) return;
        if (what === 'sent' || what === 'deleted') {
          if (!this.sending) this.gone = what;
        } else void this.#keeper?.heard(savedAt).then(this.#flush, () => undefined);
      });
      void keeper.save();
    } catch (error) {
      this.error = error;
    }
  }

  /** What answers are checked with, again when the form is another one. */
  async #check(): Promise<void> {
    const draft = this.#keeper?.draft;
    const name = draft ? `${draft.templateVersion} ${draft.language} ${draft.today}` : '';
    if (!draft || this.#checked === name) return;
    this.#checked = name;
    this.#checks = await checksOf(formOf(draft.form), draft.today);
  }

  #change(part: Partial<Content>): void {
    this.#keeper?.change(part);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#flush, quiet);
  }

  #goTo(key: string, returning = false): void {
    this.faults = [];
    this.#returning = returning;
    this.#change({ step: key });
    this.#flush();
    void this.updateComplete.then(() => {
      const heading = this.renderRoot.querySelector<HTMLElement>('h1');
      heading?.focus();
      heading?.scrollIntoView({ block: 'nearest' });
    });
  }

  #toSummary(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.summary')?.focus());
  }

  #next(walk: Walk, key: string, keeper: DraftKeeper, draft: DraftReply): void {
    const faultsAt = (step: string): readonly Fault[] =>
      this.#checks ? faultsOf(step, walk, draft, keeper.content, this.#checks) : [];
    this.faults = faultsAt(key);
    if (this.faults.length > 0) return this.#toSummary();
    if (!key.startsWith('$')) this.#change({ done: [...new Set([...keeper.content.done, key])] });
    const rest = walk.steps.slice(walk.steps.findIndex((one) => one.key === key) + 1);
    const { done } = keeper.content;
    const isOpen = (one: string): boolean => (!one.startsWith('$') && !done.includes(one)) || faultsAt(one).length > 0;
    const next = this.#returning ? (rest.find((one) => isOpen(one.key)) ?? rest.at(-1)) : rest[0];
    if (next) this.#goTo(next.key, this.#returning && next.key !== own.review);
  }

  async #send(keeper: DraftKeeper, draft: DraftReply): Promise<void> {
    if (this.sending) return;
    if (this.#uploads.running)
      return this.host.notify({ kind: 'info', text: 'A file is still on its way. Send when it has arrived.' });
    this.sending = true;
    try {
      if (!(await keeper.save())) {
        this.sending = false;
        return;
      }
      const { applicationId } = await this.host.send<Sent>('POST', `${this.#path}/submit`, undefined, keeper.asRead);
      this.host.navigate(sentAddress(this.base, applicationId, draft.language), { replace: true });
    } catch (error) {
      this.sending = false;
      if (error instanceof ProblemError && error.errors.length > 0)
        this.faults = error.errors.map(({ pointer, detail }) => ({ pointer: inForm(pointer), code: '', detail }));
      else if (isOvertaken(error)) {
        await keeper.heard(null).catch(() => undefined);
        this.host.notify({ kind: 'info', text: 'You went on elsewhere. Look at the answers again, then send.' });
      } else if (error instanceof ProblemError && error.status === 404) this.gone = 'gone';
      else this.host.notify({ kind: 'error', text: refusalOf(error).text });
      this.#toSummary();
    }
  }

  /** To the field, in its step; null where nothing here can be changed about it. */
  #leadTo(pointer: string, walk: Walk, keeper: DraftKeeper): (() => void) | null {
    const [, name = '', index = '0', member = 'firstName'] = pointer.split('/');
    const holds = (fields: Walk['form']['fields']): boolean => fields.some(({ key }) => key === name);
    const step =
      name === 'applicants'
        ? own.applicant
        : (walk.form.steps.find(({ fields }) => holds(fields))?.key ??
          (holds(formOf(walk.papers).fields) ? own.documents : null));
    if (step === null || !walk.steps.some(({ key }) => key === step)) return null;
    return () => {
      if (keeper.content.step === own.review) this.#returning = true;
      if (keeper.content.step !== step) this.#change({ step });
      if (name !== 'applicants') this.wanted = { pointer };
      else
        void this.updateComplete.then(() =>
          this.renderRoot.querySelector<HTMLElement>(`#${applicantField(index, member)}`)?.focus(),
        );
    };
  }

  async #newer(keeper: DraftKeeper): Promise<void> {
    try {
      const request = (asRead: Read['asRead']): Promise<Read> =>
        this.host.sendForChange<DraftReply>('POST', `${this.#path}/newer`, undefined, asRead);
      if (!(await keeper.replace(request))) return;
      const { draft, content } = keeper;
      const first = draft
        ? walkOf(draft, content, draft.today).steps.find(({ key }) => !content.done.includes(key))
        : null;
      if (first) this.#goTo(first.key);
      this.host.notify({ kind: 'success', text: 'You go on with the newer form. Your answers are here.' });
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  /** What stands here becomes a draft of its own, where this one was deleted elsewhere. */
  async #again({ templateId, workspaceId }: DraftReply, content: Content): Promise<void> {
    try {
      const { language: _, ...rest } = content;
      const path = `/api/v1/workspaces/${workspaceId}/drafts`;
      const { id } = await this.host.send<DraftReply>('POST', path, { templateId, language: content.language });
      const { asRead } = await this.host.readForChange<DraftReply>(`/api/v1/drafts/${id}`);
      await this.host.sendForChange('PUT', `/api/v1/drafts/${id}`, rest, asRead);
      keptFor(this.session?.user.id ?? '', `draft.${this.draftId}`).drop();
      this.host.navigate(`${this.base}/${id}`, { replace: true });
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  #gone(gone: Gone, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const list = this.base.replace(/apply$/, this.size === 'client' ? 'my' : 'applications');
    const texts = {
      sent: ['You sent it from another tab or device', 'Nothing is left to be done here.'],
      deleted: ['You deleted it in another tab or on another device', 'Nothing more is saved of it.'],
      gone: ['It is not here any more', 'It was sent or deleted in another tab or on another device.'],
    } as const;
    const [title, text] = texts[gone];
    return html`<div class="out" role="alert"><h1 tabindex="-1">${title}</h1><p>${text}</p>${
      keeper.saving !== 'saved' && gone !== 'sent'
        ? html`<p>What you wrote last was not saved with it. It still stands here.</p>`
        : nothing
    }<div class="go"><a class="button primary" href=${list}>${
      this.size === 'client' ? 'My applications' : 'All applications'
    }</a>${
      gone === 'sent'
        ? nothing
        : html`<button class="button" @click=${() =>
            void this.#again(draft, keeper.content)}>Begin again with these answers</button>`
    }</div></div>`;
  }

  #form(walk: Walk, key: string, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const [form] = this.#forms.list;
    if (!form) return skeleton(6);
    return html`<dossier-slot lang=${draft.language} .contribution=${form} .input=${{
      form: key === own.documents ? walk.papers : draft.form,
      step: key,
      answers: keeper.content.answers,
      typed: keeper.content.typed,
      faults: this.faults,
      language,
      size: this.size,
      files: [...draft.files, ...this.#uploads.list],
      locked: false,
      today: draft.today,
      wanted: this.wanted,
    }} @dossier-form-answers=${({ detail }: CustomEvent<Pick<Content, 'answers' | 'typed'>>) =>
      this.#change(detail)} @dossier-form-left=${this.#flush}
      @dossier-form-file=${({ detail }: CustomEvent<{ requirementKey: string; files: readonly File[] }>) =>
        void this.#uploads.add(detail.requirementKey, detail.files)}
      @dossier-form-file-removed=${({ detail }: CustomEvent<{ id: string }>) =>
        void this.#uploads.remove(detail.id)}></dossier-slot>`;
  }

  #applicants({ content }: DraftKeeper): TemplateResult {
    const focus = (id: string): void =>
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus());
    return applicantFields({
      applicants: content.applicants,
      faults: this.faults,
      size: this.size,
      change: (applicants) => this.#change({ applicants }),
      left: this.#flush,
      added: (index) => focus(applicantField(index, 'firstName')),
      removed: (index) => {
        this.faults = [];
        this.host.announce(`Applicant ${index + 1} was removed.`);
        focus('add-applicant');
      },
    });
  }

  #body(walk: Walk, { key }: Step, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    if (key === own.review) return html`${review(walk, draft, keeper.content, (to) => this.#goTo(to, true))}`;
    return key === own.applicant ? this.#applicants(keeper) : this.#form(walk, key, keeper, draft);
  }

  override render(): TemplateResult {
    const [keeper, draft] = [this.#keeper, this.#keeper?.draft];
    if (this.error) return failure(this.error, () => void this.#open(), { alone: true });
    if (!keeper || !draft) return skeleton(8);
    if (this.gone) return this.#gone(this.gone, keeper, draft);
    const walk = walkOf(draft, keeper.content, draft.today);
    const { steps } = walk;
    const at = Math.max(
      0,
      steps.findIndex(({ key }) => key === keeper.content.step),
    );
    const step = steps[at] ?? { key: own.review, title: 'Check and send' };
    const isReview = step.key === own.review;
    const [before, after] = [steps[at - 1], this.#returning ? undefined : steps[at + 1]];
    const isNewer = draft.newestVersion !== draft.templateVersion && draft.newestVersion !== this.older;
    const mine = this.size === 'client' ? 'Send my application' : 'Send the application';
    return html`<div class="wizard">${stepList(walk, at, keeper.content, (key) => this.#goTo(key))}<div class="main">
      ${savedLine({
        keeper,
        draft,
        walk,
        at,
        leave: this.base.replace(/apply$/, this.size === 'client' ? 'my' : 'apply'),
      })}${
        isNewer
          ? html`<dossier-draft-newer .draftId=${draft.id} .version=${draft.newestVersion}
            @dossier-draft-newer=${() => void this.#newer(keeper)}
            @dossier-draft-older=${() => (this.older = draft.newestVersion)}></dossier-draft-newer>`
          : nothing
      }${summary(this.faults, walk, (pointer) => this.#leadTo(pointer, walk, keeper))}
      <div class="head"><h1 tabindex="-1">${isReview ? 'Check your answers, then send' : step.title}</h1>${
        isReview ? html`<p class="muted">Nothing has been sent yet.</p>` : nothing
      }${step.description === undefined ? nothing : html`<p class="muted">${step.description}</p>`}</div>
      ${this.#body(walk, step, keeper, draft)}<div class="go">${
        isReview
          ? html`<button class="button primary" aria-disabled=${this.sending}
              @click=${() => void this.#send(keeper, draft)}>${this.sending ? 'Sending…' : mine}</button>`
          : html`<button class="button primary" @click=${() => this.#next(walk, step.key, keeper, draft)}>${after ? `Next: ${after.title}` : 'Next'}</button>`
      }${
        before
          ? html`<button class="button quiet" @click=${() => this.#goTo(before.key)}>${icon('left', 16)} Back</button>`
          : nothing
      }</div>
    </div></div>`;
  }
}
define('dossier-wizard', Wizard);
