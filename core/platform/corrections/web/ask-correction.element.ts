import { define, DossierElement, Offered, PageOffers, ProblemError } from '@dossier/sdk/web';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept as Store } from '@dossier/sdk/web/ui/kept';
import { newKey } from '@dossier/sdk/web/ui/key';
import { isRecord } from '@dossier/sdk/web/ui/record';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Correction } from '../contract.ts';
import { askStyles } from './ask-correction.styles.ts';
import { choicesOf } from './choices.ts';
import { dayOf as today } from '@dossier/sdk/web/ui/reader';
import { dayAfter, typedMoment } from '@dossier/sdk/web/ui/wall-clock';
import type { Choice } from './choices.ts';
import { changesStyles, roundShown } from './changes.ts';
import { CorrectionsController } from './corrections.controller.ts';
import type { CorrectedCase } from './corrections.query.ts';
import { dayOf, firstName, headOf } from './words.ts';

/** Days that can be chosen with one press; the middle one is the usual one. */
const spans = [3, 7, 14] as const;
const most = { reason: 2_000, message: 4_000 } as const;

/** A day as a field for dates has it, where the reader is. */
const dayIn = (days: number): string => dayAfter(today(new Date()), days);
/** The end of a day, where the officer is. */
const endOf = (day: string): string => typedMoment(`${day}T23:59`)?.toISOString() ?? '';
const nameOf = ({ kind, key }: Pick<Choice, 'kind' | 'key'>): string => `${kind}:${key}`;

/**
 * Asks the client for a correction: beside the buttons of an application. While one is open it says what is waited for,
 * and takes it back.
 */
