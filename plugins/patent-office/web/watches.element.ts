import { define, DossierElement } from '@dossier/sdk/web';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { removeWatch, watches, watchHits } from './asking.ts';
import type { PatentLine, Watch } from './asking.ts';
import { dayOf } from './days.ts';
import { listsStyles } from './lists.styles.ts';
import type { WatchDialog } from './watch-dialog.element.ts';
import './watch-dialog.element.ts';

/** Searches that are made by themselves, what each has found, and what keeps it from it. */
export class PatentWatches extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, stateStyles, listsStyles];
  static override properties = { opened: { state: true }, hits: { state: true } };
  /** The one whose finds are shown; empty for none. */
  declare opened: string;
  /** Null until they came. */
  declare hits: readonly PatentLine[] | { readonly error: unknown } | null;
  readonly #watches = new Loading(this, () => watches(this.host, this.#workspaceId));

  constructor() {
    super();
    this.opened = '';
    this.hits = null;
  }

  get #workspaceId(): string {
    return this.workspace?.id ?? '';
  }

  get #dialog(): WatchDialog | null {
    return this.renderRoot.querySelector<WatchDialog>('dossier-patent-watch-dialog');
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  async #show(id: string): Promise<void> {
    this.hits = null;
    this.opened = this.opened === id ? '' : id;
    if (this.opened === '') return;
    try {
      const { lines } = await watchHits(this.host, this.#workspaceId, id);
      if (this.opened !== id) return;
      this.hits = lines;
      this.host.announce(`${counted(lines.length, 'publication', 'publications')} found.`);
    } catch (error) {
      if (this.opened === id) this.hits = { error };
    }
  }

  async #remove(watch: Watch): Promise<void> {
    const sure = await this.host.confirm({
      title: `Remove “${watch.name}”?`,
      body: 'It looks for nothing new any more, and what it has found is no longer listed here. Saved patents stay.',
      action: 'Remove',
      danger: true,
    });
    if (!sure) return;
    const remove = (): Promise<void> => removeWatch(this.host, this.#workspaceId, watch);
    await done(this.host, remove, `“${watch.name}” is removed.`);
    await this.#watches.again();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  #found(): TemplateResult {
    const { hits } = this;
    if (hits === null) return html`<div class="hits">${skeleton(3, 'Loading what it has found')}</div>`;
    if ('error' in hits)
      return html`<div class="hits">${failure(hits.error, () => void this.#show(this.opened))}</div>`;
    if (hits.length === 0) return html`<p class="hits muted">Nothing yet that was not there when it was saved.</p>`;
    return html`<ul class="hits">${hits.map(
      ({ number, spoken, title, applicants, date }) => html`<li><button type="button" class="link"
        @click=${() => this.#tell('dossier-patent-open', { number })}>${title ?? 'The office gives no title'}</button>
        <span class="muted">${[spoken, date === null ? 'no date' : dayOf(date), ...applicants.slice(0, 1)].join(' · ')}</span></li>`,
    )}</ul>`;
  }

  #row(watch: Watch): TemplateResult {
    const { id, name, cql, every, lastAt, nextAt, total, fresh, trouble } = watch;
    const isOpen = this.opened === id;
    return html`<li><div class="what"><b>${name}</b><code>${cql}</code>
        <p><span>${every === 'day' ? 'Every day' : 'Every week'}</span>${
          lastAt === null
            ? html`<span>not looked yet</span>`
            : html`<span>looked <time datetime=${lastAt} title=${fullTime(lastAt)}>${ago(lastAt)}</time>${
                total === null ? '' : `, ${figure(total)} in all`
              }</span>`
        }<span>next <time datetime=${nextAt}>${fullTime(nextAt)}</time></span>${
          fresh > 0 ? chip({ text: `${figure(fresh)} new`, tone: 'info', icon: 'bell' }) : nothing
        }</p>${trouble === null ? nothing : html`<p class="trouble">${icon('warning', 16)}<span>${trouble}</span></p>`}</div>
      <div class="does">
        <button type="button" class="button small" aria-expanded=${isOpen ? 'true' : 'false'}
          aria-label="What “${name}” has found" @click=${() => void this.#show(id)}>${icon(isOpen ? 'up' : 'down', 16)} Found</button>
        <button type="button" class="button quiet small" aria-label="Search now for “${name}”"
          @click=${() => this.#tell('dossier-patents-reopen', { cql, form: null })}>${icon('search', 16)} Search now</button>
        <button type="button" class="button quiet small" aria-label="Change “${name}”"
          @click=${() => void this.#dialog?.edit(watch)}>${icon('pencil', 16)} Change</button>
        <button type="button" class="button quiet small" aria-label="Remove “${name}”"
          @click=${() => void this.#remove(watch)}>${icon('trash', 16)} Remove</button></div>
      ${isOpen ? this.#found() : nothing}</li>`;
  }

  override render(): TemplateResult {
    return html`<div class="head"><h2 tabindex="-1">Saved searches</h2><p class="muted small">Each looks by itself, and
        tells you once of what is new.</p></div>
      <div class="card">${this.#watches.show(
        (all) =>
          all.length === 0
            ? empty({
                icon: 'bell',
                title: 'No saved searches',
                text: 'Search for something, then choose “Save this search” above what was found.',
              })
            : html`<ul class="rows">${repeat(
                all,
                ({ id }) => id,
                (watch) => this.#row(watch),
              )}</ul>`,
        { label: 'Loading saved searches', rows: 4 },
      )}</div>
      <dossier-patent-watch-dialog .workspaceId=${this.#workspaceId}
        @dossier-watches-changed=${() => void this.#watches.again()}></dossier-patent-watch-dialog>`;
  }
}
define('dossier-patent-watches', PatentWatches);
