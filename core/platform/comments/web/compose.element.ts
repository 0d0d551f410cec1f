import { define, DossierElement } from '@dossier/sdk/web';
import { filePlaceStyles } from '@dossier/sdk/web/ui/file-place';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import { newKey } from '@dossier/sdk/web/ui/key';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Comment, CommentKind, Named } from '../contract.ts';
import { Attachments } from './attachments.ts';
import { mentionableQuery } from './comments.query.ts';
import { composeStyles } from './compose.styles.ts';
import { together } from './kind.ts';
import '@dossier/sdk/web/ui/markdown.element';
import { asSent, offeredAt, withName } from './naming.ts';

/** Milliseconds between two tellings that somebody writes. */
const tellEvery = 4_000;

/** Where a comment is written. Fires `dossier-comment-changed`. */
export class Compose extends DossierElement {
  static override styles = [DossierElement.styles, filePlaceStyles, composeStyles];
  static override properties = {
    applicationId: { attribute: false },
    may: { attribute: false },
    isStaff: { attribute: false },
    clients: { attribute: false },
    answering: { attribute: false },
    kind: { state: true },
    text: { state: true },
    people: { state: true },
    looking: { state: true },
    busy: { state: true },
    fault: { state: true },
  };
  declare applicationId: string;
  declare may: readonly string[];
  declare isStaff: boolean;
  declare clients: readonly { readonly name: string; readonly reads: boolean }[];
  declare answering: Comment | null;
  declare kind: CommentKind;
  declare text: string;
  /** Who may be named, in the kind that is written. */
  declare people: readonly Named[];
  /** The last look before the client is written to. */
  declare looking: boolean;
  /** While it is sent nothing can be written, for the answer empties all that stands here. */
  declare busy: boolean;
  declare fault: string | null;
  /** What was sent last and has not arrived for certain, with what names it in all its tries. */
  #tried: { readonly body: string; readonly key: string } | null = null;
  #kept: Kept | null = null;
  readonly #files = new Attachments(this, () => `/api/v1/applications/${this.applicationId}/comments/attachments`);
  #peopleOf = '';
  #told = 0;