class AskCorrection extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles, changesStyles, askStyles];
  static override properties = {
    applicationId: { attribute: false },
    can: { attribute: false },
    reasons: { state: true },
    message: { state: true },
    due: { state: true },
    fault: { state: true },
    sending: { state: true },
  };
  declare applicationId: string;
  declare can: readonly string[];
  /** What is ticked, with the reason of each, by kind and key. */
  declare reasons: Readonly<Record<string, string>>;
  declare message: string;
  /** The last day on which the client can answer. */
  declare due: string;
  declare fault: string;
  declare sending: boolean;
  readonly #data = new CorrectionsController(this, 'staff');
  readonly #phrases = new Offered(this, 'phrases/picker@1');
  readonly #dialog = new HeldDialog(this, { held: () => this.sending });
  #once = newKey();

  constructor() {
    super();
    this.applicationId = '';
    this.can = [];
    this.reasons = {};
    this.message = '';
    this.due = dayIn(7);
    this.fault = '';
    this.sending = false;
    new PageOffers(this, () => {
      const { rounds, application, open } = this.#data;
      if (rounds === null || application === null || this.can.length === 0) return null;
      const title = open ? 'See what the client was asked' : 'Request correction';
      return { actions: [{ title, icon: 'back', run: () => this.#show() }] };
    });
  }

  protected override willUpdate(): void {
    if (this.workspace) this.#data.show(this.workspace.id, this.applicationId);
  }

  /** Outlives the end of the session, until it is sent. */
  get #store(): Store {
    return keptFor(this.session?.user.id ?? '', `ask-correction.${this.applicationId}`);
  }

  async #show(): Promise<void> {
    const kept = this.#store.get();
    if (isRecord(kept) && isRecord(kept['reasons'])) {
      this.reasons = Object.fromEntries(Object.entries(kept['reasons']).map(([name, text]) => [name, String(text)]));
      this.message = String(kept['message'] ?? '');
    }
    this.due = dayIn(7);
    this.fault = '';
    // What was answered, or came in the meantime, is shown as it stands.
    await this.#data.reload();
    await this.updateComplete;
    this.#dialog.show();
  }

  #change(part: { reasons?: Readonly<Record<string, string>>; message?: string }): void {
    this.reasons = part.reasons ?? this.reasons;
    this.message = part.message ?? this.message;
    this.fault = '';
    this.#store.set({ reasons: this.reasons, message: this.message });
  }

  #tick(choice: Choice, on: boolean): void {
    const { [nameOf(choice)]: _, ...others } = this.reasons;
    this.#change({ reasons: on ? { ...others, [nameOf(choice)]: '' } : others });
  }

  #close(): void {
    this.#dialog.close();
  }

  async #send(event: Event, choices: readonly Choice[], who: string): Promise<void> {
    event.preventDefault();
    if (this.sending) return;
    const items = choices.filter((choice) => Object.hasOwn(this.reasons, nameOf(choice)));
    const bare = items.find((choice) => (this.reasons[nameOf(choice)] ?? '').trim() === '');
    if (items.length === 0 || bare) {
      this.fault = bare ? `Say what is to be done about "${bare.title}".` : 'Tick what needs another look.';
      await this.updateComplete;
      const at = bare ? `textarea[data-of="${CSS.escape(nameOf(bare))}"]` : '.pick input';
      this.renderRoot.querySelector<HTMLElement>(at)?.focus();
      return;
    }
    this.sending = true;
    try {
      await this.host.send(
        'POST',
        `/api/v1/applications/${this.applicationId}/corrections`,
        {
          items: items.map((choice) => ({
            [choice.kind]: choice.key,
            reason: (this.reasons[nameOf(choice)] ?? '').trim(),
          })),
          message: this.message.trim(),
          dueAt: endOf(this.due),
        },
        { headers: { 'idempotency-key': this.#once } },
      );
      this.host.notify({ kind: 'success', text: `${who} was asked. The application waits for the client.` });
      this.reasons = {};
      this.message = '';
      this.#store.drop();
      this.#close();
      this.#changed();
    } catch (error) {
      const { faults, text } = refusalOf(error);
      this.fault = faults.map(({ detail }) => detail).join(' ') || text;
      if (error instanceof ProblemError && error.status === 409) this.#changed();
    } finally {
      this.#once = newKey();
      this.sending = false;
    }
  }

  async #takeBack({ id }: Correction): Promise<void> {
    const sure = await this.host.confirm({
      title: 'Take the request back?',
      body: 'The client gets an e-mail that nothing is needed any more. What they have not sent is lost.',
      action: 'Take it back',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', `/api/v1/corrections/${id}`);
      this.host.notify({ kind: 'success', text: 'The request was taken back.' });
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
    this.#close();
    this.#changed();
  }

  #changed(): void {
    void this.#data.reload();
    this.dispatchEvent(new Event('dossier-application-changed', { bubbles: true, composed: true }));
  }

  #choice(choice: Choice): TemplateResult {
    const name = nameOf(choice);
    const reason = this.reasons[name];
    const set = (text: string): void => this.#change({ reasons: { ...this.reasons, [name]: text } });
    const [picker] = this.#phrases.list;
    return html`<li class=${reason === undefined ? '' : 'on'}>
      <label class="line"><input type="checkbox" .checked=${reason !== undefined} @change=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) this.#tick(choice, event.target.checked);
      }}><span>${choice.title}${
        choice.isMarked
          ? html` <span class="mark">${icon('warning', 15)}<span class="visually-hidden">(a check failed)</span></span>`
          : nothing
      }</span><span class="v number">${choice.value}</span></label>
      ${
        reason === undefined
          ? nothing
          : html`<div class="more">${
              picker
                ? html`<dossier-slot .contribution=${picker} .input=${{ use: 'correction' }}
                  @dossier-phrase=${({ detail }: CustomEvent<{ text: string }>) => set(detail.text)}></dossier-slot>`
                : nothing
            }<textarea class="input" rows="2" maxlength=${most.reason} data-of=${name} aria-label="What to do about ${choice.title}"
              placeholder="What is to be done, in words for the client" .value=${reason} @input=${(event: Event) => {
                if (event.target instanceof HTMLTextAreaElement) set(event.target.value);
              }}></textarea></div>`
      }</li>`;
  }

  #letter(application: CorrectedCase, items: readonly Choice[]): TemplateResult {
    return html`<div class="letter"><header>${icon('globe', 15)}What ${firstName(application.applicantName)} will read</header>
      <div aria-live="off"><strong>${headOf(items.length, `your ${application.template.name}`)}</strong>
      ${this.message.trim() === '' ? nothing : html`<p class="words">${this.message.trim()}</p>`}
      <ol>${items.map(
        (choice) =>
          html`<li><strong>${choice.title}.</strong> <span class="words">${this.reasons[nameOf(choice)] ?? ''}</span></li>`,
      )}</ol>
      <p class="muted">Please answer by ${dayOf(endOf(this.due))}. All your other answers are kept.</p></div></div>`;
  }

  #form(application: CorrectedCase): TemplateResult {
    const choices = choicesOf(application);
    const ticked = choices.filter((choice) => Object.hasOwn(this.reasons, nameOf(choice)));
    const who = firstName(application.applicantName);
    const part = (title: string, kind: Choice['kind']) => {
      const mine = choices.filter((choice) => choice.kind === kind);
      return mine.length === 0
        ? nothing
        : html`<h3>${title}</h3><ul aria-label=${title}>${mine.map((choice) => this.#choice(choice))}</ul>`;
    };
    return html`<form novalidate @submit=${(event: Event) => void this.#send(event, choices, who)}>
      <header class="top"><div><h2 id="title">Ask <bdi>${application.applicantName}</bdi> for a correction</h2>
        <p class="muted small" id="body">Tick what needs another look. What failed a check is marked.</p></div>
        <button type="button" class="button quiet icon" aria-label="Close" @click=${() => this.#close()}>${icon('cross', 16)}</button></header>
      <div class="two"><div class="pick">${part('Answers', 'field')}${part('Documents', 'document')}</div>
        <div class="side">
          <div class="field"><label for="due">Answer by</label><input id="due" class="input" type="date" required
            min=${dayIn(1)} max=${dayIn(365)} .value=${this.due} @change=${(event: Event) => {
              if (event.target instanceof HTMLInputElement && event.target.value !== '') this.due = event.target.value;
            }}>
            <div class="chips">${spans.map(
              (days) => html`<button type="button" class="button small" aria-pressed=${this.due === dayIn(days)}
                @click=${() => {
                  this.due = dayIn(days);
                }}>${days} days</button>`,
            )}</div><p class="hint">Your own deadline stops until ${who} answers.</p></div>
          <div class="field"><label for="message">A word before it (optional)</label><textarea id="message" class="input"
            rows="2" maxlength=${most.message} .value=${this.message} @input=${(event: Event) => {
              if (event.target instanceof HTMLTextAreaElement) this.#change({ message: event.target.value });
            }}></textarea></div>
          ${this.#letter(application, ticked)}
        </div></div>
      <div class="foot">${
        this.fault === ''
          ? html`<span class="muted small">The case moves to Waiting for client.</span>`
          : html`<span class="muted fault" role="alert">${this.fault}</span>`
      }<button type="button" class="button" @click=${() => this.#close()}>Cancel</button>
        <button class="button primary" aria-disabled=${this.sending}>Send to ${who}</button></div>
    </form>`;
  }

  #waiting(round: Correction, application: CorrectedCase): TemplateResult {
    return html`<div class="content"><h2 id="title">Waiting for <bdi>${application.applicantName}</bdi></h2>
      <p id="body" class="muted">They were asked to answer by ${dayOf(round.dueAt)}. Your own deadline stands still until then.</p>
      ${roundShown(round, application.template.inLanguage)}
      <div class="actions"><button class="button danger" @click=${() => void this.#takeBack(round)}>Take it back</button>
        <button class="button" @click=${() => this.#close()}>Close</button></div></div>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { rounds, application, open } = this.#data;
    if (rounds === null || application === null || this.can.length === 0) return nothing;
    return html`<button class="button" @click=${() => void this.#show()}>${
      open ? html`${icon('clock', 16)} Waiting for client` : 'Request correction'
    }</button><dialog aria-labelledby="title" aria-describedby="body">${
      open ? this.#waiting(open, application) : this.#form(application)
    }</dialog>`;
  }
}
define('dossier-ask-correction', AskCorrection);
