/** Where in the designer a fault is, by its JSON pointer into the template. */
import { allFields } from './content.ts';
import type { Content, Path } from './content.ts';
import type { Selection } from './steps.ts';
import type { Tab } from '../routes.ts';

interface Target {
  readonly tab: Tab;
  readonly selected: Selection | null;
  /** What it is about, as people know it; empty for the whole of it. */
  readonly title: string;
}

export const targetOf = (pointer: string, content: Content): Target => {
  const [, part, ...rest] = pointer.split('/').map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  const at = Number(rest[0]);
  if (part === 'schema' && rest[0] === 'properties' && rest[1] !== undefined) {
    const inner = rest[2] === 'items' && rest[3] === 'properties' ? rest[4] : undefined;
    const path: Path = inner === undefined ? [rest[1]] : [rest[1], inner];
    const found = allFields(content).find((one) => JSON.stringify(one.path) === JSON.stringify(path));
    return { tab: 'form', selected: found ? { field: path } : null, title: found?.title ?? '' };
  }
  if (part === 'wizard') {
    const step = content.wizard[at];
    return { tab: 'form', selected: step ? { step: step.key } : null, title: step?.title ?? '' };
  }
  if (part === 'workflow') return { tab: 'workflow', selected: null, title: content.workflow[at]?.name ?? '' };
  if (part === 'requiredDocuments')
    return { tab: 'documents', selected: null, title: content.requiredDocuments[at]?.title ?? '' };
  return { tab: 'form', selected: null, title: '' };
};
