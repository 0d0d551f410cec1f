import { define } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';
import { spacedClass } from '../narrowing.ts';
import './first-drawing.element.ts';
import { marked } from './marks.ts';
import './marked-paragraph.element.ts';
import { PartOfPatent } from './part.element.ts';
import { day, langOf } from './words.ts';

type Biblio = NonNullable<PatentRecord['biblio']>;

const fact = (title: string, value: TemplateResult | string | null): TemplateResult | typeof nothing =>
  value === null || value === '' ? nothing : html`<div><dt>${title}</dt><dd>${value}</dd></div>`;

/** Where the office gives none, it says so. */
const names = (some: readonly string[]): string => (some.length === 0 ? 'The office names none' : some.join('; '));

/** Abstract, drawing, parties, dates, classes, and where else it can be read. */
class PatentSummary extends PartOfPatent {
  #abstract({ abstracts }: Biblio, record: PatentRecord): TemplateResult {
    const text = this.inLanguage(abstracts);
    if (!text) return html`<p class="muted">The office gives no abstract of this publication.</p>`;
    return html`<div class="bar"><h3>Abstract</h3>${this.languages(abstracts)}</div>
      <p class="text" lang=${langOf(text.lang)}>${marked(text.text, this.words)}</p>
      <dossier-patent-marked-paragraph .marked=${{
        patent: record.patent,
        application: this.applicationId === '' ? null : this.applicationId,
        part: 'abstract',
        place: 'abstract',
        text: text.text,
      }}></dossier-patent-marked-paragraph>`;
  }

  #titles({ titles }: Biblio, record: PatentRecord): string | null {
    const others = titles.filter(({ text }) => text !== record.patent.title);
    return others.length === 0
      ? null
      : others.map(({ lang, text }) => (lang === 'ol' ? text : `${text} (${lang.toUpperCase()})`)).join('; ');
  }

  #facts(biblio: Biblio, record: PatentRecord): TemplateResult {
    const { classes, priorities } = biblio;
    const [first, rest] = [classes.filter((one) => !one.isAdditional), classes.filter((one) => one.isAdditional)];
    const spoken = (some: Biblio['classes']): string => some.map(({ symbol }) => spacedClass(symbol)).join(', ');
    return html`<h3>Names, dates and classes</h3><dl class="facts">
      ${fact('Applicants', names(biblio.applicants))}${fact('Inventors', names(biblio.inventors))}
      ${fact('Published', record.patent.date === null ? 'The office gives no date' : day(record.patent.date))}
      ${fact('Filed', biblio.filedOn === null ? 'The office gives no date' : day(biblio.filedOn))}
      ${fact('Application', biblio.application)}
      ${fact(
        'Priorities',
        priorities.length === 0
          ? 'None'
          : html`${priorities.map(
              ({ number, date }) => html`<div>${number}${date === null ? nothing : `, ${day(date)}`}</div>`,
            )}`,
      )}
      ${fact('Classes', classes.length === 0 ? 'The office gives none' : spoken(first))}${fact('Also', spoken(rest))}
      ${fact('Other titles', this.#titles(biblio, record))}</dl>`;
  }

  #links({ links }: PatentRecord): TemplateResult {
    const away = (href: string, text: string): TemplateResult =>
      html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}<span class="visually-hidden">, opens in
        another window</span></a>`;
    return html`<p class="bar small">${icon('globe', 16)}${away(links.espacenet, 'Espacenet')}${
      links.register === null ? nothing : away(links.register, 'European Patent Register')
    }</p>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return html`${this.shown(
      record,
      'biblio',
      record.biblio,
      { read: 'Read it', none: 'The office has no bibliographic data of this publication.', renewed: true },
      (biblio) => html`<section class="part">${this.#abstract(biblio, record)}</section>
        <section class="part"><dossier-patent-first-drawing .record=${record}></dossier-patent-first-drawing></section>
        <section class="part">${this.#facts(biblio, record)}</section>`,
    )}<section class="part">${this.#links(record)}</section>`;
  }
}
define('dossier-patent-summary', PatentSummary);
