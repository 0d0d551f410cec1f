import { define } from '@dossier/sdk/web';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { css, html, nothing } from 'lit';
import type { PropertyDeclarations, TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colleaguesQuery, open } from './asking.ts';
import type { Colleague, MessageThread } from './asking.ts';

/**
 * Asks whom one writes to. Fires `dossier-thread-opened` with the thread, or, asked for people to bring in,
 * `dossier-people-chosen` with their ids.
 */
export class NewThread extends FormDialog {
  static override styles = [
    ...FormDialog.styles,
    avatarStyles,
    css`
    .people { display: grid; max-height: 16rem; overflow-y: auto; border: 1px solid var(--dossier-border);
      border-radius: var(--dossier-radius); }
    .people label { display: flex; align-items: center; gap: 0.625rem; min-height: 2.5rem; padding: 0 0.75rem;
      cursor: pointer; font-weight: 400; }
    .people label:hover { background: var(--dossier-hover); }
    .people p { padding: 0.75rem; }
  `,
  ];
  static override properties: PropertyDeclarations = {
    ...FormDialog.properties,
    people: { state: true },
    chosen: { state: true },
    adds: { state: true },
  };
  /** Null until they are known. */
  declare people: readonly Colleague[] | null;
  declare chosen: readonly Colleague[];
  /** For people to bring into a thread that there is. */
  declare adds: boolean;
  #search = '';
  #applicationId: string | null = null;
  #there: readonly string[] = [];
  #turn = 0;

  constructor() {
    super();
    this.people = null;
    this.chosen = [];
    this.adds = false;
  }

  /** About an application, or about none. */
  async ask(applicationId: string | null = null): Promise<void> {
    await this.#ask(false, applicationId, []);
  }

  /** For a thread about an application, or none, with these people. */
  async askToAdd(applicationId: string | null, there: readonly Colleague[]): Promise<void> {
    await this.#ask(
      true,
      applicationId,
      there.map(({ id }) => id),
    );
  }

  async #ask(adds: boolean, applicationId: string | null, there: readonly string[]): Promise<void> {
    Object.assign(this, { adds, chosen: [], people: null });
    this.#search = '';
    this.#applicationId = applicationId;
    this.#there = there;
    await this.open();
    await this.#load();
  }

  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const asked = { search: this.#search, applicationId: this.#applicationId };
      const { messageColleagues } = await this.host.query(colleaguesQuery, asked);
      if (turn === this.#turn) this.people = messageColleagues.filter(({ id }) => !this.#there.includes(id));
    } catch (error) {
      if (turn !== this.#turn) return;
      this.people = [];
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'Your colleagues could not be loaded.',
      });
    }
  }

  #searched(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#search = event.target.value;
    void this.#load();
  }

  #choose(one: Colleague, isChosen: boolean): void {
    const others = this.chosen.filter(({ id }) => id !== one.id);
    this.chosen = isChosen ? [...others, one] : others;
  }

  async #send(event: SubmitEvent): Promise<void> {
    const ids = this.chosen.map(({ id }) => id);
    let opened: MessageThread | null = null;
    const adds = this.adds;
    const isSent = await this.sent(event, async (form) => {
      if (!adds)
        opened = await open(this.host, {
          userIds: ids,
          applicationId: this.#applicationId,
          title: String(form.get('title') ?? '').trim(),
        });
    });
    if (!isSent) return;
    this.dispatchEvent(
      adds
        ? new CustomEvent('dossier-people-chosen', { detail: ids })
        : new CustomEvent('dossier-thread-opened', { detail: opened }),
    );
  }

  get #heading(): string {
    if (this.adds) return 'Add colleagues';
    return this.#applicationId === null ? 'New message' : 'Write about this application';
  }

  #people(): TemplateResult {
    const listed = this.people;
    if (listed === null) return html`<p class="muted small">Loading…</p>`;
    // Who is chosen stays in sight, whatever is searched for, and where they stand.
    const shown = [...this.chosen.filter((one) => !listed.some(({ id }) => id === one.id)), ...listed];
    if (shown.length === 0) return html`<p class="muted small">Nobody of this name works with you.</p>`;
    return html`${repeat(
      shown,
      ({ id }) => id,
      (one) =>
        html`<label><input type="checkbox" .checked=${this.chosen.some(({ id }) => id === one.id)} @change=${(
          event: Event,
        ) => this.#choose(one, event.target instanceof HTMLInputElement && event.target.checked)}>${avatar(one.name)}
          <bdi>${one.name}</bdi></label>`,
    )}`;
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="heading"><form novalidate @submit=${(event: SubmitEvent) =>
      void this.#send(event)}>
      <h2 id="heading">${this.#heading}</h2>
      ${
        this.refusal && this.refusal.faults.length === 0
          ? html`<p class="fault" role="alert">${this.refusal.text}</p>`
          : nothing
      }
      <div class="field"><label for="search">${this.adds ? 'Who shall read it' : 'To'}</label><input class="input"
        id="search" type="search" autocomplete="off" placeholder="Name" @input=${this.#searched}></div>
      <div class="people" role="group" aria-label="Colleagues">${this.#people()}</div>
      ${this.notes('/userIds', 'people', this.adds ? 'They read what was written before, too.' : '')}
      ${
        this.adds || this.chosen.length < 2
          ? nothing
          : html`<div class="field"><label for="title">What it is about <span class="muted">(optional)</span></label>
              <input class="input" id="title" name="title" maxlength="120"></div>`
      }
      ${this.buttons(this.adds ? 'Add' : 'Write', 'One moment…', { disabled: this.chosen.length === 0 })}
    </form></dialog>`;
  }
}
define('dossier-new-thread', NewThread);
