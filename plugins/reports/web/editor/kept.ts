import type { Definition, Template } from '../types.ts';

/** A draft on which somebody goes on when he is back. */
export interface Kept {
  readonly template: Template;
  readonly definition: Definition;
  readonly timeZone: string;
  readonly workspaceIds: readonly string[];
}

const drafts = new Map<string, Kept>();

/**
 * Drafts that were left by a click on one of their own numbers, or for a run: Back finds them as they were. They live
 * as long as the page.
 */
export const kept = {
  keep(workspaceId: string, templateId: string, draft: Kept): void {
    drafts.set(`${workspaceId} ${templateId}`, draft);
  },
  /** Takes it out: what is opened a second time begins anew. */
  take(workspaceId: string, templateId: string): Kept | undefined {
    const key = `${workspaceId} ${templateId}`;
    const draft = drafts.get(key);
    drafts.delete(key);
    return draft;
  },
};
