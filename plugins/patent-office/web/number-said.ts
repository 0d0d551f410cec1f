import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { NumberRead } from './asking.ts';
import { price } from './price.ts';

/** That a number was recognised: which publication it is, or what has to be asked first. */
export function numberSaid(
  { number, spoken, question, candidates }: NumberRead,
  o: { readonly open: (number: string) => void; readonly asWords: () => void },
): TemplateResult | typeof nothing {
  if (number !== null)
    return html`<div class="asks" role="status">${icon('file', 16)}<p>This is the number of a publication.</p>
      <button type="button" class="button small" @click=${() => o.open(number)}>Open ${spoken ?? 'it'}${price(0)}</button></div>`;
  if (question === null) return nothing;
  return html`<div class="asks" role="status">${icon('info', 16)}<p>${question}</p>
    ${candidates.map(
      (one) => html`<button type="button" class="button small candidate"
        @click=${() => o.open(one.number)}>${one.spoken}</button>`,
    )}<button type="button" class="button quiet small" @click=${o.asWords}>Search for it as words</button></div>`;
}
