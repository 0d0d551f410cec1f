import { define, DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import { readerSettings } from '../reader.ts';
import { clockChange, dayIn, fromNow, momentIn, timeIn, wallTime } from './moments.ts';
import { recurrenceInWords } from './recurrence-words.ts';
import { schedulesUrl } from './types.ts';
import type { Recurrence } from './types.ts';

/** Somebody who types is not done yet. */
const patience = 250;

/**
 * The next five dates of a recurrence, as the server works them out. Fires `dossier-refused` (detail: the refusal, or
 * null when there is none any more).
 */
class NextDates extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 0.75rem; }
    h2 { font-size: var(--dossier-size-m); }
    ol { display: grid; }
    li { display: grid; gap: 0.125rem; padding: 0.5rem 0; }
    li + li { border-top: 1px solid var(--dossier-border); }
    .line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.75rem; }
    .line time { font-weight: 550; }
    .change { display: flex; gap: 0.375rem; padding: 0.375rem 0.5rem; margin-top: 0.125rem;
      border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); color: var(--dossier-warning-text);
      }
    .change svg { flex: none; margin-top: 0.1875rem; }
    ol.old { color: var(--dossier-muted); }
  `,
  ];
  static override properties = {
    workspaceId: {},
    recurrence: { attribute: false },
    timeZone: {},
    next: { state: true },
    shown: { state: true },
    refusal: { state: true },
  };
  declare workspaceId: string;
  declare recurrence: Recurrence | null;
  declare timeZone: string;
  declare next: readonly string[] | null;
  /** What `next` was worked out for. */
  declare shown: { readonly recurrence: Recurrence; readonly timeZone: string } | null;
  declare refusal: Refusal | null;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.workspaceId = '';
    this.recurrence = null;
    this.timeZone = 'UTC';
    this.next = null;
    this.shown = null;
    this.refusal = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('recurrence') && !changed.has('timeZone') && !changed.has('workspaceId')) return;
    clearTimeout(this.#timer);
    const { recurrence, timeZone } = this;
    if (recurrence && this.workspaceId !== '')
      this.#timer = setTimeout(() => void this.#ask({ recurrence, timeZone }), this.next === null ? 0 : patience);
  }

  async #ask(body: { recurrence: Recurrence; timeZone: string }): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const { next } = await this.host.send<{ next: readonly string[] }>(
        'POST',
        `${schedulesUrl(this.workspaceId)}/preview`,
        body,
      );
      if (turn !== this.#turn) return;
      this.next = next;
      this.shown = body;
      this.refusal = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.next = [];
      this.refusal = refusalOf(error);
    }
    this.dispatchEvent(new CustomEvent('dossier-refused', { detail: this.refusal }));
  }

  #date(iso: string, { recurrence, timeZone }: { recurrence: Recurrence; timeZone: string }) {
    const own = readerSettings().timeZone;
    const change = clockChange(iso, recurrence, timeZone);
    const elsewhere = wallTime(new Date(iso), own) !== wallTime(new Date(iso), timeZone);
    return html`
      <li><span class="line"><time datetime=${iso}>${dayIn(iso, timeZone)}</time><span
        class="number">${timeIn(iso, timeZone)}</span></span><span class="small muted">${fromNow(iso)}${
          elsewhere
            ? `, ${dayIn(iso, own) === dayIn(iso, timeZone) ? timeIn(iso, own) : momentIn(iso, own)} where you are`
            : ''
        }</span>
        ${
          change === undefined
            ? nothing
            : html`<span
          class="change small">${icon('info', 15)}<span>${change}</span></span>`
        }</li>`;
  }

  override render() {
    const { next, shown, refusal, recurrence } = this;
    const old = shown !== null && (shown.recurrence !== recurrence || shown.timeZone !== this.timeZone);
    return html`
      <h2>The next five dates</h2>
      ${
        recurrence
          ? html`<p
        class="muted small">${recurrenceInWords(recurrence)}, ${this.timeZone.replaceAll('_', ' ')} time</p>`
          : nothing
      }
      <div role="status">${
        refusal !== null
          ? html`<p class="muted small">${
              refusal.faults.length > 0
                ? 'They are shown when the field that needs another look is right.'
                : refusal.text
            }</p>`
          : next === null || shown === null
            ? html`<p class="muted small">Working them out…</p>`
            : next.length === 0
              ? html`<p class="muted small">It never runs. Choose another day.</p>`
              : html`<ol class=${old ? 'old' : ''}>${next.map((iso) => this.#date(iso, shown))}</ol>`
      }</div>`;
  }
}
define('dossier-next-dates', NextDates);
