/** Where in the designer a fault is, by its JSON pointer into the template. */
import { allFields } from './content.ts';
import type { Content, Path } from './content.ts';
import type { Selection } from './steps.ts';
import type { Tab } from '../routes.ts';

/** `member` names the control that mends it, as the part in which it stands knows it. */
export interface Target {
  readonly tab: Tab;
  /** In the form. */
  readonly selected: Selection | null;
  /** Of a document or a step of the workflow: its place in the list. */
  readonly at: number | null;
  readonly member: string | null;
  /** What it is about, as people know it; empty for the whole of it. */
  readonly title: string;
}

/** Controls of fields and of steps of the form by the members that they write; any other member is a limit. */
const controls: Readonly<Record<string, string>> = {
  title: 'label',
  description: 'help',
  'x-placeholder': 'placeholder',
  'x-message': 'message',
  'x-formula': 'formula',
  'x-show': 'when',
  show: 'when',
  minutes: 'minutes',
  oneOf: 'options',
  enum: 'options',
  items: 'options',
};

const whole: Target = { tab: 'form', selected: null, at: null, member: null, title: '' };

const settings: Readonly<Record<string, readonly [string, string]>> = {
  description: ['description', 'What it is for'],
  language: ['language', 'Language'],
  amount: ['amount', 'The amount'],
  keyAnswers: ['add-answer', 'Answers that officers see first'],
  foundBy: ['add-found', 'Answers by which applications are found'],
  next: ['next', 'After sending'],
  additions: ['additions', 'After sending'],
};

const inField = (content: Content, path: Path, member: string | undefined): Target => {
  const found = allFields(content).find((one) => JSON.stringify(one.path) === JSON.stringify(path));
  return found
    ? {
        ...whole,
        selected: { field: path },
        title: found.title,
        member: member === undefined ? null : (controls[member] ?? 'limits'),
      }
    : whole;
};

export const targetOf = (pointer: string, content: Content): Target => {
  const [, part = '', ...rest] = pointer.split('/').map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  const at = Number(rest[0]);
  const member = rest[1] ?? null;
  if (part === 'schema' && rest[0] === 'properties' && rest[1] !== undefined) {
    const inner = rest[2] === 'items' && rest[3] === 'properties' ? rest[4] : undefined;
    return inner === undefined ? inField(content, [rest[1]], rest[2]) : inField(content, [rest[1], inner], rest[5]);
  }
  if (part === 'wizard') {
    const step = content.wizard[at];
    const key = member === 'fields' ? step?.fields[Number(rest[2])] : undefined;
    if (key !== undefined && content.schema.properties?.[key]) return inField(content, [key], undefined);
    return step
      ? { ...whole, selected: { step: step.key }, title: step.title, member: controls[member ?? ''] ?? null }
      : whole;
  }
  if (part === 'workflow') {
    const step = content.workflow[at];
    const control = member === 'settings' && rest[2] !== undefined ? `settings/${rest[2]}` : member;
    return { ...whole, tab: 'workflow', at: step ? at : null, member: control, title: step?.name ?? '' };
  }
  if (part === 'requiredDocuments') {
    const one = content.requiredDocuments[at];
    const control = member === 'show' ? 'when' : member === 'description' ? 'help' : 'title';
    return { ...whole, tab: 'documents', at: one ? at : null, member: control, title: one?.title ?? '' };
  }
  const named = settings[part];
  if (named) return { ...whole, tab: 'settings', member: named[0], title: named[1] };
  return part === 'name' ? { ...whole, member: 'name', title: 'Name' } : whole;
};
