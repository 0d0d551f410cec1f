import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { statusText } from './status.ts';
import type { Application, AuditEntry } from './types.ts';

const shownAtFirst = 12;

const wordsOf: Readonly<Record<string, string>> = {
  pending: 'waits for its turn',
  running: 'in progress',
  waiting: 'waiting',
  passed: 'passed',
  failed: 'did not pass',
  skipped: 'not needed',
};

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

const textIn = (value: unknown, key: string): string | null => {
  const found = memberOf(value, key);
  return typeof found === 'string' && found !== '' ? found : null;
};

/** What a review came to. */
const reviewed: Readonly<Record<string, string>> = { approved: 'Approved', rejected: 'Rejected' };

/** A paper by its file and by what was asked for, and what became of it. */
const paper = (
  { title, before, after }: AuditEntry,
  fileName: string | null,
  application: Application | null,
): TemplateResult => {
  const key = textIn(after, 'requirementKey');
  const wanted =
    key === null ? null : (application?.template.requiredDocuments.find((one) => one.key === key)?.title ?? key);
  const review = textIn(before, 'reviewStatus') === null ? null : textIn(after, 'reviewStatus');
  return html`${review === 'pending' ? 'A review was taken back' : title}${
    fileName === null ? nothing : html`: <bdi>${fileName}</bdi>`
  }${wanted === null ? nothing : html`, for <bdi>${wanted}</bdi>`}${
    review === null || review === 'pending' ? nothing : html`: <strong>${reviewed[review] ?? review}</strong>`
  }`;
};

/** The officers of an assignment, by the application that names them. */
const assigned = ({ before, after }: AuditEntry, application: Application | null): readonly string[] => {
  const [former, now] = [memberOf(before, 'assignees'), memberOf(after, 'assignees')];
  if (!Array.isArray(now)) return [];
  return (application?.officers ?? [])
    .filter(({ id }) => now.includes(id) && !(Array.isArray(former) && former.includes(id)))
    .map(({ name }) => name);
};

/**
 * A workflow step by its name, and what became of it; papers and officers by theirs; others by the title of their kind.
 */
const headline = (entry: AuditEntry, application: Application | null): TemplateResult => {
  const name = textIn(entry.details, 'name'),
    state = textIn(entry.details, 'state');
  if (name && state) return html`<bdi>${name}</bdi>: ${wordsOf[state] ?? state}`;
  // Older reviews name their paper by its id alone, and to clients not at all.
  const fileName =
    textIn(entry.after, 'fileName') ??
    application?.documents.find(({ id }) => id === textIn(entry.after, 'document'))?.fileName ??
    null;
  if (fileName !== null || textIn(entry.after, 'reviewStatus') !== null) return paper(entry, fileName, application);
  return html`${entry.title}${assigned(entry, application).map(
    (one, i) => html`${i > 0 ? ', ' : ': '}<bdi>${one}</bdi>`,
  )}`;
};

/** What happened, newest first: who, what, when, and a change of status in words. */
class Timeline extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    h2 { margin-bottom: 0.75rem; }
    li { position: relative; padding: 0 0 0.875rem 1.25rem; overflow-wrap: anywhere; }
    li::before { content: ""; position: absolute; inset-inline-start: 0; top: 0.5rem; width: 0.5rem; height: 0.5rem;
      border-radius: 50%; background: var(--dossier-control-border); }
    li:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: calc(0.25rem - 1px); top: 1.25rem;
      bottom: -0.25rem; width: 2px; background: var(--dossier-border); }
    li:last-child { padding-bottom: 0; }
    li.decision::before { background: var(--dossier-accent); }
    .by { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
    .reason { margin-top: 0.125rem; color: var(--dossier-muted); }
    .button { margin-top: 0.75rem; }
  `,
  ];
  static override properties = {
    entries: { attribute: false },
    application: { attribute: false },
    all: { state: true },
  };
  declare entries: readonly AuditEntry[];
  /** Whose history it is: it has the names of what the entries are about. */
  declare application: Application | null;
  declare all: boolean;

  constructor() {
    super();
    this.entries = [];
    this.application = null;
    this.all = false;
  }

  override render() {
    // The trail comes in the order of the log, which knows what came first within a millisecond.
    const entries = this.entries.toReversed();
    const shown = this.all ? entries : entries.slice(0, shownAtFirst);
    return html`
      <h2 id="title">History</h2>
      <ol aria-labelledby="title">
        ${shown.map((entry) => {
          const from = textIn(entry.before, 'status'),
            to = textIn(entry.after, 'status'),
            reason = textIn(entry.after, 'reason');
          const changed = from !== null && to !== null && from !== to;
          return html`
            <li class=${changed ? 'decision' : ''}>
              <div>${headline(entry, this.application)}${
                changed ? html`: <strong>${statusText(to)}</strong>` : nothing
              }</div>
              ${reason ? html`<p class="reason">“${reason}”</p>` : nothing}
              <div class="by"><bdi>${entry.actor.name}</bdi> · <time datetime=${entry.at}
                title=${fullTime(entry.at)}>${ago(entry.at)}</time></div>
            </li>`;
        })}
      </ol>
      ${
        entries.length > shown.length
          ? html`<button class="button small" @click=${() => {
              this.all = true;
            }}>Show all ${entries.length} entries</button>`
          : nothing
      }`;
  }
}
define('dossier-timeline', Timeline);
