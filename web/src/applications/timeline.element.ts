import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { statusText } from './status.ts';
import type { AuditEntry } from './types.ts';

const shownAtFirst = 12;

const wordsOf: Readonly<Record<string, string>> = { pending: 'waits for its turn', running: 'in progress', waiting: 'waiting', passed: 'passed', failed: 'did not pass', skipped: 'not needed' };

const textIn = (value: unknown, key: string): string | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
};

/** A workflow step by its name, and what became of it; other entries by the title of their kind, a document's with its name or review. */
const headline = ({ title, details, after }: AuditEntry): string => {
  const name = textIn(details, 'name'), state = textIn(details, 'state');
  if (name && state) return `${name}: ${wordsOf[state] ?? state}`;
  const about = textIn(after, 'fileName') ?? textIn(after, 'reviewStatus');
  return about ? `${title}: ${about}` : title;
};

/** What happened, newest first: who, what, when, and a change of status in words. */
class Timeline extends DossierElement {
  static override styles = [DossierElement.styles, css`
    h2 { margin-bottom: 0.75rem; }
    li { position: relative; padding: 0 0 0.875rem 1.25rem; overflow-wrap: anywhere; }
    li::before { content: ""; position: absolute; inset-inline-start: 0; top: 0.5rem; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--dossier-control-border); }
    li:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: calc(0.25rem - 1px); top: 1.25rem; bottom: -0.25rem; width: 2px; background: var(--dossier-border); }
    li:last-child { padding-bottom: 0; }
    li.decision::before { background: var(--dossier-accent); }
    .by { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
    .reason { margin-top: 0.125rem; color: var(--dossier-muted); }
    .button { margin-top: 0.75rem; }
  `];
  static override properties = { entries: { attribute: false }, all: { state: true } };
  declare entries: readonly AuditEntry[];
  declare all: boolean;

  constructor() {
    super();
    this.entries = [];
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
          const from = textIn(entry.before, 'status'), to = textIn(entry.after, 'status'), reason = textIn(entry.after, 'reason');
          const changed = from !== null && to !== null && from !== to;
          return html`
            <li class=${changed ? 'decision' : ''}>
              <div>${headline(entry)}${changed ? html`: <strong>${statusText(to)}</strong>` : nothing}</div>
              ${reason ? html`<p class="reason">“${reason}”</p>` : nothing}
              <div class="by">${entry.actor.name} · <time datetime=${entry.at} title=${fullTime(entry.at)}>${ago(entry.at)}</time></div>
            </li>`;
        })}
      </ol>
      ${entries.length > shown.length ? html`<button class="button small" @click=${() => { this.all = true; }}>Show all ${entries.length} entries</button>` : nothing}`;
  }
}
define('dossier-timeline', Timeline);
