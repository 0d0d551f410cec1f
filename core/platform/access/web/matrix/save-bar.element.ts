import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Effect, Matrix } from './matrix.types.ts';

/**
 * What is not saved yet: how much, for whom it matters, and why it was refused. Fires `dossier-save` and
 * `dossier-discard`.
 */
class AccessSaveBar extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { position: sticky; inset-block-end: 0; z-index: 3; display: block; }
    .bar { padding: 0.75rem 1rem; border-color: var(--dossier-accent); background: var(--dossier-raised);
      box-shadow: var(--dossier-shadow-l); animation: rise 160ms ease-out; }
    .line { display: flex; align-items: center; gap: 0.5rem 1rem; flex-wrap: wrap; }
    .words { flex: 1 1 14rem; min-width: 0; }
    .words strong { font-weight: 620; }
    .actions { display: flex; gap: 0.625rem; }
    .note { display: flex; margin-bottom: 0.5rem; gap: 0.5rem; align-items: start; color: var(--dossier-warning-text); }
    .note svg { flex: none; margin-top: 0.125rem; }
    .note.refused { color: var(--dossier-danger-text); }
    summary { margin-top: 0.5rem; cursor: pointer; color: var(--dossier-link); font-size: var(--dossier-size-s);
      font-weight: 550; width: fit-content; border-radius: 0.25rem; }
    .people { display: grid; gap: 0.375rem; max-height: 30dvh; overflow: auto; padding-block: 0.5rem 0.125rem;
      font-size: var(--dossier-size-s); }
    .loses { color: var(--dossier-danger-text); font-weight: 600; }
    .gains { color: var(--dossier-success-text); font-weight: 600; }
    @keyframes rise { from { opacity: 0; translate: 0 0.75rem; } }
    @media (max-width: 47.99em) { .actions { flex: 1 1 100%; } .actions .button { flex: 1; } }
  `,
  ];
  static override properties = {
    count: { attribute: false },
    effect: { attribute: false },
    matrix: { attribute: false },
    refused: { attribute: false },
    theirs: { attribute: false },
    saving: { attribute: false },
  };
  declare count: number;
  declare effect: Effect | null;
  declare matrix: Matrix | null;
  declare refused: unknown;
  /** How much somebody else has changed meanwhile. */
  declare theirs: number;
  declare saving: boolean;

  constructor() {
    super();
    this.count = 0;
    this.effect = null;
    this.matrix = null;
    this.refused = null;
    this.theirs = 0;
    this.saving = false;
  }

  #fire(name: 'dossier-save' | 'dossier-discard'): void {
    this.dispatchEvent(new Event(name));
  }

  #effect(effect: Effect | null): TemplateResult {
    if (!effect) return html`<span class="muted">Working out whom it concerns …</span>`;
    const { losing, gaining } = effect;
    if (losing.length + gaining.length === 0) return html`<span class="muted">Nobody’s access changes now.</span>`;
    return html`
      ${
        losing.length > 0
          ? html`<span
        class="loses">${counted(losing.length, 'person loses', 'people lose')} access now.</span>`
          : nothing
      }
      ${
        gaining.length > 0
          ? html`<span
        class="gains">${counted(gaining.length, 'person gains', 'people gain')} access.</span>`
          : nothing
      }`;
  }

  #names({ losing, gaining }: Effect): TemplateResult {
    const titles = new Map(
      [...(this.matrix?.permissions ?? []), ...(this.matrix?.features ?? [])].map((one) => [one.id, one.title]),
    );
    // A feature takes its permissions along, so that it says all.
    const what = (one: Effect['losing'][number]): string => {
      const features = new Set(one.features);
      const rest = one.permissions.filter(
        (id) => !features.has(this.matrix?.permissions.find((permission) => permission.id === id)?.feature ?? ''),
      );
      return [...one.features, ...rest].map((id) => titles.get(id) ?? id).join(', ');
    };
    const line =
      (kind: 'loses' | 'gains') =>
      (one: Effect['losing'][number]): TemplateResult =>
        html`<li><strong>${one.name}</strong> <span class=${kind}>${kind}</span> ${what(one)}</li>`;
    return html`<details><summary>Show who</summary><ul
      class="people">${losing.map(line('loses'))}${gaining.map(line('gains'))}</ul></details>`;
  }

  #refusal(): TemplateResult {
    const { refused } = this;
    const faults = refused instanceof ProblemError ? refused.errors.map((one) => one.detail) : [];
    const text =
      faults.length > 0
        ? faults.join(' ')
        : refused instanceof Error
          ? refused.message
          : 'That did not work. Please try again.';
    return html`<p class="note refused">${icon('warning')}<span>${text}</span></p>`;
  }

  #note(): TemplateResult | typeof nothing {
    if (this.refused) return this.#refusal();
    return this.theirs > 0 && this.count > 0
      ? html`<p
        class="note">${icon('info')}<span>Somebody else saved here meanwhile. Your changes are kept and marked; what the other one changed has a dot. Look at both before you save.</span></p>`
      : nothing;
  }

  override render(): TemplateResult | typeof nothing {
    const { effect } = this;
    const shown = this.count > 0 || Boolean(this.refused);
    // The live regions are there before they say something.
    return html`
      <section class=${shown ? 'bar card' : ''} aria-label=${shown ? 'Unsaved changes' : nothing}>
        <div role="alert">${this.#note()}</div>
        <div class="line">
          <p class="words" role="status">${
            this.count > 0
              ? html`<strong>${counted(this.count, 'change', 'changes')} not saved.</strong> ${
                  this.refused ? nothing : this.#effect(effect)
                }`
              : nothing
          }</p>
          ${
            this.count > 0
              ? html`
            <div class="actions">
              <button class="button" ?disabled=${this.saving}
                @click=${() => this.#fire('dossier-discard')}>Discard</button>
              <button class="button primary" ?disabled=${this.saving}
                @click=${() => this.#fire('dossier-save')}>${this.saving ? 'Saving …' : 'Save'}</button>
            </div>`
              : nothing
          }
        </div>
        ${this.count > 0 && effect && effect.losing.length + effect.gaining.length > 0 ? this.#names(effect) : nothing}
      </section>`;
  }
}
define('dossier-access-save-bar', AccessSaveBar);
