import type { Access, Identity, Topic } from '@dossier/sdk';
import type { AccessChange, TopicTable } from '../events/index.ts';

/** Opens the gate of a topic as HTTP would: null, or a thrown problem, means no. */
export type AuthorizeTopic = (
  topic: Topic,
  params: Readonly<Record<string, string>>,
  identity: Identity,
) => Promise<Access | null>;

/**
 * A connected client's right to one address. `deciding` holds back what arrives until it is known whether the right
 * still stands.
 */
interface Grant {
  readonly params: Readonly<Record<string, string>>;
  state: 'granted' | 'deciding';
}

/** Messages held back for one client while its rights are decided anew; with more it is cut off and catches up. */
const mostHeld = 200;

/** What one connection may hear. `close` and the others reach the connection; nothing here knows MQTT. */
export interface Connection<M> {
  readonly identity: Identity & { readonly organization: string };
  close(reason: string): void;
  /** Ends a subscription without the client's doing, and notifies the client. */
  drop(address: string): void;
  /** Sends a message that was held back. */
  send(message: M): void;
}

/** The rights of one connection. */
export interface Session<M> {
  /** Decides whether this exact address may be heard, and remembers it. */
  subscribe(address: string): Promise<boolean>;
  unsubscribe(address: string): void;
  /** Asked for each message on its way to the client. No work, no waiting: what is not granted is not heard. */
  passes(address: string, message: M): boolean;
  end(): void;
}

/** The rights of all connections of a node. */
export interface Grants<M> {
  open(connection: Connection<M>): Session<M> | null;
  /**
   * Takes effect before it returns: from now on nothing reaches those concerned on the addresses concerned.
   * What still stands is given back, with what was held meanwhile, once it has been decided anew.
   * Where a named credential, or all that a person has open, has ended, the connections are closed.
   */
  revoke(change: AccessChange): void;
}

/** Addresses one connection may hear at a time. */
const mostSubscriptions = 32;

/** Under which name it is remembered that everything of a person has ended. No credential is called like it. */
const allOf = (organization: string, user: string): string => `${organization} ${user}`;

export function createGrants<M>(o: {
  topics: TopicTable;
  authorize: AuthorizeTopic;
  now: () => number;
  decideSoon: (run: () => void) => void;
  remember: number;
}): Grants<M> {
  const live = new Map<string, Set<Live<M>>>();
  /**
   * What has ended, until no ticket from before can be under way: whose sign-in is enabled again at once connects when
   * that is over.
   */
  const ended = new Map<string, number>();

  const decide = async (address: string, identity: Connection<M>['identity']): Promise<boolean> => {
    const matches = o.topics.match(address);
    if (matches.length === 0) return false;
    for (const { topic, params } of matches) {
      if (params['organizationId'] !== identity.organization) return false;
      if (params['userId'] !== undefined && params['userId'] !== identity.actor.id) return false;
      const access = await o.authorize(topic, params, identity).catch(() => null);
      if (access === null) return false;
    }
    return true;
  };

  return {
    open(connection) {
      const { organization, actor, credential } = connection.identity;
      if ([credential, allOf(organization, actor.id)].some((what) => (ended.get(what) ?? 0) > o.now())) return null;
      const one = new Live(connection, (address) => o.topics.match(address)[0]?.params, decide);
      const there = live.get(organization) ?? new Set();
      live.set(organization, there.add(one));
      one.onEnd = () => {
        there.delete(one);
        if (there.size === 0 && live.get(organization) === there) live.delete(organization);
      };
      return one;
    },
    revoke(change) {
      const over =
        change.credential ??
        (change.ended && change.user !== undefined && change.organization !== null
          ? allOf(change.organization, change.user)
          : undefined);
      if (over !== undefined) {
        for (const [what, until] of ended) if (until <= o.now()) ended.delete(what);
        ended.set(over, o.now() + o.remember);
      }
      const concerned = [...(change.organization === null ? [] : (live.get(change.organization) ?? []))].filter((one) =>
        one.concernedBy(change),
      );
      for (const one of concerned) {
        if (over !== undefined) one.connection.close('The session has ended.');
        else one.suspend(change);
      }
      if (concerned.length > 0 && over === undefined) o.decideSoon(() => concerned.forEach((one) => void one.resume()));
    },
  };
}

