import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { templatesUrl, templateUrl } from '../routes.ts';
import './create-dialog.element.ts';
import type { CreateDialog } from './create-dialog.element.ts';
import './import-dialog.element.ts';
import type { ImportDialog } from './import-dialog.element.ts';
import type { GalleryRow, TemplateRow } from './types.ts';

interface Shown {
  readonly templates: readonly TemplateRow[];
  readonly gallery: readonly GalleryRow[];
}

const sizeOf = ({ steps, fields }: GalleryRow): string =>
  `${counted(steps, 'step', 'steps')}, ${counted(fields, 'question', 'questions')}.`;

/** All templates of the organization, and the ways to a new one. */
class TemplateList extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    chipStyles,
    css`
    .ways { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.75rem; }
    .way { display: grid; gap: 0.375rem; align-content: start; padding: 1rem; text-align: start; cursor: pointer;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius-l);
      background: var(--dossier-surface); }
    .way:hover { background: var(--dossier-hover); }
    .way .top { display: flex; gap: 0.5rem; align-items: center; font-weight: var(--dossier-medium); }
    .way svg { color: var(--dossier-muted); flex: none; }
    .part { display: grid; gap: 0.75rem; }
    td.acts { text-align: end; white-space: nowrap; }
  `,
  ];
  static override properties = { base: {}, busy: { state: true } };
  declare base: string;
  declare busy: boolean;
  readonly #shown = new Loading<Shown>(this, async () => {
    const [templates, gallery] = await Promise.all([
      this.host.send<readonly TemplateRow[]>('GET', templatesUrl),
      // Without a gallery there are still the other ways.
      this.host.send<readonly GalleryRow[]>('GET', '/api/v1/template-gallery').catch(() => []),
    ]);
    return { templates: templates.toSorted((a, b) => a.name.localeCompare(b.name)), gallery };
  });

  constructor() {
    super();
    this.base = '';
    this.busy = false;
  }

  #open(id: string): void {
    this.host.navigate(`${this.base}/${id}`);
  }

  readonly #made = (event: CustomEvent<string>): void => this.#open(event.detail);

  async #make(path: string, body: unknown, said: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const key = newKey();
      const made = await this.host.send<TemplateRow>('POST', path, body, { headers: { 'idempotency-key': key } });
      this.host.notify({ kind: 'success', text: said });
      this.#open(made.id);
    } catch (error) {
      const taken = error instanceof ProblemError && error.code === 'name-taken';
      const text = error instanceof Error ? error.message : 'That did not work. Please try again.';
      this.host.notify({ kind: 'error', text: taken ? `${text} Rename that one first.` : text });
    } finally {
      this.busy = false;
    }
  }

  async #export(row: TemplateRow): Promise<void> {
    await done(
      this.host,
      async () => {
        const url = URL.createObjectURL(await this.host.file(templateUrl(row.id, 'export')));
        const link = document.createElement('a');
        Object.assign(link, { href: url, download: `${row.name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_')}.json` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      },
      `“${row.name}” is saved as a file.`,
    );
  }

  readonly #create = (): void => void this.renderRoot.querySelector<CreateDialog>('dossier-template-create')?.ask();
  readonly #import = (): void => void this.renderRoot.querySelector<ImportDialog>('dossier-template-import')?.ask();

  #ways(gallery: readonly GalleryRow[], none: boolean): TemplateResult {
    const way = (o: { icon: string; title: string; text: string; act: () => void }): TemplateResult => html`
      <button type="button" class="way" ?disabled=${this.busy} @click=${o.act}><span
        class="top">${icon(o.icon, 18)}${o.title}</span><span class="muted small">${o.text}</span></button>`;
    return html`<section class="part" aria-labelledby="ways">
      <h2 id="ways">${none ? 'Begin with one of these' : 'Begin another one'}</h2>
      <div class="ways">
        ${gallery.map((one) =>
          way({
            icon: 'folder',
            title: one.title,
            text: `${one.description} ${sizeOf(one)}`,
            act: () =>
              void this.#make(
                `/api/v1/template-gallery/${encodeURIComponent(one.key)}`,
                {},
                `“${one.title}” is yours to change.`,
              ),
          }),
        )}
        ${way({
          icon: 'plus',
          title: 'From scratch',
          text: 'One empty step. You add the questions, and who decides.',
          act: this.#create,
        })}
        ${way({
          icon: 'upload',
          title: 'From a file',
          text: 'A template that was exported here or elsewhere. You see what it needs first.',
          act: this.#import,
        })}
      </div></section>`;
  }

  #row(row: TemplateRow): TemplateResult {
    return html`<tr>
      <th scope="row"><div class="who"><a class="name" href="${this.base}/${row.id}">${row.name}</a>${
        row.description === '' ? nothing : html`<span class="muted small">${row.description}</span>`
      }</div></th>
      <td>${
        row.version === null
          ? chip({ text: 'Draft only', tone: 'neutral', icon: 'pencil' })
          : chip({ text: `Version ${row.version} in use`, tone: 'success', icon: 'check' })
      }</td>
      <td><time datetime=${row.createdAt} title=${fullTime(row.createdAt)}>${ago(row.createdAt)}</time></td>
      <td class="acts">
        <button type="button" class="button quiet icon" aria-label="Duplicate ${row.name}" title="Duplicate"
          ?disabled=${this.busy} @click=${() =>
            void this.#make(
              templateUrl(row.id, 'duplicate'),
              {},
              `“${row.name}” was duplicated.`,
            )}>${icon('copy', 16)}</button>
        <button type="button" class="button quiet icon" aria-label="Save ${row.name} as a file" title="Save as a file"
          @click=${() => void this.#export(row)}>${icon('download', 16)}</button></td></tr>`;
  }

  #list({ templates, gallery }: Shown): TemplateResult {
    return html`${
      templates.length === 0
        ? nothing
        : html`<div class="card"><table class="stacked">
          <thead><tr><th scope="col">Template</th><th scope="col">State</th><th scope="col">Made</th><th
            scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
          <tbody>${repeat(
            templates,
            ({ id }) => id,
            (row) => this.#row(row),
          )}</tbody></table></div>`
    }${this.#ways(gallery, templates.length === 0)}`;
  }

  override render(): TemplateResult {
    return html`
      <div class="head"><div class="lead"><h1 tabindex="-1">Templates</h1><p class="muted">What people fill in, which
        papers they hand in, and how it is decided. A change goes to nobody until you publish it; applications that
        are under way keep the version they began with.</p></div>
        <div class="actions"><button type="button" class="button" @click=${this.#import}>
            ${icon('upload', 16)}Import…</button>
          <button type="button" class="button primary" @click=${this.#create}>
            ${icon('plus', 16)}New template</button></div></div>
      ${this.#shown.show((shown) => this.#list(shown), { label: 'Loading templates' })}
      <dossier-template-create @dossier-template-made=${this.#made}></dossier-template-create>
      <dossier-template-import @dossier-template-made=${this.#made}></dossier-template-import>`;
  }
}
define('dossier-template-list', TemplateList);
