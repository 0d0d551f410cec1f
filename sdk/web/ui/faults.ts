import { ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

export type Faults = readonly { readonly pointer: string; readonly detail: string }[];

/** What a refusal says about fields, and the sentence for the rest of it. */
export interface Refusal {
  readonly faults: Faults;
  readonly text: string;
}

/** Was a change refused because somebody else was first (412)? */
export const isOvertaken = (error: unknown): boolean => error instanceof ProblemError && error.status === 412;
export const overtaken = 'Somebody else changed this meanwhile, so nothing of yours was saved.';

export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ProblemError)) return { faults: [], text: 'That did not work. Please try again.' };
  return { faults: error.errors, text: isOvertaken(error) ? overtaken : error.message };
};

/** The fault at a field or inside it, in words. */
export const faultAt = (faults: Faults, pointer: string): string | undefined =>
  faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))?.detail;

/** A sentence that begins with the label of its field ("Amount: enter a number."), as it reads below that label. */
export const belowLabel = (label: string, detail: string): string => {
  const before = /[?!.]$/.test(label) ? `${label} ` : `${label}: `;
  const rest = detail.startsWith(before) ? detail.slice(before.length) : detail;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
};

/**
 * The head of a form that was refused: the faults that belong to none of the fields at `shown`, or a pointer to those
 * that do.
 */
export const refusalSummary = (refusal: Refusal | null, shown: readonly string[]): TemplateResult | typeof nothing => {
  if (!refusal) return nothing;
  const rest = refusal.faults.filter((fault) => !shown.some((pointer) => faultAt([fault], pointer) !== undefined));
  const marked = shown.filter((pointer) => faultAt(refusal.faults, pointer) !== undefined).length;
  return html`
    <div class="refusal" role="alert">
      ${refusal.faults.length === 0 ? html`<p>${refusal.text}</p>` : nothing}
      ${
        marked > 0
          ? html`<p>${marked === 1 ? 'One field needs another look.' : `${marked} fields need another look.`}</p>`
          : nothing
      }
      ${rest.map(
        (fault) =>
          html`<p>${fault.detail}${
            fault.pointer === '' ? nothing : html` <span class="small">(${fault.pointer})</span>`
          }</p>`,
      )}
    </div>`;
};
