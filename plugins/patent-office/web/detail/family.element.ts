import { define } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { PatentRecord } from '../../replies.ts';
import { PartOfPatent } from './part.element.ts';
import { day, kindInWords } from './words.ts';

type Member = NonNullable<PatentRecord['family']>[number];

/** The last that is known of a publication, where its legal events were read. */
const lastEvent = ({ legal }: PatentRecord, number: string): string | null => {
  const [last] = (legal ?? [])
    .filter((one) => one.number === number && one.text !== null)
    .toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  return last?.date && last.text ? `${last.text}, ${day(last.date)}` : null;
};

/** Publications of the same invention: those of the same simple family first, each with what it is. */
class PatentFamily extends PartOfPatent {
  #member(member: Member, record: PatentRecord): TemplateResult {
    const isThis = member.number === record.patent.number;
    const last = lastEvent(record, member.number);
    return html`<li aria-current=${isThis ? 'true' : nothing}><span class="first">${
      isThis
        ? html`<strong class="number">${member.spoken}</strong> <span class="tag">this one</span>`
        : this.way(member.number, member.spoken)
    }<span>${kindInWords(member.number)}</span><span class="muted number">${
      member.date === null ? 'no date given' : day(member.date)
    }</span><span class="${member.hasText ? 'tag' : 'muted small'}">${
      member.hasText ? html`${icon('text', 12)} has text` : 'no text at this office'
    }</span></span>${last === null ? nothing : html`<span class="muted small">Last event: ${last}</span>`}</li>`;
  }

  #group(title: string, members: readonly Member[], record: PatentRecord): TemplateResult | typeof nothing {
    return members.length === 0
      ? nothing
      : html`<section class="part"><h3>${title} <span class="muted">${members.length}</span></h3><ol
          class="lines">${members.map((one) => this.#member(one, record))}</ol></section>`;
  }

  #members(family: readonly Member[], record: PatentRecord): TemplateResult {
    const simple = family.filter(({ isSimple }) => isSimple);
    const others = family.filter(({ isSimple }) => !isSimple);
    return html`<p class="bar muted small">${counted(family.length, 'publication', 'publications')} of this
        invention</p>
      ${this.#group('With the same priorities', simple, record)}
      ${this.#group('With some of the priorities', others, record)}
      ${
        record.legal === null
          ? html`<p class="muted small">What became of each is under Legal, once it is read.</p>`
          : nothing
      }`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record } = this;
    if (!record) return nothing;
    return this.shown(
      record,
      'family',
      record.family,
      { read: 'Read the family', none: 'The office knows of no other publication of this invention.', renewed: true },
      (family) => this.#members(family, record),
    );
  }
}
define('dossier-patent-family', PatentFamily);
