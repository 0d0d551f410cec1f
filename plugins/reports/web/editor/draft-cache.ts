import type { Definition, Template } from '../types.ts';

/** A draft on which a user goes on when they come back. */
export interface CachedDraft {
  readonly template: Template;
  readonly definition: Definition;
  readonly timeZone: string;
  readonly workspaceIds: readonly string[];
}

const drafts = new Map<string, CachedDraft>();

/**
 * Drafts that were left by a click on one of their own numbers, or for a run: Back finds them as they were. They live
 * as long as the page.
 */
export const draftCache = {
  keep(workspaceId: string, templateId: string, draft: CachedDraft): void {
    drafts.set(`${workspaceId} ${templateId}`, draft);
  },
  /** Takes it out: what is opened a second time begins anew. */
  take(workspaceId: string, templateId: string): CachedDraft | undefined {
    const key = `${workspaceId} ${templateId}`;
    const draft = drafts.get(key);
    drafts.delete(key);
    return draft;
  },
};
