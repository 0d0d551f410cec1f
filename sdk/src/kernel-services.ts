/** Services that the kernel itself provides to every plugin. */
import type {
  Access,
  Actor,
  Feature,
  OrganizationAccess,
  OrganizationId,
  Permission,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
  WorkspaceType,
} from './access.ts';
import type { AssistantFor } from './assistant.ts';
import { extensionPoint, service } from './references.ts';
import type { EventType } from './references.ts';
import type { Problem } from './problem.ts';
import type { LoggedEvent } from './work.ts';

/** Time, injected: tests move it. */
export interface Clock {
  now(): Date;
  /** The same in milliseconds since 1970, without an object for it: what is asked with every request asks this. */
  time(): number;
  /**
   * Resolves when so many milliseconds have passed, or the signal is aborted. It never rejects, and keeps no process
   * alive.
   */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
export const Clock = service<Clock>('kernel/clock@1');

/** Facts of this installation. */
export interface Installation {
  /** Origin that browsers use, without a trailing slash; known once the server listens. */
  publicUrl(): string;
  /**
   * The same where it is certain: it is set, or this process listens there. Null for a command, of which a server with
   * other settings may stand elsewhere.
   */
  knownUrl(): string | null;
  /** Address on which this process can call itself, known once the server listens. */
  localUrl(): string;
  readonly dataDir: string;
  readonly demo: boolean;
  readonly embedded: boolean;
  /** Version of the kernel. */
  readonly version: string;
}
export const Installation = service<Installation>('kernel/installation@1');

/** As much of OpenAPI 3.1 as our document has. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  /** Plugins that have operations. */
  readonly tags: readonly { readonly name: string }[];
  /** Operations by path, and by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: object;
}

/** One operation; summary and description are Markdown. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  /** By status, and `default`. */
  readonly responses: Readonly<Record<string, object>>;
}

/** As much of AsyncAPI 3 as our document has. References are JSON pointers into it (`#/components/messages/…`). */
export interface AsyncApiDocument {
  readonly asyncapi: string;
  readonly defaultContentType: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: Readonly<
    Record<
      string,
      {
        readonly host: string;
        readonly pathname: string;
        readonly protocol: string;
        readonly description: string;
        readonly bindings: object;
      }
    >
  >;
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly title: string;
        readonly parameters: Readonly<Record<string, { readonly description: string }>>;
        readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
      }
    >
  >;
  readonly operations: Readonly<Record<string, object>>;
  /** `payload` is a JSON Schema. */
  readonly components: {
    readonly messages: Readonly<
      Record<
        string,
        { readonly name: string; readonly title: string; readonly contentType: string; readonly payload: object }
      >
    >;
  };
}

/**
 * What describes the interface of this installation, made from what is installed: the same for everybody, whatever is
 * switched on for whom.
 */
export interface InterfaceDocuments {
  /** REST, as OpenAPI 3.1: what `/openapi.json` answers. */
  openApi(): OpenApiDocument;
  /** What is pushed, as AsyncAPI 3: what `/asyncapi.json` answers. */
  asyncApi(): AsyncApiDocument;
  /** What GraphQL reads, as its schema definition language: what `/schema.graphql` answers. */
  graphql(): string;
}
export const InterfaceDocuments = service<InterfaceDocuments>('kernel/interface-documents@1');

/**
 * Seals secrets: AES-256-GCM, bound to `context` (for example organization and field), so that a ciphertext moved
 * elsewhere does not open.
 */
export interface Vault {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Keyed hash for look-up of high-entropy secrets (API keys, tokens, session ids). */
  fingerprint(secret: string, purpose: string): string;
}
export const Vault = service<Vault>('kernel/vault@1');

/** Everything declared by the installed plugins, for settings pages and documents. */
export interface Registry {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
}
export const Registry = service<Registry>('kernel/registry@1');

