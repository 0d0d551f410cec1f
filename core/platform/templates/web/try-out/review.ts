import { answerText } from '@dossier/sdk/web/ui/answer-text';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { formOf } from '../../form/index.ts';
import { own } from './walk.ts';
import type { Filled, Walk } from './walk.ts';

/** The answers as they are looked over before they are sent; each step leads back to itself. */
export function reviewOf(walk: Walk, { files }: Filled, change: (key: string) => void): TemplateResult {
  const papers = formOf(walk.papers).fields;
  const filesOf = (key: string): string =>
    files
      .filter(({ requirementKey }) => requirementKey === key)
      .map(({ fileName }) => fileName)
      .join(', ');
  return html`${walk.steps.slice(0, -1).map(({ key, title }) => {
    const fields =
      key === own.documents
        ? papers
        : (walk.form.steps.find((one) => one.key === key)?.fields ?? []).filter(
            (field) => !['heading', 'note'].includes(field.kind) && walk.asked.shows(field),
          );
    return html`<div class="review"><header><b>${title}</b><button type="button" class="button quiet small"
      @click=${() => change(key)}>Change<span class="visually-hidden"> ${title}</span></button></header><dl>${fields.map(
        (field) =>
          html`<dt>${String(field.schema['title'] ?? field.key)}</dt><dd>${
            (field.kind === 'file' ? filesOf(field.key) : answerText(walk.asked.value(field), field.schema)) ||
            'No answer'
          }</dd>`,
      )}</dl></div>`;
  })}`;
}
