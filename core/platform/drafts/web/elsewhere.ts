/** What other tabs and devices did with a draft, and what this browser kept of it. */
import type { LiveEvent } from '@dossier/sdk/web';
import { isRecord } from '@dossier/sdk/web/ui/record';
import type { Unsaved } from './draft-keeper.ts';

/** `gone`: sent or deleted, nobody said which. */
export type Gone = 'sent' | 'deleted' | 'gone';

interface Heard {
  /** Of any draft when it is not known. */
  readonly id: string | null;
  readonly what: string | null;
  readonly savedAt: string | null;
}

/** A hint as it came; after a time without a connection anything may have happened. */
export function elsewhere(event: LiveEvent): Heard {
  const data = event.kind === 'change' && isRecord(event.data) ? event.data : {};
  const text = (name: string): string | null => {
    const value = data[name];
    return typeof value === 'string' ? value : null;
  };
  return { id: text('id'), what: text('what'), savedAt: text('savedAt') };
}

const isUnsaved = (value: unknown): value is Unsaved =>
  isRecord(value) &&
  [value['base'], value['mine']].every(
    (one) => isRecord(one) && isRecord(one['answers']) && isRecord(one['typed']) && Array.isArray(one['done']),
  );

/** What is not saved yet, as it was kept; null for anything else that stands in its place. */
export const keptFrom = (value: unknown): Unsaved | null => (isUnsaved(value) ? value : null);

/** Of which template it is; null where that was not kept. */
export const keptTemplate = (value: unknown): string | null =>
  isRecord(value) && typeof value['templateId'] === 'string' ? value['templateId'] : null;
