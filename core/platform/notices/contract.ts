import { extensionPoint } from '@dossier/sdk';
import type {
  Delivered,
  EventType,
  LoggedEvent,
  OrganizationAccess,
  Permission,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';

/** By mail at once, with others once a day, or not at all. */
export type NoticeMail = 'at-once' | 'daily' | 'off';

/** Somebody who is to hear of something that happened. */
export interface Concerned {
  /** Id of the event. */
  readonly event: string;
  readonly to: UserId;
  /** Why they hear of it, as a key of the kind's `why`. */
  readonly why: string;
  /** The record under which it stands in the inbox. */
  readonly subject: { readonly type: string; readonly id: string };
  /**
   * The workspace that handles it; null of what is of none, and of kinds for clients, who read theirs in any of their
   * own.
   */
  readonly workspace: WorkspaceId | null;
  /** Of several with the same key a person hears once, whatever events they are of; the event's id unless given. */
  readonly once?: string;
  /**
   * What was said with this key is said anew when it was seen, done or taken back before this happened, or when no mail
   * could go of it, as while it was muted: as new, at the moment of this one. Without it what was said once stays as it
   * is.
   */
  readonly again?: true;
  /** Ids by which `tell` finds what it says. Never a text: that is read when it is shown. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** Notices of a kind with this key wait no more, but for those of the people in `except`. */
export interface EndedKey {
  readonly once: string;
  readonly except: readonly UserId[];
}

/**
 * What a kind without keys told of a record wait no more, if it is of events before this one and not done: of one
 * person and for one reason, where they are given.
 */
export interface EndedRecord {
  readonly subject: { readonly type: string; readonly id: string };
  readonly before: Delivered['event']['id'];
  readonly of?: UserId;
  readonly why?: string;
}
export type Ended = EndedKey | EndedRecord;

/** One thing that a person is to hear of, as it was stored. */
export interface Notice extends Omit<Concerned, 'to' | 'event' | 'once' | 'again'> {
  readonly id: string;
  /** The event that it was made of, the last one where there were several; null where the log does not have it. */
  readonly event: LoggedEvent | null;
  readonly at: string;
  /** Who did it, by the name that they have now; null of the system. */
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** What a notice says to its reader now. */
export interface NoticeText {
  /**
   * A sentence, without a full stop. Null for what the event says to its reader (`tells` of its type): another one
   * stands here only where it tells how things are now, such as how many wait.
   */
  readonly text: string | null;
  /** What was written, cut to one or two lines; null where nothing was. */
  readonly excerpt: string | null;
  /** It is for the staff alone, and says so. */
  readonly isInternal: boolean;
  /**
   * The record: what it is called, what tells it from others, and its page below that of the workspace;
   * without a workspace a page of the organization, `settings` and `settings/…`, or `orgs`, where organizations are
   * chosen.
   */
  readonly subject: {
    readonly title: string;
    readonly about: string;
    readonly workspaceId: WorkspaceId | null;
    readonly path: string;
  };
}

/**
 * Something that people can hear of. The module whose events it is made of contributes it; its gate is the right to
 * hear of it, and is asked each time: when it is counted, shown and sent. What both staff and clients hear of are two
 * kinds.
 */
export interface NoticeKind {
  /** When somebody hears of it, as their settings say it: "Somebody names you in a comment". */
  readonly title: string;
  /** Kinds that belong together, in the inbox and in the settings: "Comments". */
  readonly group: string;
  /** A name of `icon` of the browser's SDK. */
  readonly icon: string;
  readonly audience: 'staff' | 'client';
  /** What holds for who has chosen nothing. */
  readonly usual: { readonly page: boolean; readonly mail: NoticeMail };
  /** Minutes in which a person gets one mail at once of it about a record at most; what comes later is in the next. */
  readonly mailEvery?: number;
  /** The organization insists: by mail, and at once. */
  readonly insists?: true;
  /** Why somebody hears of it, by key, in a sentence: "You are an assignee of this application." */
  readonly why: Readonly<Record<string, string>>;
  readonly events: readonly EventType<unknown>[];
  /** A condition on its events; unless given, it is made of all of them. */
  readonly only?: (event: LoggedEvent) => boolean;
  /**
   * The people whom these events of one organization concern. Who did it need not be left out: nobody hears of their
   * own. Unless given, the people whom an event declares to concern for a reason of `why`, under its subject.
   */
  of?(happened: readonly Delivered[]): Promise<readonly Concerned[]>;
  /** What takes notices back: a comment that was removed, a name that was edited out of it. */
  readonly ends?: {
    readonly events: readonly EventType<unknown>[];
    of(happened: readonly Delivered[]): Promise<readonly Ended[]>;
  };
  /**
   * What these say to the reader. `places` are the workspaces in which the reader works and the gate is open. What they
   * may not read, or no more, is left out, and is then told nowhere.
   */
  tell(
    reader: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    notices: readonly Notice[],
  ): Promise<ReadonlyMap<string, NoticeText>>;
}
export const noticeKinds = extensionPoint<NoticeKind>('notices/kind@1');

/**
 * Something that comes to all who work in a workspace, and to nobody by name. The module that has it counts it, so that
 * nobody has a row for it: what is kept of a person is since when they have not looked. The gate of the contribution is
 * the right to hear of it.
 */
export interface NoticeQueue {
  /** "New applications". */
  readonly title: string;
  /** A name of `icon` of the browser's SDK. */
  readonly icon: string;
  /** Where they are, below the page of the workspace. */
  readonly path: string;
  /** What brings something into it: then those who hold the permission are to count anew. */
  readonly events: readonly EventType<unknown>[];
  readonly heardBy: Permission;
  /** What came into it after a moment, counted up to `limit`; not what the reader brought. */
  count(place: WorkspaceAccess, since: string, limit: number): Promise<number>;
}
export const noticeQueues = extensionPoint<NoticeQueue>('notices/queue@1');
