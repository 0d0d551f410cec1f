import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { isOn, noDraft } from './draft.ts';
import type { Base, Draft } from './draft.ts';
import type { MatrixFeature } from './matrix.types.ts';

export interface FeatureChange {
  readonly feature: string;
  readonly on: boolean;
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

/** The features of a workspace as switches, with what each does and needs. Fires `dossier-feature`. */
class AccessFeatures extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; }
    ul { overflow: clip; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); }
    li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 1rem; align-content: start;
      padding: 0.875rem 1.125rem; margin-bottom: -1px; border-block: 1px solid var(--dossier-border);
      border-block-start-color: transparent; position: relative; }
    li.mine { background: var(--dossier-accent-soft); box-shadow: inset 3px 0 var(--dossier-accent); }
    label { font-weight: 600; cursor: pointer; }
    /* The whole card is the label's. */
    label::after { content: ""; position: absolute; inset: 0; }
    input { appearance: none; grid-row: span 2; align-self: start; position: relative; width: 2.5rem; height: 1.5rem;
      margin: 0; border-radius: 1rem; border: 1px solid var(--dossier-control-border);
      background: var(--dossier-neutral-soft); cursor: pointer; transition: background 120ms; }
    input::before { content: ""; position: absolute; inset-block-start: 0.1875rem; inset-inline-start: 0.1875rem;
      width: 1rem; height: 1rem; border-radius: 50%; background: var(--dossier-control-border);
      transition: translate 120ms; }
    input:checked { background: var(--dossier-accent); border-color: transparent; }
    input:checked::before { background: var(--dossier-on-accent); translate: 1rem 0; }
    .about { display: grid; gap: 0.25rem; grid-column: 1; }
    .needs { color: var(--dossier-warning-text); }
    @media (forced-colors: active) { input { appearance: auto; } input::before { content: none; } }
  `,
  ];
  static override properties = {
    base: { attribute: false },
    draft: { attribute: false },
    theirs: { attribute: false },
  };
  declare base: Base | null;
  declare draft: Draft;
  declare theirs: ReadonlySet<string>;

  constructor() {
    super();
    this.base = null;
    this.draft = noDraft;
    this.theirs = new Set();
  }

  #switch(event: Event, feature: string): void {
    if (event.target instanceof HTMLInputElement)
      this.dispatchEvent(
        new CustomEvent<FeatureChange>('dossier-feature', { detail: { feature, on: event.target.checked } }),
      );
  }

  /** What the feature needs, told as a warning while it is missing. */
  #needs(base: Base, feature: MatrixFeature): TemplateResult | typeof nothing {
    const { features } = base.matrix;
    const titled = (id: string): string => features.find((one) => one.id === id)?.title ?? id;
    const missing = feature.requires.filter((id) => !isOn(base, this.draft, id));
    if (missing.length > 0 && isOn(base, this.draft, feature.id))
      return html`<span
        class="needs">Has no effect while ${listed(missing.map(titled))} ${missing.length === 1 ? 'is' : 'are'} off.</span>`;
    return feature.requires.length > 0 ? html`<span>Needs ${listed(feature.requires.map(titled))}.</span>` : nothing;
  }

  #feature(base: Base, feature: MatrixFeature, at: number): TemplateResult {
    const permissions = base.matrix.permissions.filter((one) => one.feature === feature.id).length;
    const { changed } = feature;
    return html`
      <li class=${this.draft.features.has(feature.id) ? 'mine' : ''}>
        <label for="f${at}">${feature.title}</label>
        <input id="f${at}" type="checkbox" role="switch" aria-describedby="d${at}"
          .checked=${isOn(base, this.draft, feature.id)} @change=${(event: Event) => this.#switch(event, feature.id)}>
        <p id="d${at}" class="about muted small">
          ${feature.description ? html`<span>${feature.description}</span>` : nothing}
          ${permissions > 0 ? html`<span>Brings ${counted(permissions, 'permission', 'permissions')}.</span>` : nothing}
          ${this.#needs(base, feature)}
          ${
            this.theirs.has(feature.id)
              ? html`<span
            class="needs">Switched by somebody else meanwhile.</span>`
              : nothing
          }
          ${
            changed
              ? html`<span>${feature.on ? 'On' : 'Off'} since <time datetime=${changed.at}
            title=${fullTime(changed.at)}>${ago(changed.at)}</time>, by ${changed.by.name}</span>`
              : nothing
          }
        </p>
      </li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { base } = this;
    return base
      ? html`<ul class="card">${base.matrix.features.map((feature, at) => this.#feature(base, feature, at))}</ul>`
      : nothing;
  }
}
define('dossier-access-features', AccessFeatures);
