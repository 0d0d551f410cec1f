import type { Actor, OrganizationAccess, OrganizationId, WorkspaceId } from './access.ts';
import type { LogEntry } from './kernel-services.ts';
import { extensionPoint } from './references.ts';

/** A record by the title that people know it by, and its address. */
export interface Described {
  readonly id: string;
  readonly title: string;
  /** Where it stands; null for what belongs to no workspace. */
  readonly workspace: WorkspaceId | null;
  /**
   * Its page, below that of the workspace; without a workspace a page of the organization, or `settings/…`. Null for
   * what has none. Who follows it is asked for their rights there.
   */
  readonly path: string | null;
}

/**
 * A type of record, by the id of the contribution: the subject of gates and events. Each member is for what such
 * records have: of those that are not located, every gate answers that there is none.
 */
export interface Subject {
  /**
   * Leads from the id of a record to where it may be met. Runs under the actor's organization. An empty answer means
   * unknown there. The first place where the actor is a member counts: a client sees an application in their own
   * workspace, staff sees it where it was submitted.
   */
  locate?(
    organization: OrganizationId,
    id: string,
    actor: Actor,
  ): Promise<readonly ({ readonly workspace: WorkspaceId } | { readonly team: string })[]>;
  /**
   * Says title and address of these, none of which need exist; those that are unknown in the organization are left out.
   * It asks nobody for a right: it is for who has decided themselves whom they show it to.
   */
  describe?(organization: OrganizationId, ids: readonly string[]): Promise<readonly Described[]>;
  /** Those that somebody may mean who has begun to type, `limit` at most; absent where nobody looks for them. */
  find?(organization: OrganizationId, text: string, limit: number): Promise<readonly Described[]>;
  /** Titles of the members of a record's content, by their keys: the questions and the papers of its form. */
  members?(organization: OrganizationId, id: string): Promise<ReadonlyMap<string, string>>;
  /**
   * The changes inside of records where entries only refer to them, such as by a revision: by the id of the entry, for
   * those of these entries that do. Unlike titles they are kept from who may not read the record itself.
   */
  changes?(
    access: OrganizationAccess,
    entries: readonly LogEntry[],
  ): Promise<ReadonlyMap<string, readonly RecordChange[]>>;
}
export const subjects = extensionPoint<Subject>('kernel/subject@1');

/** One thing that was changed inside of a record, as people read it there. */
export interface RecordChange {
  /** A title of the record's kind, not of the record: the question of a form. */
  readonly title: string;
  /** In words; a day and a moment as in ISO 8601; null where there was nothing, and in what is withheld. */
  readonly before: string | null;
  readonly after: string | null;
  /** The reader learns that it changed, and not what it was and is: they may not read the record. */
  readonly withheld: boolean;
}
