import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import { isOvertaken, refusalOf } from '@dossier/sdk/web/ui/faults';
import { reader } from '@dossier/sdk/web/ui/reader';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DraftReply } from '../contract.ts';
import { applicantField, applicantFields } from './applicants.ts';
import { Checking } from './checking.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { KeeperDeps, Read } from './draft-keeper.ts';
import { elsewhere } from './elsewhere.ts';
import type { Gone } from './elsewhere.ts';
import { beginAgain, goneNote } from './gone.ts';
import { isMissing, keeperDeps } from './keeper-deps.ts';
import type { Content } from './merge.ts';
import './newer.element.ts';
import { review } from './review.ts';
import { goRow, head, savedLine, stepList, summary } from './parts.ts';
import { sentAddress } from './sent.element.ts';
import { faultsOf, nextOpen, own, refused, stepAt, walkOf } from './steps.ts';
import type { Fault, Step, Walk } from './steps.ts';
import { Uploads } from './uploads.ts';
import { wizardStyles } from './wizard.styles.ts';

/** Milliseconds without typing after which a draft is saved. */
const quiet = 1_000;

interface Sent {
  readonly applicationId: string;
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
    wanted: { state: true },
    gone: { state: true },
    sending: { state: true },
    waiting: { state: true },
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
  /** Next was pressed while a file is on its way. */
  declare waiting: boolean;
  /** The newest version of the form that the person does not want. */
  declare older: number;
  readonly #forms = new Offered(this, 'templates/form-step@1');
  readonly #uploads = new Uploads(this, {
    path: () => this.#path,
    changed: async () => this.#keeper?.heard(null),
  });
  #keeper: DraftKeeper | null = null;
  readonly #checking = new Checking();
  /** In which language the faults are said. */
  #said = '';
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
    this.waiting = false;
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
    const id = this.draftId;
    return keeperDeps(this.host, this.#path, {
      kept: this.#kept,
      templateId: () => this.#keeper?.draft?.templateId,
      missing: () => {
        if (id === this.draftId && this.gone === null) this.#isGone('gone');
      },
      changed: () => {
        this.requestUpdate();
        void this.#sayAgain();
      },
    });
  }

  get #kept(): Kept {
    return keptFor(this.session?.user.id ?? '', `draft.${this.draftId}`);
  }

  async #open(): Promise<void> {
    const id = this.draftId;
    const keeper = new DraftKeeper(this.#deps());
    // What was typed into another draft, which stood here until now, is that one's.
    clearTimeout(this.#timer);
    if (this.gone === null) this.#flush();
    this.#keeper = null;
    this.gone = null;
    this.error = null;
    this.faults = [];
    this.sending = false;
    this.older = 0;
    this.#returning = false;
    try {
      await keeper.open();
      if (id !== this.draftId || !keeper.draft) return;
      this.#keeper = keeper;
      void this.#checking.for(keeper.draft).catch(() => undefined);
      this.requestUpdate();
      this.#live ??= this.host.live({ kind: 'own', type: 'draft' }, (event) => {
        const { id, what, savedAt } = elsewhere(event);
        if (id !== null && id !== this.draftId) return;
        if (what === 'sent' || what === 'deleted') {
          if (!this.sending) this.#isGone(what);
        } else void this.#keeper?.heard(savedAt).then(this.#flush, () => undefined);
      });
      void keeper.save();
    } catch (error) {
      if (id === this.draftId && this.gone === null) this.error = error;
    }
  }

  #isGone(gone: Gone): void {
    clearTimeout(this.#timer);
    this.gone = gone;
    this.#focus('h1');
  }

  /** In another language, what is wrong is said anew; what the server alone found stays as it said it. */
  async #sayAgain(): Promise<void> {
    const [keeper, draft] = [this.#keeper, this.#keeper?.draft];
    if (!keeper || !draft || draft.language === this.#said) return;
    this.#said = draft.language;
    if (this.faults.length === 0) return;
    const checks = await this.#checking.for(draft).catch(() => null);
    if (checks === null || keeper.draft !== draft) return;
    const walk = walkOf(draft, keeper.content, draft.today);
    const found = faultsOf(keeper.content.step ?? own.applicant, walk, draft, keeper.content, checks);
    const places = new Set(found.map(({ pointer }) => pointer));
    this.faults = [...found, ...this.faults.filter(({ code, pointer }) => code === '' && !places.has(pointer))];
  }

  #change(part: Partial<Content>): void {
    this.#keeper?.change(part);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#flush, quiet);
  }

  #goTo(key: string, returning = false): void {
    this.faults = [];
    this.wanted = null;
    this.#returning = returning;
    this.#change({ step: key });
    this.#flush();
    this.#focus('h1');
  }

  #failed(text: string): void {
    this.host.notify({ kind: 'error', text });
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  async #next(key: string, keeper: DraftKeeper): Promise<void> {
    if (this.waiting) return;
    const at = keeper.content.step;
    // A file that is on its way is not missing.
    this.waiting = this.#uploads.running;
    await this.#uploads.settled();
    this.waiting = false;
    const { draft } = keeper;
    if (!draft || this.#keeper !== keeper || this.gone !== null || keeper.content.step !== at) return;
    try {
      const checks = await this.#checking.for(draft);
      const walk = walkOf(draft, keeper.content, draft.today);
      this.#said = draft.language;
      this.faults = faultsOf(key, walk, draft, keeper.content, checks);
      if (this.faults.length > 0) return this.#focus('.summary');
      if (!key.startsWith('$')) this.#change({ done: [...new Set([...keeper.content.done, key])] });
      const rest = walk.steps.slice(walk.steps.findIndex((one) => one.key === key) + 1);
      const next = this.#returning ? nextOpen(rest, walk, draft, keeper.content, checks) : rest[0];
      if (next) this.#goTo(next.key, this.#returning && next.key !== own.review);
    } catch {
      this.#failed('This step could not be checked. Look at your connection, and try again.');
    }
  }

  async #send(keeper: DraftKeeper, draft: DraftReply): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.#uploads.settled();
      if (!(await keeper.save())) {
        this.sending = false;
        if (keeper.saving === 'failed' && this.gone === null)
          this.#failed('It was not sent, since your answers could not be saved. Try again.');
        return;
      }
      const { applicationId } = await this.host.send<Sent>('POST', `${this.#path}/submit`, undefined, keeper.asRead);
      this.host.navigate(sentAddress(this.base, applicationId, draft.language), { replace: true });
    } catch (error) {
      this.sending = false;
      if (error instanceof ProblemError && error.errors.length > 0) {
        // What was found here may rest on what is not so any more, for example on a file that was taken away elsewhere.
        await keeper.heard(null).catch(() => undefined);
        this.faults = refused(error.errors);
      } else if (isOvertaken(error)) {
        await keeper.heard(null).catch(() => undefined);
        this.host.notify({ kind: 'info', text: 'You went on elsewhere. Look at the answers again, then send.' });
      } else if (isMissing(error)) return this.#isGone('gone');
      else this.#failed(refusalOf(error).text);
      this.#focus('.summary');
    }
  }

  /** To the field, in its step; null where nothing here can be changed about it. */
  #leadTo(pointer: string, walk: Walk, keeper: DraftKeeper): (() => void) | null {
    const [, name = '', index = '0', member = 'firstName'] = pointer.split('/');
    const step = stepAt(name, walk);
    if (step === null) return null;
    return () => {
      if (keeper.content.step === own.review) this.#returning = true;
      if (keeper.content.step !== step) this.#change({ step });
      if (name !== 'applicants') this.wanted = { pointer };
      else this.#focus(`#${applicantField(index, member)}`);
    };
  }

  async #newer(keeper: DraftKeeper): Promise<void> {
    try {
      const request = (asRead: Read['asRead']): Promise<Read> =>
        this.host.sendForChange<DraftReply>('POST', `${this.#path}/newer`, undefined, asRead);
      if (!(await keeper.replace(request))) return;
      const { draft, content } = keeper;
      if (!draft) return;
      this.host.notify({ kind: 'success', text: 'You go on with the newer form. Your answers are here.' });
      const walk = walkOf(draft, content, draft.today);
      const first = nextOpen(walk.steps, walk, draft, content, await this.#checking.for(draft));
      if (first) this.#goTo(first.key);
    } catch (error) {
      if (isMissing(error)) return this.#isGone('gone');
      if (isOvertaken(error)) await keeper.heard(null).catch(() => undefined);
      this.#failed(
        isOvertaken(error) ? 'You went on elsewhere. Look at the answers, then try again.' : refusalOf(error).text,
      );
    }
  }

  /** What stands here becomes a draft of its own, where this one is not there any more. */
  async #again(templateId: string, content: Content): Promise<void> {
    const kept = this.#kept;
    try {
      const id = await beginAgain(this.host, this.workspace?.id ?? '', templateId, content);
      kept.drop();
      this.host.navigate(`${this.base}/${id}`, { replace: true });
    } catch (error) {
      this.#failed(refusalOf(error).text);
    }
  }

  #form(walk: Walk, key: string, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    const [form] = this.#forms.list;
    const hidden = key === own.applicant || key === own.review;
    if (!form) return hidden ? html`` : skeleton(6);
    return html`<dossier-slot ?hidden=${hidden} lang=${draft.language} .contribution=${form} .input=${{
      form: key === own.documents ? walk.papers : draft.form,
      step: key,
      answers: keeper.content.answers,
      typed: keeper.content.typed,
      faults: this.faults,
      language: reader().language,
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
    return applicantFields({
      applicants: content.applicants,
      faults: this.faults,
      size: this.size,
      change: (applicants) => this.#change({ applicants }),
      left: this.#flush,
      added: (index) => this.#focus(`#${applicantField(index, 'firstName')}`),
      removed: (index) => {
        this.faults = [];
        this.host.announce(`Applicant ${index + 1} was removed.`);
        this.#focus('#add-applicant');
      },
    });
  }

  /** The form stands by where it shows nothing, so that Next does not have to wait for it, or miss it offline. */
  #body(walk: Walk, { key }: Step, keeper: DraftKeeper, draft: DraftReply): TemplateResult {
    return html`${
      key === own.review ? review(walk, draft, keeper.content, (to) => this.#goTo(to, true)) : nothing
    }${key === own.applicant ? this.#applicants(keeper) : nothing}${this.#form(walk, key, keeper, draft)}`;
  }

  override render(): TemplateResult {
    const [keeper, draft] = [this.#keeper, this.#keeper?.draft];
    if (this.error) return failure(this.error, () => void this.#open(), { alone: true });
    if (this.gone)
      return goneNote({
        gone: this.gone,
        size: this.size,
        base: this.base,
        keeper: this.#keeper,
        kept: this.#kept.get(),
        again: (templateId, content) => void this.#again(templateId, content),
      });
    if (!keeper || !draft) return skeleton(8);
    const walk = walkOf(draft, keeper.content, draft.today);
    const { steps } = walk;
    const at = Math.max(0, steps.map(({ key }) => key).indexOf(keeper.content.step ?? ''));
    const step = steps[at] ?? { key: own.review, title: 'Check and send' };
    const isReview = step.key === own.review;
    const [before, after] = [steps[at - 1], this.#returning ? undefined : steps[at + 1]];
    const isNewer = draft.newestVersion !== draft.templateVersion && draft.newestVersion !== this.older;
    const toNext = this.waiting ? 'Waiting for the file…' : after ? `Next: ${after.title}` : 'Next';
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
          ? html`<dossier-draft-newer .draftId=${draft.id} .version=${draft.newestVersion} .formLanguage=${draft.language}
            @dossier-draft-newer=${() => void this.#newer(keeper)}
            @dossier-draft-older=${() => (this.older = draft.newestVersion)}></dossier-draft-newer>`
          : nothing
      }${summary(this.faults, walk, (pointer) => this.#leadTo(pointer, walk, keeper))}
      ${head(step, draft)}
      ${this.#body(walk, step, keeper, draft)}${goRow({
        main: isReview
          ? { text: this.sending ? 'Sending…' : mine, busy: this.sending, do: () => void this.#send(keeper, draft) }
          : { text: toNext, busy: this.waiting, do: () => void this.#next(step.key, keeper) },
        back: before ? () => this.#goTo(before.key) : null,
      })}
    </div></div>`;
  }
}
define('dossier-wizard', Wizard);
