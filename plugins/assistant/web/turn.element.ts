import { define, DossierElement } from '@dossier/sdk/web';
import { copy } from '@dossier/sdk/web/ui/copy';
import { fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import '@dossier/sdk/web/ui/markdown.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { stop } from './icons.ts';
import type { Question, Shown, Trouble } from './question.ts';
import './sent.element.ts';

/** Words for a turn whose end is not here. */
const open: Trouble = {
  title: 'No answer is here yet',
  detail: 'It is being written in another window, or was interrupted.',
};
const broken: Trouble = { title: 'The answer broke off', detail: 'The connection ended before its last word.' };

/**
 * A question with its answer. Fires `dossier-assistant-again` with the question that is to be asked again,
 * `dossier-assistant-stop`, and `dossier-assistant-unfolded` when the reader looks into it.
 */
class AssistantTurn extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 0.625rem; }
    .question { display: grid; justify-items: end; gap: 0.25rem; }
    .bubble { max-width: 88%; padding: 0.5rem 0.75rem; border-radius: 0.875rem 0.875rem 0.25rem;
      background: var(--dossier-accent-soft); font-size: var(--dossier-size-s); white-space: pre-wrap;
      overflow-wrap: anywhere; }
    .about { max-width: 88%; color: var(--dossier-muted); font-size: var(--dossier-size-xs); overflow-wrap: anywhere; }
    .answer { display: grid; gap: 0.5rem; line-height: 1.5; }
    .end { display: inline-flex; align-items: center; gap: 0.375rem; color: var(--dossier-muted);
      font-size: var(--dossier-size-s); }
    .trouble { display: grid; gap: 0.25rem; justify-items: start; padding: 0.625rem 0.75rem;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
      background: var(--dossier-surface); font-size: var(--dossier-size-s); }
    .trouble .button { margin-top: 0.375rem; }
    .tools { display: flex; align-items: center; gap: 0.125rem; margin-inline-start: -0.5rem; }
    .tools .last { margin-inline-start: auto; }
    .tools .icon { width: var(--dossier-control-s); padding: 0; color: var(--dossier-muted); }
    .stop { justify-self: start; }
  `,
  ];
  static override properties = {
    turn: { attribute: false },
    sentPath: { attribute: false },
    mayAsk: { attribute: false },
    busy: { attribute: false },
    isSentShown: { state: true },
  };
  declare turn: Shown;
  /** Path of what was sent; null as long as there is none. */
  declare sentPath: string | null;
  /** There is a model to be asked. */
  declare mayAsk: boolean;
  /** Another answer is still coming. */
  declare busy: boolean;
  declare isSentShown: boolean;

  constructor() {
    super();
    this.sentPath = null;
    this.mayAsk = false;
    this.busy = false;
    this.isSentShown = false;
  }

  #again(): void {
    const { text, about, selection } = this.turn;
    const detail: Question = { text, about, selection };
    this.dispatchEvent(new CustomEvent('dossier-assistant-again', { detail, bubbles: true, composed: true }));
  }

  #stop(): void {
    this.dispatchEvent(new CustomEvent('dossier-assistant-stop', { bubbles: true, composed: true }));
  }

  #question(): TemplateResult {
    const { text, about, selection, at } = this.turn;
    const places = [...about.map(({ title }) => title), ...(selection ? [selection.place] : [])];
    return html`<div class="question"><p class="bubble" dir="auto" title=${at ? fullTime(at) : nothing}><span
      class="visually-hidden">You asked: </span>${text}</p>${
        places.length > 0 ? html`<p class="about number">About ${places.join(', ')}</p>` : nothing
      }</div>`;
  }

  #trouble({ title, detail }: Trouble): TemplateResult {
    return html`<div class="trouble"><strong>${title}</strong><p class="muted">${detail}</p>${
      this.mayAsk
        ? html`<button class="button small" ?disabled=${this.busy}
            @click=${() => this.#again()}>${icon('refresh', 15)} Ask again</button>`
        : nothing
    }</div>`;
  }

  /** The way in which it ended, where it is not simply done. */
  #end(): TemplateResult | typeof nothing {
    const { state, fault } = this.turn;
    if (state === 'stopped') return html`<p class="end">${icon(stop, 14)} Stopped</p>`;
    if (state === 'writing') return this.#trouble(open);
    if (state === 'cut' || state === 'failed') return this.#trouble(fault ?? broken);
    return nothing;
  }

  #tools(): TemplateResult | typeof nothing {
    const { answer, state } = this.turn;
    const ended = state === 'done' || state === 'stopped';
    if (!ended && this.sentPath === null) return nothing;
    return html`<div class="tools">${
      answer === '' || !ended
        ? nothing
        : html`<button class="button quiet small icon" aria-label="Copy the answer" title="Copy"
            @click=${() => copy(this.host, answer)}>${icon('copy', 16)}</button>`
    }${
      ended && this.mayAsk
        ? html`<button class="button quiet small icon" aria-label="Ask again" title="Ask again"
            ?disabled=${this.busy} @click=${() => this.#again()}>${icon('refresh', 16)}</button>`
        : nothing
    }${
      this.sentPath === null
        ? nothing
        : html`<button class="button quiet small last" aria-expanded=${this.isSentShown} @click=${() => {
            this.isSentShown = !this.isSentShown;
            this.dispatchEvent(new CustomEvent('dossier-assistant-unfolded', { bubbles: true, composed: true }));
          }}>What was sent</button>`
    }</div>${
      this.isSentShown && this.sentPath !== null
        ? html`<dossier-assistant-sent .path=${this.sentPath}></dossier-assistant-sent>`
        : nothing
    }`;
  }

  override render(): TemplateResult {
    const { answer, state, withheld } = this.turn;
    if (withheld)
      return html`<p class="end">${icon('lock', 15)} You cannot read this record any more, so what you asked about it is
        kept back.</p>`;
    const isComing = state === 'coming';
    return html`${this.#question()}
      <div class="answer">${
        answer === '' && !isComing
          ? nothing
          : html`<dossier-markdown-text spelled ?writing=${isComing}
              .text=${answer === '' ? '…' : answer}></dossier-markdown-text>`
      }${
        isComing
          ? html`<button class="button small stop" @click=${() => this.#stop()}>${icon(stop, 14)} Stop</button>`
          : nothing
      }${this.#end()}${isComing ? nothing : this.#tools()}</div>`;
  }
}
define('dossier-assistant-turn', AssistantTurn);
