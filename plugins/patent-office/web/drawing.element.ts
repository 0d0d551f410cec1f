import { define, DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { drawingStyles } from './drawing.styles.ts';
import { drawingOf, knownDrawing } from './drawings.ts';

type Phase = 'asked-not' | 'asking' | 'none' | 'failed' | { readonly address: string };

/**
 * The first drawing of a publication, small. It is fetched when it is asked for, since it may cost a credit; then
 * `dossier-credits-changed` is dispatched.
 */
class PatentDrawing extends DossierElement {
  static override styles = [DossierElement.styles, drawingStyles];
  static override properties = { number: {}, spoken: {}, workspaceId: {}, phase: { state: true } };
  declare number: string;
  declare spoken: string;
  declare workspaceId: string;
  declare phase: Phase;

  constructor() {
    super();
    this.number = '';
    this.spoken = '';
    this.workspaceId = '';
    this.phase = 'asked-not';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#recall();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('number')) return;
    this.#leave();
    this.#recall();
  }

  get #key(): string {
    return `${this.workspaceId} ${this.number}`;
  }

  #recall(): void {
    const known = knownDrawing(this.workspaceId, this.number);
    if (known !== undefined) this.#put(known);
  }

  #put(picture: Blob | null): void {
    this.#leave();
    this.phase = picture === null ? 'none' : { address: URL.createObjectURL(picture) };
  }

  #leave(): void {
    if (typeof this.phase === 'object') URL.revokeObjectURL(this.phase.address);
    this.phase = 'asked-not';
  }

  async #ask(): Promise<void> {
    const { workspaceId, number } = this;
    const key = this.#key;
    this.phase = 'asking';
    let picture: Blob | null;
    try {
      picture = await drawingOf(this.host, workspaceId, number);
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
      if (key === this.#key) this.phase = 'failed';
      return;
    }
    this.dispatchEvent(new CustomEvent('dossier-credits-changed', { bubbles: true, composed: true }));
    if (key !== this.#key) return;
    this.#put(picture);
    this.host.announce(picture === null ? `${this.spoken} has no drawing.` : 'The drawing is shown.');
  }

  override render(): TemplateResult {
    const { phase, spoken } = this;
    if (typeof phase === 'object')
      return html`<span class="box"><img src=${phase.address} alt="First drawing of ${spoken}"></span>`;
    if (phase === 'none') return html`<span class="box no">no drawing</span>`;
    if (phase === 'asking') return html`<span class="box no" aria-busy="true">one moment</span>`;
    return html`<button type="button" class="box ask" aria-label="Show the drawing of ${spoken}, at most 1 credit"
      title="Show the drawing, at most 1 credit" @click=${() => void this.#ask()}>${icon(
        phase === 'failed' ? 'refresh' : 'eye',
        16,
      )}<span>${phase === 'failed' ? 'again' : '1 credit'}</span></button>`;
  }
}
define('dossier-patent-drawing', PatentDrawing);
