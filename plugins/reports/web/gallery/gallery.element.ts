import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { isFound } from '@dossier/sdk/web/ui/names';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { palette } from '../chart.ts';
import { lookOf } from '../charts/look.ts';
import '../editor/save-dialog.element.ts';
import type { SaveDialog } from '../editor/save-dialog.element.ts';
import { templatesUrl } from '../routes.ts';
import type { Template } from '../types.ts';
import './card.element.ts';
import type { Act } from './card.element.ts';
import { galleryStyles } from './gallery.styles.ts';
import { Previews } from './previews.controller.ts';
import './rename-dialog.element.ts';
import type { RenameDialog } from './rename-dialog.element.ts';

/** More than so many saved ones are searched. */
const few = 6;

/** All templates of the workspace: the built-in ones, and what people saved. */
class ReportGallery extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, galleryStyles];
  static override properties = { workspaceId: {}, base: {}, search: {}, colours: { state: true } };
  declare workspaceId: string;
  /** Address of reports. */
  declare base: string;
  declare search: string;
  declare colours: readonly string[];
  readonly #templates = new Loading(this, () =>
    this.host.send<readonly Template[]>('GET', templatesUrl(this.workspaceId)),
  );
  readonly #previews = new Previews(this, () => this.workspaceId);
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #onTheme = (): void => this.#dip();

  constructor() {
    super();
    this.workspaceId = '';
    this.base = '';
    this.search = '';
    this.colours = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#onTheme);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dark.removeEventListener('change', this.#onTheme);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (this.colours.length === 0) this.#dip();
    if (changed.get('workspaceId')) void this.#templates.anew();
  }

  #dip(): void {
    const { accent, dark } = lookOf(this, 'en');
    this.colours = palette(accent, dark);
  }

  get #wanted(): string {
    return new URLSearchParams(this.search).get('q') ?? '';
  }

  #own(template: Template): boolean {
    return !template.builtIn && (template.owner?.id === this.session?.user.id || this.holds('organization.manage'));
  }

  #find(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    const wanted = event.target.value;
    this.host.navigate(`${this.base}${wanted === '' ? '' : `?${new URLSearchParams({ q: wanted }).toString()}`}`, {
      replace: true,
    });
  }

  async #act(template: Template, act: Act): Promise<void> {
    const url = templatesUrl(this.workspaceId, template.id);
    if (act === 'duplicate')
      return this.renderRoot.querySelector<SaveDialog>('dossier-report-save')?.ask({
        workspaceId: this.workspaceId,
        definition: template.definition,
        from: template,
        name: `Copy of ${template.name}`.slice(0, 80),
      });
    if (act === 'rename')
      return this.renderRoot.querySelector<RenameDialog>('dossier-report-rename')?.ask(this.workspaceId, template);
    if (act === 'delete') return this.#remove(template);
    const visibility = template.visibility === 'private' ? 'workspace' : 'private';
    const said =
      visibility === 'private'
        ? `“${template.name}” is yours alone now.`
        : `Everybody who views reports here finds “${template.name}” now.`;
    await done(this.host, () => this.host.send('PUT', url, { visibility, version: template.version }), said);
    await this.#templates.again();
  }

  async #remove(template: Template): Promise<void> {
    const sure = await this.host.confirm({
      title: `Delete “${template.name}”?`,
      body: 'Nobody can run it any more. What it has run stays in the history.',
      action: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', templatesUrl(this.workspaceId, template.id));
      this.host.notify({ kind: 'success', text: `“${template.name}” is deleted.` });
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'in-use'))
        await done(this.host, () => Promise.reject(error), '');
      else if (
        await this.host.confirm({ title: 'A schedule needs it', body: error.message, action: 'Go to the schedules' })
      )
        this.host.navigate(`${this.base}/schedules`);
    }
    await this.#templates.again();
  }

  #cards(templates: readonly Template[]): TemplateResult {
    return html`<ul class="cards">${repeat(
      templates,
      ({ id }) => id,
      (template) => html`
      <li><dossier-report-card .template=${template} .report=${this.#previews.of(template)} .colours=${this.colours}
        .base=${this.base} .own=${this.#own(template)}
        @dossier-seen=${() => this.#previews.seen(template)}
        @dossier-act=${(event: CustomEvent<Act>) =>
          void this.#act(template, event.detail)}></dossier-report-card></li>`,
    )}</ul>`;
  }

  #saved(saved: readonly Template[]): TemplateResult {
    if (saved.length === 0)
      return html`<div class="card">${empty({
        icon: 'chart',
        title: 'Nothing saved yet',
        text: 'Open a report, change its period, its filters or its sections, and save it under a name of your own: for yourself, or for everybody in the workspace.',
        action: html`<a class="button" href="${this.base}/new">Begin a report</a>`,
      })}</div>`;
    const wanted = this.#wanted.trim();
    const shown = saved.filter(({ name, description, owner }) =>
      [name, description, owner?.name ?? ''].some((text) => isFound(text, wanted)),
    );
    return html`<p class="visually-hidden"
      role="status">${wanted === '' ? '' : counted(shown.length, 'report', 'reports')}</p>${
        shown.length > 0 ? this.#cards(shown) : html`<p class="muted">No saved report is called like that.</p>`
      }`;
  }

  override render() {
    return html`
      ${this.#templates.show(
        (all) => {
          const saved = all.filter(({ builtIn }) => !builtIn);
          const head = (id: string, title: string, first: boolean): TemplateResult => html`
          <div class="line"><h2 id=${id}>${title}</h2>
            ${
              first && saved.length > few
                ? html`<label class="search"><span
              class="visually-hidden">Search saved reports</span>${icon('search', 16)}<input class="input" type="search"
              placeholder="Search" .value=${this.#wanted} @input=${this.#find}></label>`
                : nothing
            }
            ${
              first
                ? html`<a class="button primary"
              href="${this.base}/new">${icon('plus', 16)} New report</a>`
                : nothing
            }</div>`;
          const own = (first: boolean): TemplateResult =>
            html`<section
              aria-labelledby="saved">${head(
                'saved',
                'Saved in this workspace',
                first,
              )}${this.#saved(saved)}</section>`;
          // What people made for themselves comes first, once there is something.
          return html`
          ${saved.length > 0 ? own(true) : nothing}
          <section aria-labelledby="built-in">${head(
            'built-in',
            'Built in',
            saved.length === 0,
          )}${this.#cards(all.filter(({ builtIn }) => builtIn))}</section>
          ${saved.length > 0 ? nothing : own(false)}`;
        },
        { label: 'Loading reports', rows: 9 },
      )}
      <dossier-report-save @dossier-saved=${(event: CustomEvent<Template>) => {
        this.host.notify({ kind: 'success', text: `“${event.detail.name}” is saved.` });
        void this.#templates.again();
      }}></dossier-report-save>
      <dossier-report-rename @dossier-renamed=${() => {
        this.host.notify({ kind: 'success', text: 'Renamed.' });
        void this.#templates.again();
      }}></dossier-report-rename>`;
  }
}
define('dossier-report-gallery', ReportGallery);
