import { drawnOr } from '@dossier/sdk/web/ui/drawn-or';
import { icon } from '@dossier/sdk/web/ui/icon';
import { inWords, sentence, sentenceText } from '@dossier/sdk/web/ui/sentence';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { exactTime, timeOfDay } from './days.ts';
import type { AuditFilter } from './filter.ts';
import type { Actor, AuditChange, AuditEntry } from './types.ts';
import { actorKind, actorName, initialsOf } from './words.ts';

/** Where lines stand: the organization's address, and how the trail is narrowed from them. */
export interface Place {
  readonly slug: string;
  readonly filter: AuditFilter;
  readonly narrow: (part: Partial<AuditFilter>) => void;
}

const picture = (actor: Actor): TemplateResult => {
  const kind = actorKind(actor);
  return html`<span class="picture ${actor.kind}" title=${`${kind.text}: ${actorName(actor)}`} aria-hidden="true">${
    actor.kind === 'user' ? initialsOf(actor.name) : icon(kind.icon, 14)
  }</span>`;
};

const value = (text: string | null, side: 'was' | 'now'): TemplateResult =>
  text === null ? html`<td class="muted">Nothing</td>` : html`<td class=${side}><bdi>${inWords(text)}</bdi></td>`;

/** A long text that was not there before is a note: it is read, not compared. */
const isNote = ({ before, after }: AuditChange): boolean =>
  before === null && after !== null && (after.length > 80 || after.includes('\n'));

const changed = (changes: readonly AuditChange[]): TemplateResult | typeof nothing =>
  changes.length === 0
    ? nothing
    : html`
  <table>
    <thead><tr><th scope="col">Changed</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>${changes.map(
      ({ title, before, after, withheld }) =>
        html`<tr><th scope="row"><bdi>${title}</bdi></th>${
          withheld
            ? html`<td class="muted" colspan="2">Shown to who may read the application</td>`
            : html`${value(before, 'was')}${value(after, 'now')}`
        }</tr>`,
    )}</tbody>
  </table>`;

const note = ({ title, after }: AuditChange): TemplateResult =>
  html`<div class="quote"><small>${title}</small><p dir="auto">${after}</p></div>`;

const narrowing = (entry: AuditEntry, { filter, narrow }: Place): readonly TemplateResult[] => {
  const { actor, subject } = entry;
  const about = entry.sentence.find(({ record }) => record?.id === subject.id)?.text;
  return [
    ...(filter.actorId === actor.id
      ? []
      : [
          html`<button class="link" @click=${() => narrow({ actorId: actor.id })}>Only what <bdi>${actorName(
            actor,
          )}</bdi> did</button>`,
        ]),
    ...(about === undefined || filter.subjectId === subject.id
      ? []
      : [
          html`<button class="link" @click=${() =>
            narrow({ subjectType: subject.type, subjectId: subject.id })}>Only <bdi>${about}</bdi></button>`,
        ]),
  ];
};

/** What a line leaves out: before and after, the exact moment, and the ways to what belongs to it. */
const more = (entry: AuditEntry, place: Place): TemplateResult => {
  const notes = entry.changes.filter(isNote);
  return html`
    <details>
      <summary><span class="visually-hidden">Details, ${timeOfDay(entry.at)}: ${entry.title}</span>${icon(
        'right',
        14,
      )}</summary>
      <div class="inside">
        ${changed(entry.changes.filter((change) => !isNote(change)))}${notes.map(note)}
        <div class="meta"><span>${entry.title}</span><span class="number">${exactTime(entry.at)}</span><span
          class="narrow">${narrowing(entry, place)}</span></div>
      </div>
    </details>`;
};

/** One entry: when, who, and what they did in one sentence. */
export const entryLine = (entry: AuditEntry, place: Place): TemplateResult => html`
  <li>${drawnOr(
    sentenceText(entry.sentence),
    () => html`
      <time class="number" datetime=${entry.at} title=${exactTime(entry.at)}>${timeOfDay(entry.at)}</time>
      ${picture(entry.actor)}<span class="what">${sentence(entry.sentence, place.slug)}</span>${more(entry, place)}`,
  )}</li>`;
