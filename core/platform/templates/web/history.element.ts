import { define, DossierElement } from '@dossier/sdk/web';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { differenceList, differenceStyles } from './differences.ts';
import type { Difference } from './differences.ts';
import { textOf } from './form-tab/properties.element.ts';
import { templateUrl } from './routes.ts';

interface Publication {
  readonly version: number;
  readonly publishedAt: string;
  readonly by: { readonly name?: string | null } | null;
  readonly note: string;
}

/** The versions: what is different between any two. Fires `dossier-restore` (detail: one to be the draft again). */
class HistoryTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    differenceStyles,
    css`
    :host { display: grid; gap: 1rem; max-width: 52rem; margin-inline: auto; padding: 1rem 0 3rem; }
    .rows > li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between;
      padding: 0.75rem 1rem; }
    .rows > li + li { border-top: 1px solid var(--dossier-border); }
    .rows div { display: grid; }
    .compare { display: grid; gap: 0.75rem; padding: 1rem; }
    .pair { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
  `,
  ];
  static override properties = {
    templateId: {},
    from: { state: true },
    to: { state: true },
    differences: { state: true },
  };
  declare templateId: string;
  declare from: string;
  declare to: string;
  declare differences: readonly Difference[] | null;
  readonly #list = new Loading<readonly Publication[]>(this, async () => {
    const list = await this.host.send<readonly Publication[]>('GET', templateUrl(this.templateId, 'versions'));
    if (list[0]) void this.#compare(String(list[0].version), 'draft');
    return list;
  });

  constructor() {
    super();
    this.templateId = '';
    this.from = '';
    this.to = 'draft';
    this.differences = null;
  }

  async #compare(from: string, to: string): Promise<void> {
    this.from = from;
    this.to = to;
    this.differences = null;
    const query = new URLSearchParams({ from, to }).toString();
    const found = await this.host
      .send<readonly Difference[]>('GET', `${templateUrl(this.templateId, 'differences')}?${query}`)
      .catch(() => []);
    if (from === this.from && to === this.to) this.differences = found;
  }

  #choice(
    id: string,
    label: string,
    value: string,
    list: readonly Publication[],
    set: (value: string) => void,
  ): TemplateResult {
    const options = ['draft', ...list.map(({ version }) => String(version))];
    return html`<div class="field"><label for=${id}>${label}</label><select id=${id} class="input" @change=${(event: Event) => set(textOf(event))}>${options.map(
      (one) =>
        html`<option value=${one} ?selected=${one === value}>${one === 'draft' ? 'The draft' : `Version ${one}`}</option>`,
    )}</select></div>`;
  }

  #shown(list: readonly Publication[]): TemplateResult {
    if (list.length === 0)
      return empty({
        icon: 'clock',
        title: 'Nothing is published yet',
        text: 'Each publication stands here, with what it changed. It never changes afterwards.',
      });
    return html`<ul class="rows card">${list.map(
      (
        one,
      ) => html`<li><div><b>Version ${one.version}</b><span class="muted small"><time datetime=${one.publishedAt} title=${fullTime(one.publishedAt)}>${ago(one.publishedAt)}</time>${
        one.by?.name ? ` by ${one.by.name}` : ''
      }</span>${one.note === '' ? nothing : html`<span>${one.note}</span>`}</div>
        <button type="button" class="button small" @click=${() => this.dispatchEvent(new CustomEvent('dossier-restore', { detail: one.version }))}>Make version ${one.version} the draft again …</button></li>`,
    )}</ul>
    <section class="card compare" aria-labelledby="compare"><h2 id="compare">What is different</h2>
      <div class="pair">${this.#choice('from', 'From', this.from, list, (from) => void this.#compare(from, this.to))}${this.#choice('to', 'To', this.to, list, (to) => void this.#compare(this.from, to))}</div>
      <div role="status">${this.differences ? differenceList(this.differences) : nothing}</div></section>`;
  }

  override render(): TemplateResult {
    return html`<h2 class="visually-hidden">History</h2>${this.#list.show((list) => this.#shown(list), { label: 'Loading the history' })}`;
  }
}
define('dossier-template-history', HistoryTab);
