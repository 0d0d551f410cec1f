import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { avatar, avatarStyles } from '@dossier/sdk/web/ui/avatar';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { sentence } from '@dossier/sdk/web/ui/sentence';
import type { AuditEntry } from '../types.ts';

/** What the engine did of itself; a change of status stands for itself, as a person's does. */
const isEngine = (entry: AuditEntry): boolean =>
  !entry.type.startsWith('applications/changed@') &&
  (entry.actor.kind === 'system' || entry.type.startsWith('workflow/step-changed@'));

/** Entries one after another by the engine come as one. */
function folded(entries: readonly AuditEntry[]): readonly (readonly AuditEntry[])[] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0] && isEngine(last[0]) && isEngine(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** The history of a case, newest first: people in sentences, what the workflow did in one line that unfolds. */
class CaseActivity extends DossierElement {
  static override styles = [
    DossierElement.styles,
    avatarStyles,
    css`
    :host { font-size: var(--dossier-size-s); }
    li { position: relative; padding: 0 0 0.875rem 1.875rem; overflow-wrap: anywhere; }
    li::before { content: ""; position: absolute; inset-inline-start: 0.375rem; top: 0.375rem; width: 0.5rem;
      height: 0.5rem; border-radius: 50%; background: var(--dossier-control-border); }
    li:has(> .avatar)::before { content: none; }
    li > .avatar { position: absolute; inset-inline-start: 0; top: 0; }
    li:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: calc(0.625rem - 0.5px);
      top: 1.5rem; bottom: 0.25rem; width: 1px; background: var(--dossier-border); }
    li:last-child { padding-bottom: 0; }
    .by { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
    .said { white-space: pre-line; }
    details { color: var(--dossier-muted); }
    summary { cursor: pointer; }
    details ol { margin-top: 0.375rem; display: grid; gap: 0.25rem; font-size: var(--dossier-size-s); }
    details li { padding: 0; }
    details li::before, details li::after { content: none !important; }
  `,
  ];

  static override properties = { entries: { attribute: false } };
  /** The oldest first. */
  declare entries: readonly AuditEntry[];

  constructor() {
    super();
    this.entries = [];
  }

  #one(entry: AuditEntry): TemplateResult {
    return html`<div class="said">${sentence(entry.sentence)}</div><time class="by" datetime=${entry.at}
      title=${fullTime(entry.at)}>${ago(entry.at)}</time>`;
  }

  override render(): TemplateResult {
    const groups = folded(this.entries.toReversed());
    return html`<h2 id="title" class="visually-hidden">Activity</h2><ol aria-labelledby="title">${groups.map(
      (group) => {
        const [first] = group;
        if (!first) return '';
        if (!isEngine(first))
          return html`<li>${first.actor.kind === 'user' ? avatar(first.actor.name) : ''}${this.#one(first)}</li>`;
        return html`<li><details><summary>The workflow ran: ${group.length} ${group.length === 1 ? 'entry' : 'entries'}. <time
        class="by" datetime=${first.at} title=${fullTime(first.at)}>${ago(first.at)}</time></summary><ol>${group.map(
          (entry) => html`<li>${sentence(entry.sentence)}</li>`,
        )}</ol></details></li>`;
      },
    )}</ol>`;
  }
}
define('dossier-case-activity', CaseActivity);
