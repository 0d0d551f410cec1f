import { define, DossierElement } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import { faultAt, refusalOf } from '@dossier/sdk/web/ui/faults';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Doc } from '../draft.controller.ts';
import { knownLanguages, languageName } from './names.ts';
import './translation.element.ts';
import { languagesUrl, languageUrl } from './types.ts';
import type { Coverage } from './types.ts';

/** The languages of a template, and how far each is; one of them is worked on in `dossier-template-translation`. */
class LanguagesTab extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; gap: 1rem; padding: 1rem 0 3rem; grid-template-columns: minmax(0, 1fr); max-width: 64rem;
      margin-inline: auto; width: 100%; }
    .rows > li { display: grid; grid-template-columns: minmax(8rem, 1fr) minmax(10rem, 2fr) auto; gap: 0.5rem 1.5rem;
      align-items: center; padding: 0.75rem 1rem; }
    .rows > li + li { border-top: 1px solid var(--dossier-border); }
    .name { font-weight: var(--dossier-bold); overflow-wrap: anywhere; }
    .far { display: grid; gap: 0.25rem; }
    progress { width: 100%; height: 0.5rem; accent-color: var(--dossier-success-text); }
    form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; padding: 1rem; }
    form .field { flex: 0 1 20rem; }
    .acts { display: flex; gap: 0.375rem; justify-content: end; }
    @media (max-width: 45em) { .rows > li { grid-template-columns: minmax(0, 1fr) auto; }
      .far { grid-column: 1 / -1; grid-row: 2; } form .field { flex: 1 1 100%; } }
  `,
  ];
  static override properties = {
    doc: { attribute: false },
    address: {},
    templateId: {},
    search: {},
    save: { attribute: false },
    fault: { state: true },
    busy: { state: true },
  };
  declare doc: Doc | null;
  /** Of the designer of this template. */
  declare address: string;
  declare templateId: string;
  declare search: string;
  /** Saves the draft first: its texts are those that are translated. */
  declare save: () => Promise<void>;
  declare fault: string;
  declare busy: boolean;
  readonly #list = new Loading<readonly Coverage[]>(this, async () => {
    await this.save();
    return this.host.send<readonly Coverage[]>('GET', languagesUrl(this.templateId));
  });

  constructor() {
    super();
    this.doc = null;
    this.address = '';
    this.templateId = '';
    this.search = '';
    this.save = () => Promise.resolve();
    this.fault = '';
    this.busy = false;
  }

  get #here(): string {
    return `${this.address}/languages`;
  }

  async #add(event: SubmitEvent, list: readonly Coverage[]): Promise<void> {
    event.preventDefault();
    if (this.busy || !(event.target instanceof HTMLFormElement)) return;
    const given = String(new FormData(event.target).get('language')).trim();
    const tag = tagOf(given);
    this.fault =
      given === ''
        ? 'Choose a language.'
        : tag === null
          ? `No language is called “${given}”. Choose one from the list.`
          : list.some(({ language }) => language === tag)
            ? `${languageName(tag)} is there already.`
            : '';
    if (this.fault !== '' || tag === null) return this.renderRoot.querySelector<HTMLElement>('#language')?.focus();
    this.busy = true;
    try {
      await this.host.send('PUT', languageUrl(this.templateId, tag), { texts: {} });
      await this.#list.again();
      this.host.navigate(`${this.#here}?language=${encodeURIComponent(tag)}`);
    } catch (error) {
      const refusal = refusalOf(error);
      this.fault = faultAt(refusal.faults, '/texts') ?? refusal.text;
    } finally {
      this.busy = false;
    }
  }

  async #remove({ language, translated, stale }: Coverage): Promise<void> {
    const name = languageName(language);
    const sure = await this.host.confirm({
      title: `Take ${name} away?`,
      body: `${counted(translated + stale, 'translation is', 'translations are')} deleted, for published versions too. People who read ${name} then see the language in which the template is written.`,
      action: `Take ${name} away`,
      danger: true,
    });
    if (!sure) return;
    await done(
      this.host,
      () => this.host.send('DELETE', languageUrl(this.templateId, language)),
      `${name} is taken away.`,
    );
    await this.#list.again();
  }

  #row(one: Coverage): TemplateResult {
    const name = languageName(one.language);
    const open = [
      ...(one.missing > 0 ? [`${counted(one.missing, 'text is', 'texts are')} missing`] : []),
      ...(one.stale > 0 ? [`${counted(one.stale, 'text has', 'texts have')} changed since`] : []),
    ];
    return html`<li><span class="name">${name}</span>
      <div class="far"><progress max=${Math.max(one.texts, 1)} value=${one.translated} aria-label="Translated into ${name}"></progress>
        <span class="small muted">${one.translated} of ${one.texts}${open.length === 0 ? ', complete' : `: ${open.join(', ')}`}</span></div>
      <div class="acts"><a class="button small" href="${this.#here}?language=${encodeURIComponent(one.language)}">Translate<span
          class="visually-hidden"> into ${name}</span></a>
        <button type="button" class="button quiet icon small" aria-label="Take ${name} away" @click=${() => void this.#remove(one)}>${icon('trash', 15)}</button></div></li>`;
  }

  #shown(list: readonly Coverage[]): TemplateResult {
    const written = this.doc?.content.language;
    const own = written === undefined ? 'the language of your organization' : languageName(written);
    return html`<div><h2>Languages</h2><p class="muted">Written in ${own}. A text that nobody translated, or that has
        changed since, is shown to everybody in ${own}.</p></div>
      ${
        list.length === 0
          ? html`<div class="card">${empty({
              icon: 'globe',
              title: 'Only one language so far',
              text: 'Add another, and translate questions, help, options and messages side by side. Translations change no version: they count at once, wherever the text is the same.',
            })}</div>`
          : html`<ul class="rows card">${list.map((one) => this.#row(one))}</ul>`
      }
      <form class="card" novalidate @submit=${(event: SubmitEvent) => void this.#add(event, list)}>
        <div class="field"><label for="language">Add a language</label>
          <input id="language" name="language" class="input" list="known" autocomplete="off" aria-invalid=${this.fault !== ''}
            aria-describedby=${this.fault === '' ? nothing : 'language-fault'}>
          <datalist id="known">${knownLanguages()
            .filter(({ tag }) => tag !== written && !list.some(({ language }) => language === tag))
            .map(({ name }) => html`<option value=${name}></option>`)}</datalist>
          ${this.fault === '' ? nothing : html`<p class="fault" id="language-fault" role="alert">${this.fault}</p>`}</div>
        <button class="button" ?disabled=${this.busy}>${icon('plus', 16)}Add</button></form>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    const language = new URLSearchParams(this.search).get('language');
    if (language !== null && tagOf(language) !== null)
      return html`<dossier-template-translation .content=${this.doc.content} .templateId=${this.templateId} .address=${this.address}
        .language=${language} .save=${this.save}></dossier-template-translation>`;
    return this.#list.show((list) => this.#shown(list), { label: 'Loading the languages' });
  }

  protected override updated(changed: Map<string, unknown>): void {
    // Back from one of them: how far it is has changed.
    if (changed.get('search') !== undefined && this.search === '') void this.#list.again();
  }
}
define('dossier-template-languages', LanguagesTab);

/** The tag of a language by its name or its tag (BCP 47); null of none. */
function tagOf(given: string): string | null {
  const named = knownLanguages().find(({ name }) => name.toLowerCase() === given.toLowerCase());
  if (named) return named.tag;
  try {
    const [tag] = Intl.getCanonicalLocales(given);
    return tag !== undefined && languageName(tag).toLowerCase() !== tag.toLowerCase() ? tag : null;
  } catch {
    return null;
  }
}
