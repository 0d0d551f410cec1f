import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { everything, searchOf } from '../../filter.ts';
import { viewsPath } from './content.ts';
import type { SavedView } from './saved-view.ts';

/** All views that the reader may see, and their order. Dispatches `dossier-views-changed`. */
export class ViewList extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`dialog { width: min(30rem, calc(100vw - 2rem)); } ul { display: grid; margin: 0; padding: 0; list-style: none; }
      li { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem;
        border-block-end: 1px solid var(--dossier-border); font-size: var(--dossier-size-s); }
      li a { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      li button { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; padding: 0; border: 0;
        background: none; color: var(--dossier-muted); cursor: pointer; } li button:hover { color: var(--dossier-text); }
      h3 { margin: 0; font-size: var(--dossier-size-s); }`,
  ];
  static override properties = { workspaceId: {}, views: { state: true }, busy: { state: true } };
  declare workspaceId: string;
  declare views: readonly SavedView[];
  declare busy: boolean;
  readonly #dialog = new HeldDialog(this, { held: () => false });

  constructor() {
    super();
    this.workspaceId = '';
    this.views = [];
    this.busy = false;
  }

  async show(views: readonly SavedView[]): Promise<void> {
    this.views = views;
    await this.updateComplete;
    this.#dialog.show();
  }

  async #move(view: SavedView, by: 1 | -1): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const path = viewsPath(this.workspaceId);
    try {
      const { name, position, version } = view;
      await this.host
        .send(
          'PUT',
          `${path}/${view.id}/position`,
          { position: position + by },
          { headers: { 'if-match': `"${version}"` } },
        )
        .catch((error: unknown) => this.#overtaken(error));
      this.views = await this.host.send<readonly SavedView[]>('GET', path);
      this.host.announce(`${name} has another place.`);
      this.dispatchEvent(new CustomEvent('dossier-views-changed'));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.host.notify({ kind: 'error', text: error.message });
    } finally {
      this.busy = false;
    }
  }

  /** Who moves a view that somebody has just changed sees it as it is now. */
  #overtaken(error: unknown): void {
    if (!(error instanceof ProblemError) || error.status !== 412) throw error;
    this.host.notify({ kind: 'error', text: 'Somebody has changed this view meanwhile. It is shown as it is now.' });
  }

  #part(title: string, some: readonly SavedView[]): TemplateResult | typeof nothing {
    if (some.length === 0) return nothing;
    return html`<h3>${title}</h3><ul>${repeat(
      some,
      ({ id }) => id,
      (view, i) => html`<li><a href=${searchOf({ ...everything, saved: view.id })}
          @click=${() => this.#dialog.close()}><bdi>${view.name}</bdi></a>${
            view.mayChange
              ? html`<button aria-label="Up: ${view.name}" ?disabled=${i === 0}
                  @click=${() => void this.#move(view, -1)}>${icon('up', 16)}</button><button
                  aria-label="Down: ${view.name}" ?disabled=${i === some.length - 1}
                  @click=${() => void this.#move(view, 1)}>${icon('down', 16)}</button>`
              : nothing
          }</li>`,
    )}</ul>`;
  }

  override render() {
    return html`<dialog aria-labelledby="title"><div class="content">
      <h2 id="title">All views</h2>
      ${this.#part(
        'Only you',
        this.views.filter(({ shared }) => !shared),
      )}${this.#part(
        'Shared here',
        this.views.filter(({ shared }) => shared),
      )}
      <div class="actions"><button class="button" @click=${() => this.#dialog.close()}>Close</button></div>
    </div></dialog>`;
  }
}
define('dossier-view-list', ViewList);
