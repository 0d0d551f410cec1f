/** What an entry of the history is about, in words. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { statusText } from '../status.ts';
import type { Application, AuditEntry } from '../types.ts';

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
export const headline = (entry: AuditEntry, application: Application | null): TemplateResult => {
  const name = textIn(entry.details, 'name'),
    state = textIn(entry.details, 'state');
  if (name && state) return html`<bdi>${name}</bdi>: ${wordsOf[state] ?? state}`;
  // Older reviews name their paper by its id alone, and to clients not at all.
  const fileName =
    textIn(entry.after, 'fileName') ??
    application?.documents.find(({ id }) => id === textIn(entry.after, 'document'))?.fileName ??
    null;
  if (fileName !== null || textIn(entry.after, 'reviewStatus') !== null) return paper(entry, fileName, application);
  const change = changeOf(entry);
  return html`${entry.title}${change === null ? nothing : html`: <strong>${change}</strong>`}${assigned(
    entry,
    application,
  ).map((one, i) => html`${i > 0 ? ', ' : ': '}<bdi>${one}</bdi>`)}`;
};

/** What somebody gave as the reason; null without one. */
export const reasonOf = ({ after }: AuditEntry): string | null => textIn(after, 'reason');

/** A change of status in words; null when it is none. */
export const changeOf = ({ before, after }: AuditEntry): string | null => {
  const [from, to] = [textIn(before, 'status'), textIn(after, 'status')];
  return from !== null && to !== null && from !== to ? statusText(to) : null;
};
