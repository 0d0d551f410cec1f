import { define, DossierElement } from '@dossier/sdk/web';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { earlier, forgetSearch } from './asking.ts';
import type { EarlierSearch } from './asking.ts';
import { inShort, reopened } from './form-content.ts';
import { listsStyles } from './lists.styles.ts';

/**
 * Earlier searches of the reader, newest first. `dossier-patents-reopen` (detail: the search) puts one back into the
 * form, where its price is on the button.
 */
export class PatentHistory extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, listsStyles];
  readonly #searches = new Loading(this, () => earlier(this.host, this.#workspaceId));

  get #workspaceId(): string {
    return this.workspace?.id ?? '';
  }

  #reopen(search: EarlierSearch): void {
    this.dispatchEvent(new CustomEvent('dossier-patents-reopen', { detail: search, bubbles: true, composed: true }));
  }

  async #remove({ id }: EarlierSearch): Promise<void> {
    try {
      await forgetSearch(this.host, this.#workspaceId, id);
      await this.#searches.again();
      this.host.announce('The search is removed from the list.');
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  #row(search: EarlierSearch): TemplateResult {
    const { mode, content } = reopened(search);
    const words = inShort(mode, content);
    return html`<li><div class="what"><b>${words}</b>${
      mode === 'cql' ? '' : html`<code>${search.cql}</code>`
    }<p><span>${counted(search.total, 'publication', 'publications')}</span><time datetime=${search.at}
      title=${fullTime(search.at)}>${ago(search.at)}</time></p></div>
      <div class="does"><button type="button" class="button small" aria-label="Open again: ${words}"
        @click=${() => this.#reopen(search)}>${icon('back', 16)} Open again</button><button type="button"
        class="button quiet small" aria-label="Remove: ${words}" @click=${() => void this.#remove(search)}>Remove</button></div></li>`;
  }

  override render(): TemplateResult {
    return html`<div class="head"><h2 tabindex="-1">Earlier searches</h2><p class="muted small">Only you see them.</p></div>
      <div class="card">${this.#searches.show(
        (searches) =>
          searches.length === 0
            ? empty({
                icon: 'clock',
                title: 'No earlier searches',
                text: 'What you search for is listed here, so that you find it again.',
              })
            : html`<ul class="rows">${repeat(
                searches,
                ({ id }) => id,
                (search) => this.#row(search),
              )}</ul>`,
        { label: 'Loading earlier searches', rows: 5 },
      )}</div>`;
  }
}
define('dossier-patent-history', PatentHistory);
