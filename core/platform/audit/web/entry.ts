import { chip } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { besides, changesOf } from './changes.ts';
import type { Change } from './changes.ts';
import { exactTime, timeOfDay } from './days.ts';
import type { Actor, AuditEntry } from './types.ts';
import { actorKind, actorName, partName, subjectKind, subjectName, textIn } from './words.ts';

const refused = 'core/denied@1';

/** Where lines stand: the organization's address, the actor that the trail is narrowed to, and how to narrow it. */
export interface Place {
  readonly slug: string;
  readonly actorId: string;
  readonly narrow: (actor: Actor) => void;
}

const who = (actor: Actor, { actorId, narrow }: Place): TemplateResult => {
  const kind = actorKind(actor);
  return html`
    <span class="actor ${actor.kind}"><span class="kind" title=${kind.text}>${icon(kind.icon, 16)}<span
      class="visually-hidden">${kind.text}</span></span>
      <button aria-pressed=${actor.id === actorId} title="Only what ${actorName(actor)} did"
        @click=${() => narrow(actor)}><bdi>${actorName(actor)}</bdi></button></span>`;
};

const what = (entry: AuditEntry): TemplateResult => {
  const part = partName(entry),
    operation = entry.type === refused ? textIn(entry.details, 'operation') : null;
  return html`<span class="what">${entry.title}${part === null ? nothing : html`: <bdi>${part}</bdi>`}${
    operation === null ? nothing : html` ${chip({ text: operation, tone: 'danger', icon: 'lock' })}`
  }</span>`;
};

/** For a refused attempt that reached no object, the operation is shown already. */
const about = (entry: AuditEntry, { slug }: Place): TemplateResult | typeof nothing => {
  const { subject, workspaceId } = entry;
  if (subject.type === 'operation') return nothing;
  const name = subjectName(entry);
  const text = html`${subjectKind(subject.type)}${name === null ? nothing : html` <bdi>${name}</bdi>`}`;
  return html`<span class="about">${
    subject.type === 'application' && workspaceId !== null
      ? html`<a
        href=${workspaceAddress(slug, workspaceId, `applications/${encodeURIComponent(subject.id)}`)}>${text}</a>`
      : text
  }</span>`;
};

const value = (text: string | null): TemplateResult =>
  text === null ? html`<td class="muted">none</td>` : html`<td><bdi>${text}</bdi></td>`;

const changed = (changes: readonly Change[]): TemplateResult => html`
  <table>
    <caption class="visually-hidden">What was changed</caption>
    <thead><tr><th scope="col"><span class="visually-hidden">Member</span></th><th scope="col">Before</th><th
      scope="col">After</th></tr></thead>
    <tbody>${changes.map(
      ({ name, before, after }) =>
        html`<tr><th scope="row"><bdi>${name}</bdi></th>${value(before)}${value(after)}</tr>`,
    )}</tbody>
  </table>`;

const fact = ([name, text]: readonly [string, string]): TemplateResult =>
  html`<div><dt><bdi>${name}</bdi></dt><dd><bdi>${text}</bdi></dd></div>`;

/** What a line leaves out: the change itself, what was kept with it, and the ids by which it is found elsewhere. */
const more = (entry: AuditEntry): TemplateResult => {
  const { id, at, type, actor, subject, workspaceId } = entry;
  const changes = changesOf(entry),
    kept = besides(entry);
  const ids: readonly (readonly [string, string])[] = [
    ['Time', exactTime(at)],
    ['Kind', type],
    ['By', `${actor.kind} ${actor.id}`],
    ['About', `${subject.type} ${subject.id}`],
    ...(workspaceId === null ? [] : [['Workspace', workspaceId] as const]),
    ['Entry', id],
  ];
  return html`
    <details>
      <summary>Details<span class="visually-hidden"> of: ${entry.title}, ${timeOfDay(at)}</span></summary>
      <div class="inside">
        ${changes.length > 0 ? changed(changes) : nothing}
        ${kept.length > 0 ? html`<dl class="facts">${kept.map(fact)}</dl>` : nothing}
        <dl class="facts ids">${ids.map(fact)}</dl>
      </div>
    </details>`;
};

/** One entry on a line: when, who, what and about what. */
export const entryLine = (entry: AuditEntry, place: Place): TemplateResult => html`
  <li>
    <time class="number" datetime=${entry.at} title=${exactTime(entry.at)}>${timeOfDay(entry.at)}</time>
    ${who(entry.actor, place)}${what(entry)}${about(entry, place)}${more(entry)}
  </li>`;
