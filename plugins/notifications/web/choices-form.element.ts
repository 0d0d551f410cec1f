import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { choicesTable, choicesTableStyles } from './choices-table.ts';
import { changesOf, missing } from './choices.ts';
import type { Choices } from '../contract.ts';
import type { Edited, KindChoice } from './choices.ts';

/** What is proposed to who has had no quiet hours yet. */
const night = { from: '20:00', to: '07:00' } as const;

/** Chooses what reaches one, and when: changed here, and sent at once by its button. */
class ChoicesForm extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    formStyles,
    sectionStyles,
    choicesTableStyles,
    css`
    form { display: grid; gap: 1.25rem; }
    .times { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; }
    .time { align-content: start; }
    .time .input { width: 8rem; }
  `,
  ];
  static override properties = {
    stored: { attribute: false },
    edited: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare stored: Choices;
  declare edited: Edited;
  declare busy: boolean;
  declare refusal: Refusal | null;
  /** Of the kinds as they were sent, for what is said about one of them. */
  #sent: readonly string[] = [];

  constructor() {
    super();
    this.busy = false;
    this.refusal = null;
    new UnsavedGuard(this, () => this.#changes !== null);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('stored'))
      this.edited = { kinds: new Map(), quiet: this.stored.quiet, dailyAt: this.stored.dailyAt };
  }

  get #changes(): Readonly<Record<string, unknown>> | null {
    return changesOf(this.stored, this.edited);
  }

  #kinds(): readonly KindChoice[] {
    return this.stored.kinds.map((one) => ({ ...one, ...this.edited.kinds.get(one.kind) }));
  }

  #choose(kind: KindChoice, to: Partial<Pick<KindChoice, 'page' | 'mail'>>): void {
    const { page, mail } = { ...kind, ...to };
    this.edited = { ...this.edited, kinds: new Map([...this.edited.kinds, [kind.kind, { page, mail }]]) };
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const changes = this.#changes;
    if (this.busy || changes === null) return;
    const sent = this.edited;
    const faults = missing(sent);
    if (faults.length > 0) return this.#refuse({ faults, text: '' });
    this.busy = true;
    this.refusal = null;
    this.#sent = this.stored.kinds
      .map(({ kind }) => kind)
      .filter((kind) => Array.isArray(changes['kinds']) && changes['kinds'].some((one) => one.kind === kind));
    try {
      await this.host.send('PUT', '/api/v1/notifications/choices', changes);
      this.stored = {
        ...this.stored,
        quiet: sent.quiet,
        dailyAt: sent.dailyAt,
        kinds: this.stored.kinds.map((one) => ({ ...one, ...sent.kinds.get(one.kind) })),
      };
      this.host.notify({ kind: 'success', text: 'Saved what reaches you.' });
    } catch (error) {
      await this.#refuse(refusalOf(error));
    }
    this.busy = false;
  }

  /** What was chosen stays, and the first thing that is wrong gets the focus. */
  async #refuse(refusal: Refusal): Promise<void> {
    this.refusal = refusal;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** A time of day with what is wrong about it. */
  #time(o: {
    id: string;
    label: string;
    pointer: string;
    value: string;
    set: (value: string) => void;
  }): TemplateResult {
    const fault = faultAt(this.refusal?.faults ?? [], o.pointer);
    return html`<div class="field time"><label for=${o.id}>${o.label}</label><input class="input" id=${o.id} type="time"
      .value=${o.value} aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby="${o.id}-fault"
      @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) o.set(event.target.value);
      }}><div id="${o.id}-fault">${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div></div>`;
  }

  #hours(): TemplateResult {
    const { quiet } = this.edited;
    const set = (to: Partial<Edited>): void => {
      this.edited = { ...this.edited, ...to };
    };
    return html`
      <section class="card panel" aria-labelledby="hours">
        <h2 id="hours">When e-mail comes</h2>
        <label class="option"><input type="checkbox" .checked=${quiet !== null} @change=${() =>
          set({ quiet: quiet === null ? (this.stored.quiet ?? night) : null })}><span>Quiet hours<br><span
            class="muted small">No e-mail then; what waits comes when they end. The bell counts all the same.</span></span></label>
        ${
          quiet === null
            ? nothing
            : html`<div class="times">${this.#time({
                id: 'quiet-from',
                label: 'Quiet from',
                pointer: '/quiet/from',
                value: quiet.from,
                set: (from) => set({ quiet: { ...quiet, from } }),
              })}${this.#time({
                id: 'quiet-to',
                label: 'Quiet until',
                pointer: '/quiet/to',
                value: quiet.to,
                set: (to) => set({ quiet: { ...quiet, to } }),
              })}</div>`
        }
        ${this.#time({
          id: 'daily',
          label: 'The daily mail comes at',
          pointer: '/dailyAt',
          value: this.edited.dailyAt,
          set: (dailyAt) => set({ dailyAt }),
        })}
        <p class="muted small">Times are those of ${this.stored.timeZone.replaceAll('_', ' ')}. <a
          href=${profileAddress()}>Change your time zone</a></p>
      </section>`;
  }

  override render(): TemplateResult {
    const faultOf = (kind: string): string | undefined => {
      const n = this.#sent.indexOf(kind);
      return n < 0 ? undefined : faultAt(this.refusal?.faults ?? [], `/kinds/${n}`);
    };
    return html`
      <form novalidate @submit=${(event: Event) => void this.#submit(event)}>
        ${refusalSummary(this.refusal, [
          '/quiet/from',
          '/quiet/to',
          '/dailyAt',
          ...this.#sent.map((_, n) => `/kinds/${n}`),
        ])}
        ${choicesTable(this.#kinds(), { choose: (kind, to) => this.#choose(kind, to), faultOf })}
        ${this.#hours()}
        <div class="form-actions"><button class="button primary" ?disabled=${
          this.busy || this.#changes === null
        }>${this.busy ? 'Saving…' : 'Save what reaches you'}</button></div>
      </form>`;
  }
}
define('dossier-notice-choices', ChoicesForm);
