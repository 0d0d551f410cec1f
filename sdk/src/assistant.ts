import { Problem } from './problem.ts';
import type { Access, Actor, OrganizationAccess, Reader, WorkspaceAccess, WorkspaceId } from './access.ts';

/**
 * Somebody or something that works for a person who is signed in, with the rights of that person and no more: what they
 * may not do, it may not do, and what is taken from them is taken from it. The log has its acts as those of an
 * `assistant`, with the id of the person and the name `Assistant for …`. What only a person does (decide or confirm an
 * application, give rights to others) it does not.
 *
 * Ask it for an Access before each thing that it does, and do not keep one.
 */
export interface Assistant {
  readonly actor: Actor;
  /** Undefined when it has ended, or the person is no member any more. */
  inOrganization(): Promise<OrganizationAccess | undefined>;
  /** Undefined too when the workspace is unknown, foreign, or not the person's. */
  atWorkspace(workspace: WorkspaceId): Promise<WorkspaceAccess | undefined>;
  /** Aborted when it ends: with the session or token of the person, when they are shut out, or by {@link end}. */
  readonly signal: AbortSignal;
  end(): void;
}

export interface AssistantOptions {
  /** What it is called in the log, before the name of the person: `Assistant` unless given. */
  readonly title?: string;
  /** It changes nothing: what would write with its Access throws `read-only` (403). */
  readonly readOnly?: boolean;
  /** Ends it too: that of the request that asked for it, or of the plugin. */
  readonly signal?: AbortSignal;
}

/** Makes an assistant for whom this Access belongs to. Throws `forbidden` for all but people. */
export type AssistantFor = (access: Access, o?: AssistantOptions) => Assistant;

/**
 * Do the rights and the belongings of a person count for this actor, whose id is then that of the person? It is the
 * person, or an assistant of theirs.
 */
export const isForPerson = ({ kind }: { readonly kind: string }): boolean => kind === 'user' || kind === 'assistant';

/** Throws `read-only` (403) for an Access that writes nothing: what writes in the name of one asks this first. */
export function demandWriting({ readOnly }: Pick<Reader, 'readOnly'>): void {
  if (readOnly !== true) return;
  throw new Problem(403, 'read-only', 'Nothing is changed here', {
    detail: 'This assistant only reads. What it proposes, a person does.',
  });
}
