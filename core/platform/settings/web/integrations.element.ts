import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import './integration.element.ts';
import { isStandard, stateChip } from './types.ts';
import type { Integration } from './types.ts';

/** The plugins that can be set up for the organization, as cards; the address names the one that is open. */
class IntegrationSettings extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    css`
    :host { display: grid; gap: 1.25rem; max-width: 58.25rem; align-content: start; }
    :host([rest=""]) { max-width: 52rem; }
    .lead { display: grid; gap: 0.375rem; }
    .list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 0.875rem; }
    .item { position: relative; display: grid; grid-template-rows: auto 1fr auto; gap: 0.5rem; padding: 1.125rem;
      transition: border-color 120ms, box-shadow 120ms; }
    .item:hover { border-color: var(--dossier-accent); box-shadow: var(--dossier-shadow-l); }
    .item h2 { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center;
      justify-content: space-between; }
    .item a { color: var(--dossier-text); text-decoration: none; overflow-wrap: anywhere; }
    .item a::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
  `,
  ];
  static override properties = {
    base: {},
    rest: { reflect: true },
    search: {},
    all: { state: true },
    error: { state: true },
  };
  declare base: string;
  declare rest: string;
  declare search: string;
  declare all: readonly Integration[] | null;
  declare error: unknown;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.all = null;
    this.error = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // Back from one of them it may stand otherwise.
    if (changed.has('rest') && this.rest === '') void this.#load();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.rest === '' && this.hasUpdated) void this.#load();
  }

  async #load(): Promise<void> {
    this.error = null;
    try {
      this.all = await this.host.send<readonly Integration[]>('GET', '/api/v1/integrations');
    } catch (error) {
      this.error = error;
    }
  }

  #card(one: Integration): TemplateResult {
    return html`
      <li class="item card">
        <h2><a href="${this.base}/${one.plugin}">${one.title}</a>${stateChip(one)}</h2>
        <p class="muted">${one.description}</p>
        ${
          one.changedAt
            ? html`<p class="muted small">Changed <time datetime=${one.changedAt}
              title=${fullTime(one.changedAt)}>${ago(one.changedAt)}</time>${one.by ? ` by ${one.by.name}` : nothing}</p>`
            : html`<p class="muted small">${icon('gear', 14)} ${
                isStandard(one) ? 'Works as it is. Open it to change it' : 'Open it to set it up'
              }</p>`
        }
      </li>`;
  }

  #body(): TemplateResult {
    if (this.error) return failure(this.error, () => void this.#load());
    if (!this.all) return skeleton(6, 'Loading the integrations');
    if (this.all.length === 0)
      return html`<div class="card">${empty({
        icon: 'box',
        title: 'Nothing to set up',
        text: 'The plugins of this installation need no settings of yours. When one is added that does, it appears here by itself.',
      })}</div>`;
    return html`<ul class="list">${this.all.map((one) => this.#card(one))}</ul>`;
  }

  override render(): TemplateResult {
    const plugin = this.rest.split('/')[0] ?? '';
    if (plugin !== '')
      return html`<dossier-integration .base=${this.base} .plugin=${decodeURIComponent(plugin)}></dossier-integration>`;
    return html`<div class="lead"><h1>Integrations</h1><p
      class="muted">Services outside with which ${
        this.session?.organization?.name ?? 'the organization'
      } works, and what its parts go by. What is set up here counts for this organization alone.</p></div>${this.#body()}`;
  }
}
define('dossier-settings-integrations', IntegrationSettings);
