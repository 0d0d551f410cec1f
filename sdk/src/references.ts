/**
 * References: values that name a service, an extension point, an event or a slot.
 *
 * The identity of a reference is its id with its contract version (`workflow/step-handler@1`), never the object:
 * two copies of a package agree, and the kernel can host `@1` and `@2` side by side.
 */
import type { TSchema, Static } from 'typebox';

declare const carries: unique symbol;

/** A service that exists once per process (`app`) or once per organization (`organization`). */
export interface Token<T, S extends 'app' | 'organization' = 'app' | 'organization'> {
  readonly kind: 'service';
  readonly id: string;
  readonly scope: S;
  readonly [carries]?: T;
}

/** A place where plugins add values of one shape. Read after the seal, through an {@link Access}. */
export interface Point<C> {
  readonly kind: 'point';
  readonly id: string;
  /** Under `extends` of a spec: the ids that the plugin takes in it, see {@link contributions}. */
  readonly ids?: readonly string[];
  readonly [carries]?: C;
}

/** Something that happened. `schema` describes the payload and is published in the AsyncAPI document. */
export interface EventType<P, Id extends string = string> {
  readonly kind: 'event';
  readonly id: Id;
  readonly schema: TSchema;
  readonly title: string;
  /**
   * `internal` events are hidden from clients in every audit view; a topic that clients hear tells of them by the
   * subject's id at most.
   */
  readonly audience: 'internal' | 'external';
  /**
   * JSON pointers to what is personal in it, into `{ before, after, payload }` (`/payload/email`): kept under a key of
   * the event's subject, and {@link erased} when that key is. Figures in SQL do not see it.
   */
  readonly personal: readonly string[];
  /** It notes that something was read, so an Access that only reads emits it too. Absent where something is done. */
  readonly isReading?: boolean;
  /**
   * People whom it concerns, by why it does: a JSON pointer to an id, or to a list of ids, in its payload
   * (`{ given: '/payload/userId' }`). Read by {@link concernedBy}; a kind of notice takes its readers from there.
   */
  readonly concerns?: Readonly<Record<string, string>>;
  /** How the audit trail and the history of a record tell it; without it by the title alone. */
  readonly says?: Says;
  /**
   * Its words for somebody whom it concerns, below the name of its record and without a full stop: by why they hear of
   * it, as in `concerns`, or else by what they are (`staff`, `client`). Without one for them they read what the trail
   * says; clients then without the names of the staff, and without what was said among staff.
   */
  readonly tells?: Readonly<Record<string, Says>>;
  readonly [carries]?: P;
}

/**
 * A sentence, or one for each value of a member: `by: 'after.status'`. In it stand `{actor}`, who did it; `{subject}`,
 * what it was done to, by its title; `{payload.fileName}`, a value (also of `before` and `after`);
 * `{payload.userId: user}`, a record of that type by its title; `{after.requirementKey: member}`, a part of the subject
 * by the title that its form gives it (`Subject.members`); `{payload.row.amount payload.row.currency}`, money;
 * `{changes}`, the titles of what changed inside of the record, as its module tells it (`Subject.changes`). What stands
 * in brackets is left out when something in it is not there: `{actor} wrote to {subject}[ about {after.title}]`. In the
 * history of a record what names it in brackets is left out too: `{actor} accepted {after.fileName}[ in {subject}]`.
 */
export type Says =
  string | { readonly by: string; readonly is: Readonly<Record<string, string>>; readonly otherwise: string };

/** What stands in an event where something personal was, and was erased. */
export const erased = 'erased';

/**
 * A place in the page where elements of plugins appear; `P` are the properties given to them. Its owner declares it
 * under `slots`; an element in a slot that nobody declares is a fault of the plan.
 */
export interface Slot<P> {
  readonly kind: 'slot';
  readonly id: string;
  readonly within: SlotPlace;
  /** Its elements are pages: each has an address, and names a `path`. */
  readonly pages: boolean;
  /** Each of its elements is for one kind of thing that data name, and names the `kind`. */
  readonly kinds: boolean;
  readonly [carries]?: P;
}

/**
 * Where a slot stands, and so what the gates of its elements are asked of: a workspace, where features are switched and
 * permissions of all kinds hold; an organization, with the permissions held in all of it or in one of its teams; or a
 * person, with or without an organization, where only `{ open: 'to members' }` has a meaning.
 */
export type SlotPlace = 'workspace' | 'organization' | 'person';

