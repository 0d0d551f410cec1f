import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { done } from '@dossier/sdk/web/ui/done';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import type { Phrase, PhraseUse } from '../contract.ts';
import './phrase-dialog.element.ts';
import type { PhraseDialog } from './phrase-dialog.element.ts';
import { allUses, uses } from './uses.ts';

const path = '/api/v1/organization/phrases';

/** The texts with which officers begin a reason, by what they are for. */
class PhraseSettings extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    sectionStyles,
    css`
    .words { color: var(--dossier-muted); font-size: var(--dossier-size-s); white-space: pre-line; }
    .use { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; }
    .use > div { display: grid; gap: 0.125rem; }
    .none { padding: 0.875rem 1.125rem; }
  `,
  ];
  readonly #loading = new Loading<readonly Phrase[]>(this, () => this.host.send('GET', path));

  #dialog(): PhraseDialog | null {
    return this.renderRoot.querySelector<PhraseDialog>('dossier-phrase-dialog');
  }

  async #move({ id, use, title, text, position }: Phrase, by: 1 | -1): Promise<void> {
    const moved = { use, title, text, position: position + by };
    if (await done(this.host, () => this.host.send('PUT', `${path}/${id}`, moved), `${title} has another place.`))
      await this.#loading.again();
  }

  async #remove({ id, title }: Phrase): Promise<void> {
    const sure = await this.host.confirm({
      title: `Remove “${title}”?`,
      body: 'Reasons that were written with it stay as they are.',
      action: 'Remove text',
      danger: true,
    });
    if (sure && (await done(this.host, () => this.host.send('DELETE', `${path}/${id}`), 'The text is removed.')))
      await this.#loading.again();
  }

  #row(phrase: Phrase, of: number): TemplateResult {
    const { title, text, position } = phrase;
    const whose = html`<span class="visually-hidden"> ${title}</span>`;
    return html`<li><span class="text"><span class="name">${title}</span><span class="words">${text}</span></span>
      <span class="actions">
        <button class="button small" ?disabled=${position === 0} @click=${() => void this.#move(phrase, -1)}>Up${whose}</button>
        <button class="button small" ?disabled=${position === of - 1} @click=${() => void this.#move(phrase, 1)}>Down${whose}</button>
        <button class="button small" @click=${() => void this.#dialog()?.change(phrase)}>Change${whose}</button>
        <button class="button small danger" @click=${() => void this.#remove(phrase)}>Remove${whose}</button>
      </span></li>`;
  }

  #part(use: PhraseUse, phrases: readonly Phrase[]): TemplateResult {
    return html`<section class="part" aria-labelledby=${use}>
      <div class="use"><div><h2 id=${use}>${uses[use].title}</h2><p class="muted small">${uses[use].about}</p></div>
        <button class="button" @click=${() => void this.#dialog()?.write(use)}>${icon('plus', 16)} Write a text<span
          class="visually-hidden"> for ${uses[use].title.toLowerCase()}</span></button></div>
      ${
        phrases.length === 0
          ? html`<p class="card none muted">No texts yet. Officers write each reason by hand.</p>`
          : html`<ul class="rows card">${phrases.map((one) => this.#row(one, phrases.length))}</ul>`
      }</section>`;
  }

  override render(): TemplateResult {
    return html`
      <div class="head"><div><h1>Texts for reasons</h1><p>What officers begin with when they reject or ask for something.
        They can change it before it is sent.</p></div></div>
      ${this.#loading.show(
        (all) =>
          html`${allUses.map((use) =>
            this.#part(
              use,
              all.filter((one) => one.use === use),
            ),
          )}`,
        { label: 'Loading the texts' },
      )}
      <dossier-phrase-dialog @dossier-phrase-saved=${(event: CustomEvent<string>) => {
        this.host.notify({ kind: 'success', text: `${event.detail} is saved.` });
        void this.#loading.again();
      }}></dossier-phrase-dialog>`;
  }
}
define('dossier-settings-phrases', PhraseSettings);
