import { define, DossierElement } from '@dossier/sdk/web';
import { fullTime, shortDay } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { SavedPatent } from '../../contract.ts';
import { save, saved, savedPath, unsave } from '../asking.ts';
import { openPatent } from './part.element.ts';
import type { SavePatent } from './save-dialog.element.ts';
import './save-dialog.element.ts';
import { langOf } from './words.ts';

/** Several events of one change come together. */
const gather = 100;

/** Patents that are saved to an application: to be opened, changed, taken away, and taken along as a table. */
export class PatentsSaved extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    css`
    :host { max-width: none; padding: 1rem 0 2rem; }
    .head { align-items: center; }
    .acts { display: flex; gap: 0.125rem; justify-content: flex-end; }
    .open { padding: 0; border: 0; background: none; color: var(--dossier-link); text-decoration: underline;
      text-underline-offset: 0.2em; text-decoration-thickness: 1px; cursor: pointer; min-height: 1.5rem;
      font-variant-numeric: tabular-nums; text-align: start; }
    tbody th { display: grid; justify-items: start; height: auto; padding-block: 0.5rem; }
    td { overflow-wrap: break-word; }
    .tag { display: inline-block; border-radius: 0.75rem; overflow-wrap: break-word; }
    thead th:first-child { width: 28%; }
    thead th:nth-child(3) { width: 9.5rem; }
    .by { white-space: nowrap; }
    .why { white-space: pre-line; }
  `,
  ];
  static override properties = { applicationId: {}, maySave: { attribute: false } };
  declare applicationId: string;
  /** The person may change and remove them. */
  declare maySave: boolean;
  readonly #saved = new Loading(this, (): Promise<readonly SavedPatent[]> => {
    this.#loaded = this.applicationId;
    return this.applicationId === '' ? Promise.resolve([]) : saved(this.host, this.applicationId);
  });
  /** The application of which they were loaded, and the one that is listened to. */
  #loaded = '';
  #of = '';
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.applicationId = '';
    this.maySave = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // It listens again when it comes back.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#of = '';
  }

  protected override willUpdate(): void {
    if (this.#loaded !== this.applicationId) void this.#saved.anew();
    if (this.applicationId === '' || !this.workspace || this.#of === this.applicationId) return;
    this.#of = this.applicationId;
    this.#live?.[Symbol.dispose]();
    const scope = {
      kind: 'subject',
      workspaceId: this.workspace.id,
      type: 'application',
      id: this.applicationId,
    } as const;
    this.#live = this.host.live(scope, (event) => {
      if (event.kind === 'change' && !event.type.includes('patents')) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.again(), gather);
    });
  }

  /** Loads them again. */
  again(): Promise<void> {
    return this.#saved.again();
  }

  #tell(number: string): void {
    this.dispatchEvent(new CustomEvent('dossier-patent-saved', { detail: { number }, bubbles: true, composed: true }));
  }

  async #remove({ patent, tag, reason, version }: SavedPatent): Promise<void> {
    const { applicationId } = this;
    try {
      await unsave(this.host, applicationId, patent.number, version);
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
      return this.again();
    }
    const undo = async (): Promise<void> => {
      try {
        await save(this.host, applicationId, patent.number, { tag, reason });
        this.#tell(patent.number);
      } catch (error) {
        this.host.notify({ kind: 'error', text: `It was not brought back: ${refusalOf(error).text}` });
      }
      await this.again();
    };
    this.host.notify({
      kind: 'success',
      text: `${patent.spoken} is not saved here any more.`,
      undo: () => void undo(),
    });
    this.#tell(patent.number);
    await this.again();
    // Its button is gone.
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  #row(one: SavedPatent, mayChange: boolean): TemplateResult {
    const { patent, tag, reason, by, at } = one;
    return html`<tr><th scope="row"><button class="open" @click=${() => openPatent(this, patent.number)}>${patent.spoken}</button><span
        class="muted" lang=${langOf(patent.titleLanguage)}>${patent.title ?? 'no title'}</span></th>
      <td class="wide">${patent.applicants.join(', ') || html`<span class="muted">not named</span>`}</td>
      <td>${tag === '' ? nothing : html`<span class="tag">${tag}</span>`}</td>
      <td class="wide why">${reason}</td>
      <td class="wide by">${by.name}<br><time class="muted" datetime=${at} title=${fullTime(at)}>${shortDay(at)}</time></td>
      <td><span class="acts">${
        mayChange
          ? html`<button class="button quiet icon" aria-label="Change why ${patent.spoken} is saved" title="Change"
              @click=${() =>
                void this.renderRoot
                  .querySelector<SavePatent>('dossier-patent-save')
                  ?.ask(this.applicationId, patent)}>${icon('pencil', 16)}</button><button class="button quiet icon"
              aria-label="Remove ${patent.spoken}" title="Remove"
              @click=${() => void this.#remove(one)}>${icon('trash', 16)}</button>`
          : nothing
      }</span></td></tr>`;
  }

  #list(all: readonly SavedPatent[]): TemplateResult {
    const download = (as: 'csv' | 'xlsx', text: string): TemplateResult =>
      html`<a class="button" href=${savedPath(this.applicationId, as)} download>${icon('download', 16)} ${text}</a>`;
    return html`<div class="head"><h2 tabindex="-1">Saved to this application</h2>${
      all.length === 0
        ? nothing
        : html`<div class="actions">${download('csv', 'CSV')}${download('xlsx', 'Excel')}</div>`
    }</div><div class="card">${
      all.length === 0
        ? empty({
            icon: 'bookmark',
            title: 'No patent is saved here yet',
            text: 'Save what matters while you read: it stays here with its tag and reason, for all who work with this application.',
          })
        : html`<table class="stacked"><thead><tr><th scope="col">Publication</th><th scope="col" class="wide">Applicant</th><th
            scope="col">Tag</th><th scope="col" class="wide">Why</th><th scope="col" class="wide">Saved by</th><th
            scope="col"><span class="visually-hidden">What can be done</span></th></tr></thead><tbody>${repeat(
              all,
              ({ patent }) => patent.number,
              (one) => this.#row(one, this.maySave),
            )}</tbody></table>`
    }</div>`;
  }

  override render(): TemplateResult {
    return html`${this.#saved.show((all) => this.#list(all), { rows: 4, label: 'Loading the saved patents' })}
      <dossier-patent-save @dossier-patent-saved=${() => void this.again()}></dossier-patent-save>`;
  }
}
define('dossier-patents-saved', PatentsSaved);