/** A need that may be absent: the value is then `undefined`. */
export interface Optional<T, S extends 'app' | 'organization'> {
  readonly kind: 'optional';
  readonly of: Token<T, S>;
}

/** A need for everything contributed to a point. Makes no edge in the dependency graph. */
export interface All<C> {
  readonly kind: 'all';
  readonly of: Point<C>;
}

/** Names a service that exists once per process. */
export const service = <T>(id: string): Token<T, 'app'> => ({ kind: 'service', id: versioned(id), scope: 'app' });

/** Names a service built on first use for each organization, and dropped when that organization's settings change. */
export const perOrganization = <T>(id: string): Token<T, 'organization'> => ({
  kind: 'service',
  id: versioned(id),
  scope: 'organization',
});

/** Names an extension point. */
export const extensionPoint = <C extends object>(id: string): Point<C> => ({ kind: 'point', id: versioned(id) });

/** A place in a point, which one contribution can have. */
export interface ContributionId {
  readonly point: string;
  readonly id: string;
}

/**
 * For `extends` of a spec: the point, with every id under which the plugin may contribute to it. So `npm run plan`
 * shows them and sees which are taken twice: the plugin that stands later in the list of plugins loses that id alone. A
 * point without its ids is for those that only `setup` can know; of them a clash is found when they are set up.
 */
export const contributions = <C>(to: Point<C>, ...ids: readonly string[]): Point<C> => ({ ...to, ids });

/** A JSON pointer into what an event says; the members on the way are objects. */
export type PersonalPlace = `/${'before' | 'after' | 'payload'}/${string}`;
/** The same into its payload alone, whose shape is declared. */
export type PayloadPlace = `/payload/${string}`;

/** Names an event, the schema of its payload, what in it is personal, whom it concerns, and its words. */
export const event = <const Id extends string, S extends TSchema>(
  id: Id,
  options: {
    schema: S;
    title: string;
    audience?: 'internal' | 'external';
    personal?: readonly PersonalPlace[];
    isReading?: true;
    concerns?: Readonly<Record<string, PayloadPlace>>;
    says?: Says;
    tells?: Readonly<Record<string, Says>>;
  },
): EventType<Static<S>, Id> => ({
  kind: 'event',
  id: versioned(id),
  schema: options.schema,
  title: options.title,
  audience: options.audience ?? 'internal',
  personal: options.personal ?? [],
  ...(options.isReading ? { isReading: true } : {}),
  ...(options.concerns === undefined ? {} : { concerns: options.concerns }),
  ...(options.says === undefined ? {} : { says: options.says }),
  ...(options.tells === undefined ? {} : { tells: options.tells }),
});

/**
 * Something that passes and is not logged: somebody is looking, somebody is writing. It reaches who listens at an
 * address of a topic at that moment, and nobody later.
 */
export interface Hint<T> {
  readonly kind: 'hint';
  readonly id: string;
  readonly title: string;
  /** Id of the topic at whose addresses it is sent: who may hear these hears it. */
  readonly topic: string;
  readonly schema: TSchema;
  /** Milliseconds in which one actor tells it once at an address; more go to nobody. */
  readonly every: number;
  readonly [carries]?: T;
}

/** Names a hint, and where it is sent; once a second for each actor and address, unless given. */
export const hint = <S extends TSchema>(
  id: string,
  o: { title: string; topic: string; schema: S; every?: number },
): Hint<Static<S>> => ({
  kind: 'hint',
  id: versioned(id),
  title: o.title,
  topic: o.topic,
  schema: o.schema,
  every: o.every ?? 1000,
});

/** Names a slot of the page; it stands in workspaces, and is for parts of a page, unless given. */
export const slot = <P extends object>(
  id: string,
  o: { within?: SlotPlace; pages?: boolean; kinds?: boolean } = {},
): Slot<P> => ({
  kind: 'slot',
  id: versioned(id),
  within: o.within ?? 'workspace',
  pages: o.pages ?? false,
  kinds: o.kinds ?? false,
});

/** Marks a need as optional. */
export const optional = <T, S extends 'app' | 'organization'>(of: Token<T, S>): Optional<T, S> => ({
  kind: 'optional',
  of,
});

/** Asks for all contributions of a point. */
export const all = <C>(of: Point<C>): All<C> => ({ kind: 'all', of });

function versioned<Id extends string>(id: Id): Id {
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9.-]*)+@[1-9]\d*$/.test(id)) {
    throw new TypeError(
      `"${id}" is not a reference id. Write owner/name@version, for example workflow/step-handler@1.`,
    );
  }
  return id;
}
