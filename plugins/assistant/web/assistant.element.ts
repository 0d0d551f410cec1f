import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import { icon } from '@dossier/sdk/web/ui/icon';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Conversation } from '../contract.ts';
import { Asking } from './asking.ts';
import { assistantStyles } from './assistant.styles.ts';
import { AtEnd } from './at-end.controller.ts';
import type { Composer } from './composer.element.ts';
import './composer.element.ts';
import { nameOf, OpenRecords } from './open-records.controller.ts';
import { troubleOf } from './question.ts';
import type { Question, Shown, Titled } from './question.ts';
import './turn.element.ts';
import { withoutModel, withoutModelStyles } from './without-model.ts';

const suggestions = {
  staff: ['Why did this one halt?', 'Sum it up in five lines', 'What is still missing?'],
  client: ['What did I send?', 'What is still missing from me?', 'What happens next?'],
} as const;

/** The panel in which somebody asks a language model about what is open on the page. */
class Assistant extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, assistantStyles, withoutModelStyles];
  /** Number of reads of the conversation that have begun. */
  #reads = 0;
  /** The record whose button goes on with the focus, after the one that was pressed went. */
  #moved: Titled | null = null;
  readonly #open = new OpenRecords(this);
  readonly #end = new AtEnd(this);
  readonly #asking = new Asking({
    host: () => this.host,
    draw: () => this.requestUpdate(),
    whole: ({ state, fault }) => {
      this.host.announce(state === 'failed' ? (fault?.title ?? 'There is no answer.') : 'The answer is here.');
      void this.#data.again();
    },
    reads: () => this.#reads,
  });
  readonly #data = new LiveOne<Conversation, { readonly workspaceId: string; readonly userId: string }>(this, {
    read: async ({ workspaceId }, signal) => {
      const n = (this.#reads += 1);
      const read = await this.host.send<Conversation>('GET', this.#path(workspaceId), undefined, { signal });
      this.#asking.read(workspaceId, read.turns, n);
      return read;
    },
    follow: ({ userId }) => [{ kind: 'topic', topic: `u/${userId}/assistant` }],
    // The answer that is written into this window is the newest there is.
    hear: (_event, _value, { workspaceId }) => ({ again: !this.#asking.isComing(workspaceId) }),
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking.stop();
  }

  protected override willUpdate(): void {
    const userId = this.session?.user.id;
    if (this.workspace && userId !== undefined) this.#data.show({ workspaceId: this.workspace.id, userId });
  }

  protected override updated(): void {
    const moved = this.#moved;
    this.#moved = null;
    if (moved) this.renderRoot.querySelector<HTMLElement>(`[data-record="${nameOf(moved)}"]`)?.focus();
  }

  get #workspaceId(): string {
    return this.workspace?.id ?? '';
  }

  get #composer(): Composer | null {
    return this.renderRoot.querySelector<Composer>('dossier-assistant-composer');
  }

  #path(workspaceId: string): string {
    return `/api/v1/workspaces/${workspaceId}/assistant/conversation`;
  }

  async #ask(question: Question): Promise<void> {
    const workspaceId = this.#workspaceId;
    const asked = this.#asking.ask(workspaceId, question, {
      turns: this.#data.value?.turns ?? [],
      taken: () => this.#composer?.taken(workspaceId),
    });
    await this.updateComplete;
    this.#end.go();
    this.#composer?.focus();
    const outcome = await asked;
    if (!outcome) return;
    if (outcome.taken) this.#composer?.taken(workspaceId);
    else {
      this.#composer?.giveBack(workspaceId, question.text, troubleOf(outcome.error));
      if (!(outcome.error instanceof ProblemError && outcome.error.code === 'no-model')) return;
    }
    await this.#data.again();
  }

  #askHere(text: string): void {
    void this.#ask({ text, about: this.#open.read, selection: null });
  }

  #stop(): void {
    this.#asking.stop(this.#workspaceId);
    this.host.announce('Stopped.');
    this.#composer?.focus();
  }

  async #delete(): Promise<void> {
    const workspaceId = this.#workspaceId;
    const sure = await this.host.confirm({
      title: 'Delete this conversation?',
      body: 'Your questions and the answers to them are gone for good. The audit trail keeps that you asked, without the words.',
      action: 'Delete conversation',
      danger: true,
    });
    if (!sure) return;
    const work = async (): Promise<void> => {
      await this.host.send('DELETE', this.#path(workspaceId));
      this.#asking.forget(workspaceId);
      await this.#data.again();
    };
    if (await done(this.host, work, 'The conversation is deleted.')) this.#composer?.focus();
  }

  #chip(one: Titled): TemplateResult {
    const record = nameOf(one);
    const move = (way: 'leaveOut' | 'add') => (): void => {
      this.#open[way](one);
      this.#moved = one;
    };
    return this.#open.isLeftOut(one)
      ? html`<button class="button quiet small add" data-record=${record}
          @click=${move('add')}>${icon('plus', 14)} Add ${one.title}</button>`
      : html`<span class="chip"><bdi class="number">${one.title}</bdi><button data-record=${record}
          aria-label="Leave ${one.title} out" title="Leave ${one.title} out"
          @click=${move('leaveOut')}>${icon('cross', 13)}</button></span>`;
  }

  #scope(): TemplateResult {
    const { all, read } = this.#open;
    return html`<div class="scope ${all.length === 0 ? 'bare' : ''}">${
      read.length > 0 ? html`<span class="muted">Reads</span>` : nothing
    }${all.map((one) => this.#chip(one))}</div>`;
  }

  #start(): TemplateResult {
    const { read } = this.#open;
    const isClient = this.workspace?.type === 'CLIENT';
    const lead =
      read.length === 0
        ? 'Ask a question, or open an application to ask about it.'
        : `Ask about ${isClient ? 'your' : 'this'} application.`;
    return html`<div class="start"><p>${lead} I read what you may read, and change nothing.</p>${
      read.length === 0
        ? nothing
        : html`<div class="suggestions">${suggestions[isClient ? 'client' : 'staff'].map(
            (text) => html`<button class="button" @click=${() => this.#askHere(text)}>${text}</button>`,
          )}</div>`
    }</div>`;
  }

  #turns(turns: readonly Shown[], mayAsk: boolean): TemplateResult {
    const isComing = this.#asking.isComing(this.#workspaceId);
    const sentPath = (id: string): string => `/api/v1/workspaces/${this.#workspaceId}/assistant/messages/${id}/sent`;
    return html`<div class="top"><button class="button quiet small" ?disabled=${isComing}
        @click=${() => void this.#delete()}>${icon('trash', 15)} Delete conversation</button></div>
      ${repeat(
        turns,
        ({ key }) => key,
        (turn) =>
          html`<dossier-assistant-turn .turn=${turn} .sentPath=${turn.id === null ? null : sentPath(turn.id)}
            .mayAsk=${mayAsk} .busy=${isComing}></dossier-assistant-turn>`,
      )}`;
  }

  override render(): TemplateResult {
    const { value, error } = this.#data;
    if (error) return html`<div></div>${failure(error, () => void this.#data.reload())}`;
    if (!value) return html`<div></div>${skeleton(6, 'Loading your conversation')}`;
    const { model } = value;
    const turns = this.#asking.shown(this.#workspaceId, value.turns);
    const none = (short: boolean): TemplateResult =>
      withoutModel({ ...value, organization: this.session?.organization ?? null, short });
    if (model === null && turns.length === 0) return html`<div></div>${none(false)}`;
    const isComing = this.#asking.isComing(this.#workspaceId);
    const [first] = this.#open.read;
    const again = ({ detail }: CustomEvent<Question>): void => void this.#ask(detail);
    const ask = ({ detail }: CustomEvent<string>): void => this.#askHere(detail);
    return html`${model === null ? html`<div></div>` : this.#scope()}
      <div class="log" role="log" aria-live="off" aria-label="Conversation" tabindex="0"><div class="all"
        @dossier-assistant-again=${again} @dossier-assistant-stop=${() => this.#stop()}
        @dossier-assistant-unfolded=${() => this.#end.leave()}>${
          turns.length === 0 ? this.#start() : this.#turns(turns, model !== null)
        }</div></div>
      ${
        model === null
          ? none(true)
          : html`<dossier-assistant-composer .workspaceId=${this.#workspaceId} .model=${model} .busy=${isComing}
              .placeholder=${first ? `Ask about ${first.title}` : 'Ask a question'}
              @dossier-assistant-ask=${ask}></dossier-assistant-composer>`
      }`;
  }
}
define('dossier-assistant', Assistant);