  constructor() {
    super();
    this.applicationId = '';
    this.may = [];
    this.isStaff = false;
    this.clients = [];
    this.answering = null;
    // Internal is the default, each time.
    this.kind = 'internal';
    this.text = '';
    this.people = [];
    this.looking = false;
    this.busy = false;
    this.fault = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('applicationId')) {
      // Files belong to the case for which they were sent.
      this.#files.clear();
      this.#restore();
    }
    if (this.answering) this.kind = this.answering.kind;
    else if (!this.may.includes(this.kind)) this.kind = this.may.includes('internal') ? 'internal' : 'external';
    const wanted = `${this.applicationId} ${this.kind}`;
    if (this.#peopleOf !== wanted) {
      this.#peopleOf = wanted;
      void this.#loadPeople(wanted);
    }
  }

  /** What was begun here and not sent, whatever happened in between. */
  #restore(): void {
    const user = this.session?.user.id;
    this.#kept = user ? keptFor(user, `comment.${this.applicationId}`) : null;
    const kept = this.#kept?.get();
    this.text = typeof kept === 'string' ? kept : '';
  }

  async #loadPeople(wanted: string): Promise<void> {
    try {
      const { applicationId, kind } = this;
      const { mentionable } = await this.host.query(mentionableQuery, { applicationId, kind });
      if (this.#peopleOf === wanted) this.people = mentionable;
    } catch {
      // Then nobody is offered; what is written is sent all the same.
      this.people = [];
    }
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  /** Leads to where one writes. */
  async write(): Promise<void> {
    await this.updateComplete;
    this.#area?.focus();
  }

  #typed(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.text = event.target.value;
    if (this.text === '') this.#kept?.drop();
    else this.#kept?.set(this.text);
    if (Date.now() - this.#told < tellEvery) return;
    this.#told = Date.now();
    const kind = this.isStaff ? this.kind : 'external';
    this.host
      .send('POST', `/api/v1/applications/${this.applicationId}/comments/writing`, { kind })
      .catch(() => undefined);
  }

  async #name(name: string): Promise<void> {
    const area = this.#area;
    const placed = withName(this.text, area?.selectionStart ?? this.text.length, name);
    this.text = placed.text;
    this.#kept?.set(this.text);
    await this.updateComplete;
    area?.focus();
    area?.setSelectionRange(placed.caret, placed.caret);
  }

  #attach(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.fault = this.#files.add([...(event.target.files ?? [])]);
    event.target.value = '';
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    if (this.text.trim() === '') {
      this.fault = 'Write something first.';
      this.#area?.focus();
      return;
    }
    this.fault = this.#files.fault;
    if (this.fault !== null) return;
    // Once more, before it leaves the house.
    if (this.isStaff && this.kind === 'external' && !this.looking) {
      this.looking = true;
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.send')?.focus();
      return;
    }
    await this.#send();
  }

  async #send(): Promise<void> {
    const { kind } = this;
    this.busy = true;
    this.fault = null;
    const body = {
      kind,
      text: asSent(this.text, this.people),
      replyTo: this.answering?.id ?? null,
      attachmentIds: this.#files.files.map(({ id }) => id),
    };
    const same = JSON.stringify(body);
    this.#tried = this.#tried?.body === same ? this.#tried : { body: same, key: newKey() };
    const { key } = this.#tried;
    try {
      await this.host.send('POST', `/api/v1/applications/${this.applicationId}/comments`, body, {
        headers: { 'idempotency-key': key },
      });
      this.#clear();
      this.host.announce(kind === 'internal' ? 'Your note is there.' : 'Your message is sent.');
      this.dispatchEvent(new CustomEvent('dossier-comment-changed', { bubbles: true, composed: true }));
    } catch (error) {
      this.fault = error instanceof Error ? error.message : 'It was not sent. Please try again.';
    }
    this.looking = false;
    this.busy = false;
    await this.write();
  }

  #clear(): void {
    this.#tried = null;
    this.#kept?.drop();
    this.text = '';
    this.#files.clear();
    this.kind = 'internal';
    this.#cancelAnswer();
  }

  #cancelAnswer(): void {
    this.dispatchEvent(new CustomEvent('dossier-comment-answer', { detail: null, bubbles: true, composed: true }));
  }

  get #readers(): readonly string[] {
    return this.clients.filter(({ reads }) => reads).map(({ name }) => name);
  }

  /** First names are what a button has room for. */
  get #whom(): string {
    return together(this.#readers.map((name) => name.split(' ')[0] ?? name)) || 'the client';
  }

  #kinds(): TemplateResult | typeof nothing {
    if (!this.isStaff || this.answering) return nothing;
    const choice = (kind: CommentKind, glyph: string, text: string) =>
      this.may.includes(kind)
        ? html`<label class="who ${kind}"><input type="radio" name="kind" .checked=${this.kind === kind} @change=${() => {
            this.kind = kind;
            this.looking = false;
          }}>${icon(glyph, 15)} ${text}</label>`
        : nothing;
    return html`<fieldset ?disabled=${this.busy}><legend class="visually-hidden">Who can read this</legend>${choice(
      'internal',
      'lock',
      'Internal note',
    )}${choice('external', 'globe', 'Message to client')}</fieldset>`;
  }

  #hint(): string {
    if (!this.isStaff) return this.session?.organization ? `${this.session.organization.name} reads it.` : '';
    if (this.kind === 'internal') return 'Only staff can read this.';
    const names = this.#readers;
    return names.length > 0
      ? `${together(names)} can read this.`
      : 'The client has not signed in here yet. They can read it when they do.';
  }

  #label(): string {
    if (!this.isStaff) return 'Your message';
    return this.kind === 'internal' ? 'Internal note' : 'Message to client';
  }

  #buttons(): TemplateResult {
    if (this.looking)
      return html`<button type="button" class="button" @click=${() => {
        this.looking = false;
        void this.write();
      }}>Keep writing</button><button class="button primary send" ?disabled=${this.busy}>${icon(
        'globe',
        16,
      )} Send to ${this.#whom}</button>`;
    const text = !this.isStaff ? 'Send' : this.kind === 'internal' ? 'Add note' : `Send to ${this.#whom}…`;
    return html`<label class="button choose">${icon('upload', 16)} Add file<input type="file" multiple
        aria-label="Add a file" accept=${this.#files.types.join(',') || nothing} ?disabled=${this.busy}
        @change=${this.#attach}></label><button
        class="button ${this.isStaff && this.kind === 'internal' ? '' : 'primary'}"
        ?disabled=${this.busy}>${this.isStaff ? icon(this.kind === 'internal' ? 'lock' : 'globe', 16) : nothing} ${text}</button>`;
  }

  #names(): TemplateResult | typeof nothing {
    const offered = offeredAt(this.text, this.#area?.selectionStart ?? this.text.length, this.people);
    if (offered.length === 0 || this.looking || this.busy) return nothing;
    return html`<div class="names" role="group" aria-label="Name somebody">${offered.map(
      ({ name }) =>
        html`<button type="button" class="button small" @click=${() => void this.#name(name)}>@${name}</button>`,
    )}</div>`;
  }

  override render() {
    const { kind, isStaff } = this;
    const look = isStaff ? kind : 'plain';
    return html`
      ${this.#kinds()}
      <form class="pad ${look}" @submit=${this.#submit}>
        ${
          this.answering
            ? html`<p class="answer">Answer to ${this.answering.by.name}${
                isStaff ? (kind === 'internal' ? ', internal' : ', with the client') : nothing
              }<button type="button" class="button small quiet" @click=${this.#cancelAnswer}>Not an answer</button></p>`
            : nothing
        }
        ${
          this.looking
            ? html`<div class="look" role="group" aria-label="A last look"><strong><bdi>${
                together(this.#readers) || 'The client'
              }</bdi> will read this</strong><dossier-markdown-text names
                .text=${asSent(this.text, this.people)}></dossier-markdown-text></div>`
            : html`<label class="visually-hidden" for="text">${this.#label()}</label><textarea id="text" class="input"
                dir="auto" maxlength="10000" placeholder=${isStaff ? 'Write. @ names somebody.' : 'Write your message'}
                ?readonly=${this.busy} .value=${this.text} @input=${this.#typed}></textarea>`
        }
        ${this.#names()}
        ${this.#files.render()}
        ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
        <div class="row"><span class="hint">${this.#hint()}</span>${this.#buttons()}</div>
      </form>`;
  }
}
define('dossier-compose', Compose);