/** What was changed about who may do what. `organization` is null for a credential that has chosen none. */
export interface AccessChange {
  readonly organization: OrganizationId | null;
  readonly workspace?: WorkspaceId;
  readonly user?: UserId;
  /** Id of a session, token or key that was withdrawn, or opens less than before. */
  readonly credential?: string;
  /** All that `user` has open ends, by whatever credential it was opened. */
  readonly ended?: true;
}

/**
 * Drops what was remembered about who may do what. Acts on the next request on every node, whatever the broker does.
 * Call inside the transaction of the change.
 */
export interface AccessControl {
  /**
   * Open realtime connections are decided anew. With a `credential`, those that were opened with it are closed and its
   * tickets open nothing, and with `user` and `ended` all of that person's: for who is shut out whatever they came in
   * with, and for credentials of which nobody here keeps a list, such as an issuer's access tokens.
   */
  changed(access: Access, what: AccessChange): void;
  /** The Access of an actor at a workspace, or undefined when it is unknown, foreign, or not theirs. */
  atWorkspace(access: Access, workspace: WorkspaceId): Promise<WorkspaceAccess | undefined>;
  /**
   * What a person may do at a workspace now, for work that was started for them and runs while they are away; undefined
   * when it is unknown, foreign, or no longer theirs. Without a workspace, what they may do in the organization.
   */
  onBehalfOf(person: Actor, organization: OrganizationId, workspace: WorkspaceId): Promise<WorkspaceAccess | undefined>;
  onBehalfOf(person: Actor, organization: OrganizationId, workspace: null): Promise<OrganizationAccess | undefined>;
  readonly assistant: AssistantFor;
  /** `signedInBy` of the {@link Identity} behind an Access; undefined for one of a token, a key or the system. */
  signedInBy(access: Access): string | undefined;
}
export const AccessControl = service<AccessControl>('kernel/access-control@1');

/** Credential presented with a request, resolved. `organization` is null for a person who has not chosen one. */
export interface Identity {
  readonly actor: Actor;
  readonly organization: OrganizationId | null;
  /** Scopes of an API key; null for people. */
  readonly scopes: readonly string[] | null;
  /** Id of the session, token or key: what revocation names. */
  readonly credential: string;
  readonly via: 'session' | 'token' | 'key';
  /**
   * The issuer by which the person proved who they are, for what was opened by signing in. Absent for what was issued
   * here: personal tokens and keys.
   */
  readonly signedInBy?: string;
  /** May run installation-wide commands. */
  readonly operator?: boolean;
  /** Its Access writes nothing. */
  readonly readOnly?: boolean;
  /** ISO time after which the credential no longer holds. */
  readonly until?: string;
  /** Requests a minute that this credential may make, when they are fewer than the installation allows everybody. */
  readonly perMinute?: number;
  /**
   * For up to half a second the kernel may take this for the sender of further requests of the same connection, as long
   * as no field that its authenticator has read is another. Only where the code that withdraws the credential tells
   * {@link AccessControl.changed}, which ends that on every node.
   */
  readonly reusable?: boolean;
  /**
   * Why the credential, although it is right, opens nothing here and now: every gate answers with it, and the log keeps
   * the try.
   */
  readonly refused?: Problem;
}

/**
 * What a request shows of who sends it. What was read here is what the answer depends on: one that has read more than
 * single fields, by `header` and `authorization`, is never used for a second request.
 */
export interface Credentials {
  /** A header field by its name in lower case. */
  header(name: string): string | string[] | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /**
   * The field `Authorization` taken apart (RFC 9110, 11.4): its scheme in lower case, and the one word after it.
   * Undefined when it is missing or has another form.
   */
  readonly authorization: { readonly scheme: string; readonly token: string } | undefined;
  readonly ip: string;
  readonly method: string;
}

/**
 * Recognises a credential. Returns undefined when the request carries none of its kind; throws a 401 problem when it
 * carries a bad one. Nearly every request asks: what is known without waiting is best returned without a promise.
 */
