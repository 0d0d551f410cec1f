import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { counted, words } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { differenceStyles } from '../differences.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { templateUrl } from '../routes.ts';
import { most, olderApplications } from './applications.ts';
import type { Application } from './applications.ts';
import { movingStyles } from './moving.styles.ts';

interface Preview {
  readonly applicationId: string;
  readonly number: string;
  readonly changes: readonly { readonly kind: 'added' | 'changed' | 'removed'; readonly text: string }[];
  readonly faults: readonly { readonly detail: string }[];
  readonly from: string;
  readonly to: string | null;
}
interface Moved {
  readonly applicationId: string;
  readonly moved: boolean;
  readonly problem: { readonly detail: string } | null;
}

const signs = { added: 'plus', changed: 'pencil', removed: 'dash' } as const;

/**
 * Applications under way on older versions: some are chosen, what would change in each is shown, then they are moved.
 * Fires `dossier-moved`.
 */
class MovingApplications extends DossierElement {
  static override styles = [DossierElement.styles, formStyles, differenceStyles, movingStyles];
  static override properties = {
    templateId: {},
    version: { type: Number },
    chosen: { state: true },
    preview: { state: true },
    moved: { state: true },
    busy: { state: true },
    refused: { state: true },
  };
  declare templateId: string;
  /** The newest one, to which they are moved. */
  declare version: number;
  declare chosen: ReadonlySet<string>;
  declare preview: readonly Preview[] | null;
  declare moved: readonly Moved[] | null;
  declare busy: boolean;
  declare refused: string;
  #key = '';
  readonly #list = new Loading<readonly Application[]>(this, () =>
    olderApplications(this.host, this.templateId, this.version),
  );

  constructor() {
    super();
    this.templateId = '';
    this.version = 0;
    this.chosen = new Set();
    this.preview = null;
    this.moved = null;
    this.busy = false;
    this.refused = '';
    new KeepFocus(this, () => this.renderRoot.querySelector('h3'));
  }

  /** To its heading, from where what follows is reached. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('h3')?.focus());
  }

  async #work(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = '';
    try {
      await work();
    } catch (error) {
      this.refused = refusalOf(error).text;
    }
    this.busy = false;
    this.focus();
  }

  #send<Reply>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const body = { applicationIds: [...this.chosen], version: this.version };
    return this.host.send<Reply>('POST', templateUrl(this.templateId, path), body, { headers });
  }

  readonly #look = (): void =>
    void this.#work(async () => {
      this.#key = newKey();
      this.preview = await this.#send<readonly Preview[]>('moves/preview');
    });

  readonly #move = (): void =>
    void this.#work(async () => {
      this.moved = await this.#send<readonly Moved[]>('moves', { 'idempotency-key': this.#key });
      this.preview = null;
      this.chosen = new Set();
      this.dispatchEvent(new Event('dossier-moved'));
      await this.#list.again();
    });

  #choose(id: string, on: boolean): void {
    const chosen = new Set(this.chosen);
    if (on) chosen.add(id);
    else chosen.delete(id);
    this.chosen = chosen;
    // Others are another request.
    this.#key = newKey();
  }

  #box(id: string, label: string): TemplateResult {
    return html`<input type="checkbox" aria-label=${label} .checked=${this.chosen.has(id)} @change=${(event: Event) =>
      this.#choose(id, event.target instanceof HTMLInputElement && event.target.checked)}>`;
  }

  #rows(list: readonly Application[]): TemplateResult {
    if (list.length === 0)
      return html`<p class="muted">Nothing that you may read is under way on an older version.</p>`;
    const all = list.every(({ id }) => this.chosen.has(id));
    return html`<table class="stacked"><thead><tr>
        <th scope="col"><label class="option"><input type="checkbox" .checked=${all} @change=${() => {
          this.chosen = new Set(all ? [] : list.map(({ id }) => id));
        }}><span class="visually-hidden">All of them</span></label></th>
        <th scope="col">Application</th><th scope="col">Version</th><th scope="col">Status</th></tr></thead>
      <tbody>${list.map(
        ({ id, number, applicantName, templateVersion, status }) => html`<tr>
          <td>${this.#box(id, `${number}, ${applicantName}`)}</td>
          <th scope="row">${applicantName} <span class="muted">${number}</span></th>
          <td>${templateVersion}</td><td>${words(status)}</td></tr>`,
      )}</tbody></table>
      ${list.length === most ? html`<p class="hint">These are the oldest ${most}; others come next.</p>` : nothing}
      <div><button type="button" class="button primary" ?disabled=${this.busy || this.chosen.size === 0}
        @click=${this.#look}>See what would change in ${counted(this.chosen.size, 'application', 'applications')}
        </button></div>`;
  }

  #one({ applicationId, number, changes, faults, from, to }: Preview): TemplateResult {
    const box = this.#box(applicationId, `Move ${number}`);
    return html`<li class="one"><label class="option">${box}<span><b>${number}</b>
        <span class="muted">${words(from)} → ${to === null ? 'known when its steps have run' : words(to)}</span></span>
      </label>
      <ul class="diff">${changes.map(
        ({ kind, text }) => html`<li class=${kind}>${icon(signs[kind], 15)}<span>${text}</span></li>`,
      )}${faults.map(({ detail }) => html`<li class="fault">${icon('warning', 15)}<span>${detail}</span></li>`)}${
        changes.length + faults.length === 0
          ? html`<li>${icon('check', 15)}<span>Nothing changes.</span></li>`
          : nothing
      }</ul></li>`;
  }

  #shown(preview: readonly Preview[]): TemplateResult {
    return html`<ul class="all">${preview.map((one) => this.#one(one))}</ul>
      <div class="ways"><button type="button" class="button" @click=${() => {
        this.preview = null;
      }}>Choose others</button>
      <button type="button" class="button primary" ?disabled=${this.busy || this.chosen.size === 0}
        @click=${this.#move}>Move ${counted(this.chosen.size, 'application', 'applications')} to version ${
          this.version
        }</button></div>`;
  }

  #said(moved: readonly Moved[]): TemplateResult {
    const done = moved.filter((one) => one.moved).length;
    return html`<div role="status"><p>${counted(done, 'application goes', 'applications go')} on with version ${
      this.version
    }.</p>${moved.flatMap(({ problem }) => (problem ? [html`<p class="fault">${problem.detail}</p>`] : []))}</div>`;
  }

  override render(): TemplateResult {
    const { preview, moved } = this;
    return html`<h3 tabindex="-1">${
      preview ? `What version ${this.version} would change` : `Move to version ${this.version}`
    }</h3>
      ${this.refused === '' ? nothing : html`<p class="fault" role="alert">${this.refused}</p>`}
      ${moved && !preview ? this.#said(moved) : nothing}
      ${preview ? this.#shown(preview) : this.#list.show((list) => this.#rows(list), { rows: 3 })}`;
  }
}
define('dossier-template-moving', MovingApplications);
