import { define, DossierElement } from '@dossier/sdk/web';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, failure, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { differenceList, differenceStyles } from '../differences.ts';
import type { Difference } from '../differences.ts';
import { textOf } from '../form-tab/properties.element.ts';
import type { TemplateReply } from '../draft.controller.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { templateUrl } from '../routes.ts';
import './moving.element.ts';

interface Publication {
  readonly version: number;
  readonly publishedAt: string;
  readonly by: { readonly name?: string | null } | null;
  readonly note: string;
}
interface Shown {
  readonly list: readonly Publication[];
  /** By version, the undecided applications that the reader may read. */
  readonly running: ReadonlyMap<number, number>;
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
    .rows div { display: grid; overflow-wrap: anywhere; }
    section.card { display: grid; gap: 0.75rem; padding: 1rem; margin-top: 1rem; }
    .pair { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
  `,
  ];
  static override properties = {
    templateId: {},
    template: { attribute: false },
    from: { state: true },
    to: { state: true },
    differences: { state: true },
    unread: { state: true },
    moving: { state: true },
  };
  declare templateId: string;
  /** As it is stored: what is published or restored meanwhile is shown. */
  declare template: TemplateReply | null;
  declare from: string;
  declare to: string;
  declare differences: readonly Difference[] | null;
  /** Why they could not be read. */
  declare unread: unknown;
  declare moving: boolean;
  #newest: number | undefined;
  #turn = 0;
  readonly #shown = new Loading<Shown>(this, async () => {
    const [list, running] = await Promise.all([
      this.host.send<readonly Publication[]>('GET', templateUrl(this.templateId, 'versions')),
      this.host
        .send<readonly { version: number; count: number }[]>('GET', templateUrl(this.templateId, 'running'))
        .catch(() => []),
    ]);
    const newest = list[0]?.version;
    if (newest !== undefined && this.#newest !== newest) void this.#compare(String(newest), 'draft');
    else if (newest !== undefined) void this.#compare(this.from, this.to);
    this.#newest = newest;
    return { list, running: new Map(running.map(({ version, count }) => [version, count])) };
  });

  constructor() {
    super();
    this.templateId = '';
    this.template = null;
    this.from = '';
    this.to = 'draft';
    this.differences = null;
    this.unread = null;
    this.moving = false;
    new KeepFocus(this, () => this.renderRoot.querySelector('dossier-template-moving'));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('template')) void this.#shown.again();
  }

  async #compare(from: string, to: string): Promise<void> {
    const turn = (this.#turn += 1);
    this.from = from;
    this.to = to;
    this.unread = null;
    const query = new URLSearchParams({ from, to }).toString();
    const url = `${templateUrl(this.templateId, 'differences')}?${query}`;
    const found = await this.host.send<readonly Difference[]>('GET', url).catch((error: unknown) => {
      if (turn === this.#turn) this.unread = error;
      return null;
    });
    if (turn === this.#turn) this.differences = found;
  }

  #choice(o: {
    id: string;
    label: string;
    value: string;
    list: readonly Publication[];
    set: (value: string) => void;
  }): TemplateResult {
    const options = ['draft', ...o.list.map(({ version }) => String(version))];
    return html`<div class="field"><label for=${o.id}>${o.label}</label><select id=${o.id} class="input"
      @change=${(event: Event) => o.set(textOf(event))}>${options.map((one) => {
        const title = one === 'draft' ? 'The draft' : `Version ${one}`;
        return html`<option value=${one} ?selected=${one === o.value}>${title}</option>`;
      })}</select></div>`;
  }

  #row({ version, publishedAt, by, note }: Publication, running: Shown['running']): TemplateResult {
    const count = running.get(version) ?? 0;
    const time = html`<time datetime=${publishedAt} title=${fullTime(publishedAt)}>${ago(publishedAt)}</time>`;
    return html`<li><div><b>Version ${version}</b><span class="muted small">${time}${by?.name ? ` by ${by.name}` : ''}${
      count === 0 ? '' : ` · ${counted(count, 'application', 'applications')} under way`
    }</span>${note === '' ? nothing : html`<span>${note}</span>`}</div>
      <button type="button" class="button small" @click=${() =>
        this.dispatchEvent(new CustomEvent('dossier-restore', { detail: version }))}>Make version ${version} the draft
        again …</button></li>`;
  }

  /** Applications keep their version until somebody moves them. */
  #older(newest: number, running: Shown['running']): TemplateResult | typeof nothing {
    const older = [...running].reduce((sum, [version, count]) => (version < newest ? sum + count : sum), 0);
    if (older === 0 && !this.moving) return nothing;
    return html`<section class="card" aria-labelledby="older"><h2 id="older">Applications under way</h2>
      <p class="muted">${
        older === 0
          ? 'All of them go on with the newest version.'
          : `${counted(older, 'application goes', 'applications go')} on with an older version until you say otherwise.`
      }</p>
      ${
        this.moving
          ? keyed(
              newest,
              html`<dossier-template-moving .templateId=${this.templateId} .version=${newest}
              @dossier-moved=${() => void this.#shown.again()}></dossier-template-moving>`,
            )
          : html`<div><button type="button" class="button" @click=${() => {
              this.moving = true;
            }}>Choose which to move to version ${newest} …</button></div>`
      }</section>`;
  }

  #parts({ list, running }: Shown): TemplateResult {
    const newest = list[0];
    if (!newest)
      return empty({
        icon: 'clock',
        title: 'Nothing is published yet',
        text: 'Each publication stands here, with what it changed. It never changes afterwards.',
      });
    const pair = (id: 'from' | 'to', label: string): TemplateResult =>
      this.#choice({
        id,
        label,
        list,
        value: this[id],
        set: (value) => void this.#compare(id === 'from' ? value : this.from, id === 'to' ? value : this.to),
      });
    return html`<ul class="rows card">${list.map((one) => this.#row(one, running))}</ul>
      ${this.#older(newest.version, running)}
      <section class="card" aria-labelledby="compare"><h2 id="compare">What is different</h2>
        <div class="pair">${pair('from', 'From')}${pair('to', 'To')}</div>
        ${
          this.unread === null
            ? html`<div role="status">${this.differences ? differenceList(this.differences) : nothing}</div>`
            : failure(this.unread, () => void this.#compare(this.from, this.to))
        }</section>`;
  }

  override render(): TemplateResult {
    return html`<h2 class="visually-hidden">History</h2>${this.#shown.show((shown) => this.#parts(shown), {
      label: 'Loading the history',
    })}`;
  }
}
define('dossier-template-history', HistoryTab);