export interface Authenticator {
  authenticate(request: Credentials): Identity | undefined | Promise<Identity | undefined>;
  /**
   * Lets go of what is remembered of the credential or person that a change of access names; of everything when no
   * change is given. Called on every node after {@link AccessControl.changed}, before the next request there is
   * answered.
   */
  forget?(change?: AccessChange): void;
}
export const authenticators = extensionPoint<Authenticator>('kernel/authenticator@1');

/** Where the kernel learns what an identity may do. Provided once, by the access module. */
export interface GrantSource {
  /** Null when the identity is no member there. `permissions` are ids granted for the organization or a team. */
  organization(identity: Identity, organization: OrganizationId): Promise<{ permissions: readonly string[] } | null>;
  team(
    identity: Identity,
    organization: OrganizationId,
    team: string,
  ): Promise<{ permissions: readonly string[] } | null>;
  workspace(
    identity: Identity,
    organization: OrganizationId,
    workspace: WorkspaceId,
  ): Promise<{ type: WorkspaceType; features: readonly string[]; permissions: readonly string[] } | null>;
  /** Every workspace that the identity comes into; none for who is no member. */
  workspaces(
    identity: Identity,
    organization: OrganizationId,
  ): Promise<
    readonly { id: WorkspaceId; type: WorkspaceType; features: readonly string[]; permissions: readonly string[] }[]
  >;
  /** For the system: what is switched on there. */
  features(
    organization: OrganizationId,
    workspace: WorkspaceId,
  ): Promise<{ type: WorkspaceType; features: readonly string[] } | null>;
}
export const GrantSource = service<GrantSource>('kernel/grant-source@1');

/** A row of the event log with what its type declares. */
export interface LogEntry extends LoggedEvent {
  readonly title: string;
  readonly audience: 'internal' | 'external';
}

/** What to look for in the log of an organization. Absent members do not narrow. */
export interface LogQuery {
  readonly type?: string;
  readonly actor?: string;
  readonly subject?: { readonly type?: string; readonly id: string };
  readonly workspace?: WorkspaceId;
  /** From this moment on, and before that one. */
  readonly from?: Date;
  readonly to?: Date;
}

/**
 * Reads the event log of an organization in commit order: the audit trail is this and nothing else. Row-level security
 * limits it to the organization of the Access.
 */
export interface EventLog {
  /**
   * Oldest first; `after` is the `place` of the last entry seen; at most `limit` entries (100 unless given).
   * `audience: 'external'` leaves internal entries out. Throws `bad-cursor` (400) for what is no place.
   */
  of(
    access: OrganizationAccess,
    o: {
      subject?: { readonly type: string; readonly id: string };
      workspace?: WorkspaceId;
      audience?: 'external';
      after?: string;
      limit?: number;
    },
  ): Promise<readonly LogEntry[]>;
  /** Newest first; `before` is the `place` of the last entry seen, the rest as for `of`. */
  latest(
    access: OrganizationAccess,
    query: LogQuery,
    o?: { before?: string; limit?: number },
  ): Promise<readonly LogEntry[]>;
  /** Entries with these ids, in no order; those that the organization has not, or not for this Access, are left out. */
  byIds(access: OrganizationAccess, ids: readonly string[]): Promise<readonly LogEntry[]>;
  /** What can stand in the log: every type of event that an installed plugin declares. */
  readonly types: readonly (Pick<EventType<unknown>, 'title' | 'says' | 'tells'> & { readonly type: string })[];
}
export const EventLog = service<EventLog>('kernel/event-log@1');

/**
 * A command of the installation's own command line: `npm run dossier -- name …`. Runs with everything set up and
 * nothing listening.
 */
export interface Command {
  readonly summary: string;
  /** Returns the exit code. */
  run(args: readonly string[], print: (line: string) => void): Promise<number>;
}
/** The id of a contribution is the command's name. */
export const commands = extensionPoint<Command>('kernel/command@1');