class Live<M> implements Session<M> {
  readonly connection: Connection<M>;
  readonly #grants = new Map<string, Grant>();
  readonly #paramsOf: (address: string) => Readonly<Record<string, string>> | undefined;
  readonly #decide: (address: string, identity: Connection<M>['identity']) => Promise<boolean>;
  /** Raised by each revocation: a decision that began before it does not count. */
  #epoch = 0;
  #held: { readonly address: string; readonly message: M }[] = [];
  onEnd: () => void = () => undefined;

  constructor(
    connection: Connection<M>,
    paramsOf: (address: string) => Readonly<Record<string, string>> | undefined,
    decide: (address: string, identity: Connection<M>['identity']) => Promise<boolean>,
  ) {
    this.connection = connection;
    this.#paramsOf = paramsOf;
    this.#decide = decide;
  }

  async subscribe(address: string): Promise<boolean> {
    const params = this.#paramsOf(address);
    if (!params || (this.#grants.size >= mostSubscriptions && !this.#grants.has(address))) return false;
    // Noted before the decision, so that many SUBSCRIBEs at once cannot pass the limit together.
    const grant: Grant = this.#grants.get(address) ?? { params, state: 'deciding' };
    this.#grants.set(address, grant);
    const stands = await this.#decided(address);
    if (this.#grants.get(address) !== grant) return false;
    if (stands) grant.state = 'granted';
    else this.#grants.delete(address);
    this.#release(address);
    return stands;
  }

  unsubscribe(address: string): void {
    this.#grants.delete(address);
    this.#held = this.#held.filter((one) => one.address !== address);
  }

  passes(address: string, message: M): boolean {
    const state = this.#grants.get(address)?.state;
    if (state === 'deciding') {
      if (this.#held.length >= mostHeld) this.connection.close('Too much has happened while access was decided anew.');
      else this.#held.push({ address, message });
    }
    return state === 'granted';
  }

  end(): void {
    this.#grants.clear();
    this.#held = [];
    this.onEnd();
  }

  concernedBy(change: AccessChange): boolean {
    const { actor, credential } = this.connection.identity;
    if (change.user !== undefined && change.user !== actor.id) return false;
    return change.credential === undefined || change.credential === credential;
  }

  /** An address of another workspace than the changed one cannot be concerned; one that names no workspace may be. */
  suspend(change: AccessChange): void {
    this.#epoch += 1;
    for (const grant of this.#grants.values()) {
      const workspace = grant.params['workspaceId'];
      if (change.workspace === undefined || workspace === undefined || workspace === change.workspace)
        grant.state = 'deciding';
    }
  }

  /** Decides every suspended right anew. Who has lost all of them is disconnected. */
  async resume(): Promise<void> {
    const before = this.#grants.size;
    for (const [address, grant] of [...this.#grants]) {
      if (grant.state !== 'deciding') continue;
      const stands = await this.#decided(address);
      if (this.#grants.get(address) !== grant) continue;
      if (stands) grant.state = 'granted';
      else {
        this.#grants.delete(address);
        this.connection.drop(address);
      }
      this.#release(address);
    }
    if (before > 0 && this.#grants.size === 0) this.connection.close('Access has ended.');
  }

  async #decided(address: string): Promise<boolean> {
    for (;;) {
      const epoch = this.#epoch;
      const stands = await this.#decide(address, this.connection.identity);
      if (epoch === this.#epoch || !stands) return stands;
    }
  }

  #release(address: string): void {
    const mine = this.#held.filter((one) => one.address === address);
    this.#held = this.#held.filter((one) => one.address !== address);
    if (this.#grants.get(address)?.state === 'granted') for (const { message } of mine) this.connection.send(message);
  }
}
