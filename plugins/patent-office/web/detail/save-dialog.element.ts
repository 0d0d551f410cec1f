import { define } from '@dossier/sdk/web';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentLine, SavedPatent } from '../../contract.ts';
import { save, saved } from '../asking.ts';

/** What a patent mostly is to an application; others are typed. */
const usual = ['closest art', 'novelty', 'inventive step', 'background', 'same applicant', 'to read'];
const most = { tag: 60, reason: 2_000 };

/** Tags of this application first, the most frequent of them at the top, then the usual ones. */
export const suggestions = (all: readonly SavedPatent[]): readonly string[] => {
  const count = new Map<string, number>();
  for (const { tag } of all) if (tag !== '') count.set(tag, (count.get(tag) ?? 0) + 1);
  return [...new Set([...[...count].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag), ...usual])].slice(0, 12);
};

/** Saves a patent to an application, or changes why it is there. Fires `dossier-patent-saved`. */
export class SavePatent extends FormDialog {
  static override styles = [
    ...[FormDialog.styles].flat(),
    css`
    .tags { display: flex; flex-wrap: wrap; gap: 0.25rem; }
    .tags .button { border-radius: 1rem; font-weight: var(--dossier-regular); }
    .what { color: var(--dossier-muted); overflow-wrap: anywhere; }
  `,
  ];
  static override properties = {
    patent: { state: true },
    earlier: { state: true },
    offered: { state: true },
  };
  declare patent: PatentLine | null;
  /** As it is saved already. */
  declare earlier: SavedPatent | null;
  declare offered: readonly string[];
  #applicationId = '';

  constructor() {
    super();
    this.patent = null;
    this.earlier = null;
    this.offered = usual;
  }

  /** Opens for a patent; what is saved already is shown to be changed. What cannot be read is said. */
  async ask(applicationId: string, patent: PatentLine): Promise<void> {
    try {
      const all = await saved(this.host, applicationId);
      this.#applicationId = applicationId;
      this.patent = patent;
      this.earlier = all.find((one) => one.patent.number === patent.number) ?? null;
      this.offered = suggestions(all);
      await this.open();
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  get #tag(): HTMLInputElement | null {
    return this.renderRoot.querySelector('#tag');
  }

  async #submit(event: SubmitEvent): Promise<void> {
    const { patent, earlier: before } = this;
    if (!patent) return;
    const isTaken = await this.sent(event, async (form) => {
      const why = { tag: String(form.get('tag') ?? '').trim(), reason: String(form.get('reason') ?? '').trim() };
      await save(this.host, this.#applicationId, patent.number, why, before?.version);
    });
    if (!isTaken) return;
    this.host.notify({ kind: 'success', text: before ? 'Changed.' : `${patent.spoken} is saved to this application.` });
    const detail = { number: patent.number };
    this.dispatchEvent(new CustomEvent('dossier-patent-saved', { detail, bubbles: true, composed: true }));
  }

  override render(): TemplateResult {
    const { patent, earlier: before } = this;
    return html`<dialog aria-labelledby="title"><form novalidate @submit=${(event: SubmitEvent) => void this.#submit(event)}>
      <h2 id="title">${before ? 'Why it is saved' : 'Save to this application'}</h2>
      ${refusalSummary(this.refusal, ['/tag', '/reason'])}
      <p class="what"><span class="number">${patent?.spoken}</span> ${patent?.title ?? ''}</p>
      <div class="field"><label for="tag">What it is to this application</label><input id="tag" name="tag" class="input"
        maxlength=${most.tag} list="tags" autocomplete="off" .defaultValue=${before?.tag ?? ''}
        aria-invalid=${this.wrong('/tag')} aria-describedby="tag-hint"><datalist id="tags">${this.offered.map(
          (tag) => html`<option value=${tag}></option>`,
        )}</datalist>${this.notes('/tag', 'tag', 'A word or two, for example “closest art” or “claim 4”.')}
        <div class="tags" role="group" aria-label="Often used">${this.offered.slice(0, 6).map(
          (tag) =>
            html`<button type="button" class="button small" @click=${() => {
              if (this.#tag) this.#tag.value = tag;
              this.#tag?.focus();
            }}>${tag}</button>`,
        )}</div></div>
      <div class="field"><label for="reason">Why <span class="optional">(optional)</span></label><textarea id="reason"
        name="reason" class="input" dir="auto" maxlength=${most.reason} .defaultValue=${before?.reason ?? ''}
        aria-invalid=${this.wrong('/reason')} aria-describedby="reason-hint"></textarea>${this.notes(
          '/reason',
          'reason',
          'All who work with this application read it. What is for you alone belongs into your note.',
        )}</div>
      ${this.buttons(before ? 'Save the change' : 'Save', 'Saving…')}</form></dialog>`;
  }
}
define('dossier-patent-save', SavePatent);
