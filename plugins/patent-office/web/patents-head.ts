import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { modes } from './form-content.ts';
import type { Mode } from './form-content.ts';
import type { Shown } from './tab-address.controller.ts';

const count = (n: number | null): TemplateResult | typeof nothing =>
  n === null ? nothing : html`<span class="count">${figure(n)}</span>`;

/** How to search, and which list is shown. */
export function patentsHead(o: {
  readonly mode: Mode;
  readonly shown: Shown;
  /** Null until it is known. */
  readonly found: number | null;
  readonly saved: number | null;
  readonly choose: (mode: Mode) => void;
  readonly show: (shown: Shown) => void;
}): TemplateResult {
  const { shown } = o;
  const pressed = (one: boolean): 'true' | 'false' => (one ? 'true' : 'false');
  return html`<div class="seg" role="group" aria-label="How to search">${modes.map(
    ([mode, text]) => html`<button type="button" aria-pressed=${pressed(shown === 'results' && mode === o.mode)}
      @click=${() => o.choose(mode)}>${text}</button>`,
  )}</div>
  <div class="lists">
    <button type="button" class="button quiet small" aria-pressed=${pressed(shown === 'earlier')}
      @click=${() => o.show(shown === 'earlier' ? 'results' : 'earlier')}>${icon('clock', 16)} Earlier searches</button>
    <button type="button" class="button quiet small" aria-pressed=${pressed(shown === 'watches')}
      @click=${() => o.show(shown === 'watches' ? 'results' : 'watches')}>${icon('bell', 16)} Saved searches</button>
  </div>
  <div class="seg which" role="group" aria-label="List">
    <button type="button" aria-pressed=${pressed(shown === 'results')}
      @click=${() => o.show('results')}>Results ${count(o.found)}</button>
    <button type="button" aria-pressed=${pressed(shown === 'saved')}
      @click=${() => o.show('saved')}>Saved here ${count(o.saved)}</button>
  </div>`;
}
