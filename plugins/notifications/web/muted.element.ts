import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import type { Muted } from '../contract.ts';
import { addressOf, keyOf, mute } from './notices.ts';

/** Of what the reader hears nothing, and the way to hear of it again. */
class MutedRecords extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, sectionStyles];
  readonly #loading = new Loading(this, () => this.host.send<readonly Muted[]>('GET', '/api/v1/notifications/muted'));

  async #again(one: Muted): Promise<void> {
    try {
      await mute(this.host, one, false);
      this.host.notify({
        kind: 'success',
        text: `You hear of ${one.title} again.`,
        undo: () => {
          mute(this.host, one, true).then(
            () => this.#loading.again(),
            () => this.#loading.again(),
          );
        },
      });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'That did not work. Please try again.',
      });
    }
    await this.#loading.again();
    this.renderRoot.querySelector<HTMLElement>('.button, h2')?.focus();
  }

  #row(one: Muted): TemplateResult {
    const slug = this.session?.organization?.slug ?? '';
    const { path } = one;
    return html`<li data-key=${keyOf(one)}>
      <span class="text">${
        path === null
          ? html`<span class="name">${one.title}</span>`
          : html`<a class="name" href=${addressOf(slug, { ...one, path })}>${one.title}</a>`
      }${one.about === '' ? nothing : html`<span class="muted small number">${one.about}</span>`}<span
        class="muted small">Muted <time datetime=${one.at} title=${fullTime(one.at)}>${ago(one.at)}</time></span></span>
      <button class="button small" @click=${() => void this.#again(one)}>Hear of it again<span
        class="visually-hidden">: ${one.title}</span></button></li>`;
  }

  override render(): TemplateResult {
    return html`<section class="part" aria-labelledby="muted">
      <h2 id="muted" tabindex="-1">Muted</h2>
      ${this.#loading.show(
        (all) =>
          all.length === 0
            ? html`<p class="muted small">You have muted nothing. Mute an application under Notifications, and you hear
                nothing more of it, neither in the page nor by e-mail.</p>`
            : html`<ul class="rows card">${all.map((one) => this.#row(one))}</ul>`,
        { rows: 2, label: 'Loading what you muted' },
      )}</section>`;
  }
}
define('dossier-notice-muted', MutedRecords);
