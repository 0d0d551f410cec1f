import { copy } from '@dossier/sdk/web/ui/copy';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Contribution, PluginHost } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { cost, isUnmet, stateOf } from './asked.ts';
import { marked } from './marks.ts';
import { thereOf } from './pdf.controller.ts';
import type { PdfShown } from './pdf.controller.ts';
import { day, langOf } from './words.ts';

/** The office was not asked for title, names and dates. */
const isUnread = (record: PatentRecord): boolean =>
  record.patent.title === null && stateOf(record, 'biblio').state === 'not-asked';

/** The title, in English where there is one; else it says so. */
const titleOf = (record: PatentRecord, words: readonly string[]): TemplateResult => {
  const { title, titleLanguage } = record.patent;
  if (title === null)
    return html`<span class="muted">${isUnread(record) ? 'Not read yet' : 'The office gives no title'}</span>`;
  return titleLanguage === 'en'
    ? html`${marked(title, words)}`
    : html`<span lang=${langOf(titleLanguage)}>${marked(title, words)}</span> <span class="muted none-in-english">(no
        English title)</span>`;
};

/** How many pages the document has, and what it costs to read them now. */
const pdfLabel = (record: PatentRecord, { state }: PdfShown): TemplateResult | string => {
  if (stateOf(record, 'images').state === 'none') return 'No PDF';
  const { pages } = record;
  if (pages === null) return 'PDF';
  const many = html`<span>PDF<span class="many">, ${pages} ${pages === 1 ? 'page' : 'pages'}</span></span>`;
  if (!state) return many;
  if (state.isRunning) return html`${many} <span class="cost">${thereOf(state)} of ${state.of} are there</span>`;
  return html`${many} ${cost(state.isWhole ? 0 : state.credits)}`;
};

/** Number, applicant, date and title of a patent, and what can be done with it. */
export const patentHead = (
  {
    record,
    pdf,
    words,
    applicationId,
    maySave,
    actions,
    host,
    hasNote,
    noting,
  }: {
    readonly record: PatentRecord;
    readonly pdf: PdfShown;
    readonly words: readonly string[];
    readonly applicationId: string;
    readonly maySave: boolean;
    /** What others offer. */
    readonly actions: readonly Contribution[];
    readonly host: PluginHost;
    readonly hasNote: boolean;
    readonly noting: boolean;
  },
  o: { readonly save: () => unknown; readonly pdf: () => unknown; readonly note: () => unknown },
): TemplateResult => {
  const { patent } = record;
  const saved = record.savedTo.find((one) => one.applicationId === applicationId);
  const facts = isUnread(record)
    ? [patent.spoken]
    : [
        patent.spoken,
        patent.applicants.length === 0 ? 'no applicant named' : patent.applicants.join(', '),
        patent.date === null ? 'no date given' : day(patent.date),
      ];
  const label = saved ? (saved.tag === '' ? 'Saved' : `Saved: ${saved.tag}`) : 'Save';
  return html`<p class="line muted small number">${facts.join(' · ')}</p><h2
      tabindex="-1">${titleOf(record, words)}</h2><div class="acts">${
        applicationId === '' || isUnmet(record) || (!maySave && !saved)
          ? nothing
          : html`<button class="button ${saved ? 'is-saved' : ''}" ?disabled=${!maySave} @click=${o.save}>${icon(
              saved ? 'check' : 'bookmark',
              16,
            )} <span>${label}</span></button>`
      }<button class="button" @click=${o.pdf} ?disabled=${stateOf(record, 'images').state === 'none'}>${icon(
        'file',
        16,
      )} ${pdfLabel(record, pdf)}</button><button class="button quiet" title="Copy how it is cited"
      @click=${() => copy(host, record.citation)}>${icon('copy', 16)} Cite</button>${
        isUnmet(record)
          ? nothing
          : html`<button class="button quiet to-note" aria-pressed=${noting ? 'true' : 'false'} @click=${o.note}>${icon(
              'lock',
              16,
            )} My note${
              hasNote
                ? html` <span class="dot" aria-hidden="true"></span><span class="visually-hidden">, something is in
                    it</span>`
                : nothing
            }</button>`
      }${actions.map(
        (one) =>
          html`<dossier-slot .contribution=${one} .quiet=${true} .short=${true}
            .input=${{ patent, application: applicationId === '' ? null : applicationId }}></dossier-slot>`,
      )}</div>`;
};
