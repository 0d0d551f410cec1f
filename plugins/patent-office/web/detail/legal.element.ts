import { define } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { PartOfPatent } from './part.element.ts';
import { day } from './words.ts';

type LegalEvent = NonNullable<PatentRecord['legal']>[number];

const impacts: Readonly<Record<'+' | '-', { readonly sign: string; readonly words: string }>> = {
  '+': { sign: '+', words: 'in favour of the right' },
  '-': { sign: '−', words: 'against the right' },
};

/** What the offices report of a patent, the newest first. It says nothing about whether it is in force. */
class PatentLegal extends PartOfPatent {
  static override styles = [
    PartOfPatent.styles,
    css`
    .time { display: grid; max-width: 52rem; }
    .time > li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.5rem; padding: 0.375rem 0;
      align-items: baseline;
      font-size: var(--dossier-size-s); }
    .time time, .time .none { color: var(--dossier-muted); font-variant-numeric: tabular-nums; }
    .impact { display: inline-flex; align-items: center; gap: 0.25rem; padding: 0 0.4375rem; border-radius: 1rem;
      font-size: var(--dossier-size-xs); line-height: 1.25rem; }
    .impact.good { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
    .impact.bad { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
    .no-verdict { margin-top: 0.75rem; }
    @media (max-width: 29.99em) { .time > li { grid-template-columns: minmax(0, 1fr); gap: 0; } }
  `,
  ];

  #event({ date, text, impact, country, number }: LegalEvent, record: PatentRecord): TemplateResult {
    const effect = impact === null ? null : impacts[impact];
    const other = record.family?.find((one) => one.number === number && number !== record.patent.number);
    return html`<li>${
      date === null ? html`<span class="none">no date</span>` : html`<time datetime=${date}>${day(date)}</time>`
    }<span>${text ?? 'An event that the office does not describe'} ${
      country === null ? nothing : html`<span class="muted">${country}</span>`
    } ${
      effect === null
        ? nothing
        : html`<span class="impact ${impact === '+' ? 'good' : 'bad'}"><b aria-hidden="true">${effect.sign}</b>${effect.words}</span>`
    } ${other ? this.way(other.number, other.spoken) : nothing}</span></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return this.shown(
      record,
      'legal',
      record.legal,
      { read: 'Read the legal events', none: 'The offices report no event for this publication.', renewed: true },
      (events) =>
        html`${
          events.length === 0
            ? html`<p class="muted">The offices report no event for this publication.</p>`
            : html`<ol class="time" aria-label="Events, the newest first">${events
                .toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1))
                .map((one) => this.#event(one, record))}</ol>`
        }<p class="muted small no-verdict">Events as the offices report them. This is no statement on validity.</p>`,
    );
  }
}
define('dossier-patent-legal', PatentLegal);
