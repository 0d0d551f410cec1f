import { icon } from '@dossier/sdk/web/ui/icon';
import { words } from '@dossier/sdk/web/ui/format';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';

/** One thing that is different, as `GET /api/v1/templates/:id/differences` lists it. */
export interface Difference {
  readonly what: 'field' | 'step' | 'document' | 'workflow-step' | 'template';
  readonly kind: 'added' | 'removed' | 'changed';
  readonly id: string;
  readonly title: string;
  readonly members: readonly { readonly member: string; readonly from: unknown; readonly to: unknown }[];
}

const whats = {
  field: 'Question',
  step: 'Step',
  document: 'Document',
  'workflow-step': 'Step of the workflow',
  template: 'Template',
};
const kinds = { added: 'new', removed: 'removed', changed: 'changed' };
const members: Readonly<Record<string, string>> = {
  title: 'label',
  description: 'help',
  'x-show': 'when it is shown',
  show: 'when it is asked',
  'x-message': 'message',
  'x-placeholder': 'example',
  'x-formula': 'calculation',
  'x-currency': 'currency',
  'x-decimals': 'decimals',
  oneOf: 'options',
  enum: 'options',
  items: 'options',
  key: 'short name',
  group: 'rows in which it stands',
  handler: 'check',
  settings: 'settings of the check',
  forClients: 'what clients read',
  minutes: 'how long it takes',
  amount: 'the amount',
  keyAnswers: 'the answers that officers see first',
  foundBy: 'the answers by which applications are found',
  language: 'language',
  next: 'what applicants read after sending',
  additions: 'whether clients may add what they left open',
};
/** What is written in these are names that the installation gives, and nobody reads. */
const codes = ['step', 'group', 'amount', 'handler', 'type', 'x-kind', 'format'];
const said = (value: unknown): string =>
  value === null
    ? 'nothing'
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : typeof value === 'object'
        ? ''
        : `“${String(value)}”`;

/** What is different, one line each: a sign and a word, and the old value of what changed. */
export const differenceList = (list: readonly Difference[]): TemplateResult =>
  list.length === 0 ? html`<p class="muted">Nothing is different.</p>` : html`<ul class="diff">${list.map(line)}</ul>`;

const signs = { added: 'plus', removed: 'dash', changed: 'pencil' };
const line = (one: Difference): TemplateResult => {
  const details = one.members.map(({ member, from, to }) => {
    const name = members[member] ?? words(member.replace(/^x-/, '')).toLowerCase();
    const [old, now] = [said(from), said(to)];
    return old === '' || now === '' || codes.includes(member) ? name : `${name} from ${old} to ${now}`;
  });
  return html`<li class=${one.kind}>${icon(signs[one.kind], 15)}<span>${whats[one.what]}
    <b>${one.title}</b> is ${kinds[one.kind]}${details.length === 0 ? '' : ': '}${details.join(', ')}</span></li>`;
};

export const differenceStyles = css`
  .diff { display: grid; gap: 0.375rem; }
  .diff li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0.375rem; overflow-wrap: anywhere; }
  .diff .added svg { color: var(--dossier-success-text); }
  .diff .changed svg { color: var(--dossier-info-text); }
  .diff .removed svg { color: var(--dossier-danger-text); }
`;
