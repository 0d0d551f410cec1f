import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { told } from './asked.ts';
import { openPatent } from './part.element.ts';

/** Where the office has no text: where else it can be read. */
export const noText = (record: PatentRecord, what: 'claims' | 'description', from: EventTarget): TemplateResult => {
  const { textAt } = record;
  const toTab = (tab: 'pdf' | 'family'): unknown =>
    from.dispatchEvent(new CustomEvent('dossier-patent-tab', { detail: tab, bubbles: true, composed: true }));
  return told(
    html`<strong>This office gives no text of the ${what} for this publication.</strong> The pages can be read as
      <button class="open" @click=${() => toTab('pdf')}>PDF</button>${
        textAt === null
          ? '.'
          : html`, and <button class="open" @click=${() => openPatent(from, textAt.number)}>${
              textAt.spoken
            }</button> of the same family
              has the text.`
      }${
        textAt === null && record.family === null
          ? html` Another publication of the same invention may have the text: <button class="open"
            @click=${() => toTab('family')}>its family</button> shows which.`
          : nothing
      }`,
    { tone: 'info' },
  );
};
