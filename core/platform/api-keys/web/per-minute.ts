import { html } from 'lit';
import type { TemplateResult } from 'lit';

/**
 * What was written into {@link perMinuteField}: null for nothing. What is no number becomes one that the server refuses
 * in its words.
 */
export const perMinuteOf = (form: FormData): number | null => {
  const text = String(form.get('perMinute') ?? '').trim();
  return text === '' ? null : Number(text) || 0;
};

/**
 * How often a key may be used. A text field, so that nothing that was typed is taken for nothing; `notes` is what
 * stands below it, with the id `perMinute-hint`.
 */
export const perMinuteField = (o: {
  value?: number | null;
  wrong: boolean;
  notes: TemplateResult;
}): TemplateResult => html`
  <div class="field"><label for="perMinute">Requests a minute <span class="optional">(optional)</span></label>
    <input id="perMinute" name="perMinute" class="input" inputmode="numeric" autocomplete="off" maxlength="12"
      .defaultValue=${o.value?.toString() ?? ''} aria-describedby="perMinute-hint"
      aria-invalid=${o.wrong ? 'true' : 'false'}>
    ${o.notes}</div>`;

export const perMinuteHint =
  'A whole number from 1 to 1,000,000. Empty means as many as the installation allows every key; more than that is never allowed.';
