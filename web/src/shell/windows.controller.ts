import type { HostSession, OrganizationSummary } from '@dossier/sdk/web';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { send } from '../api/http.ts';
import { leave } from '../api/leave.ts';
import type { Session } from '../api/session.ts';
import { movedToOther, showing } from '../api/organization.ts';

const channel = 'dossier.session.v1';
/** Tells the messages of this window from those of others. */
const self = `signed-out ${Math.random()}`;
const isSignedOut = (data: unknown): boolean =>
  typeof data === 'string' && data.startsWith('signed-out ') && data !== self;

/** Tells the other windows of this browser that the person has signed out. */
export const tellSignedOut = (): void => {
  const told = new BroadcastChannel(channel);
  told.postMessage(self);
  told.close();
};

interface Options {
  /** What this window shows. */
  readonly here: () => HostSession | undefined;
  /** Does this window show anything of one organization? */
  readonly bound: () => boolean;
  readonly enter: (session: Session) => void;
}

/**
 * Windows of one browser share one session, which is in one organization. When another window has gone on to another
 * one, this window says so instead of working there unnoticed. It hears of it by a broadcast, and at the latest when
 * the server refuses a request (`other-organization`).
 */
export class WindowsController implements ReactiveController {
  /** Where the session is now; null while it is where this window is. */
  elsewhere: OrganizationSummary | null = null;
  readonly #element: ReactiveControllerHost;
  readonly #options: Options;
  #channel: BroadcastChannel | null = null;
  #told = '';
  #stop: AbortController | null = null;

  constructor(element: ReactiveControllerHost, options: Options) {
    this.#element = element;
    this.#options = options;
    element.addController(this);
  }

  hostConnected(): void {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#channel = new BroadcastChannel(channel);
    this.#channel.addEventListener(
      'message',
      ({ data }) => {
        // Who signs out in one window leaves nothing in the others.
        if (isSignedOut(data)) leave('/');
        else if (data === null) void this.look();
      },
      { signal },
    );
    addEventListener(
      movedToOther,
      () => {
        if (!this.elsewhere) void this.look();
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#stop?.abort();
    this.#channel?.close();
  }

  /** This window has taken over a session: the others look where they are. */
  entered({ user, organization }: Session): void {
    showing.organization = organization?.id ?? null;
    this.elsewhere = null;
    const told = `${user.id} ${organization?.id ?? ''}`;
    if (told === this.#told) return;
    this.#told = told;
    this.#channel?.postMessage(null);
  }

  /** The session was kept from ending: the others need not warn of it. */
  extended(): void {
    this.#channel?.postMessage(null);
  }

  /**
   * Asks who is signed in and where. A window of somebody who has signed out here starts over: nothing of theirs may
   * stay.
   */
  async look(): Promise<void> {
    const session = await send<Session>('GET', '/api/v1/session').catch(() => null);
    const here = this.#options.here();
    if (!session) return;
    if (here && here.user.id !== session.user.id) return location.reload();
    // Of an organization that the user has left, or was removed from, nothing may stay either.
    const isOut = here?.organization && session.organizations.every(({ id }) => id !== here.organization?.id);
    if (isOut || here?.organization?.id === session.organization?.id || !this.#options.bound())
      return this.#options.enter(session);
    this.elsewhere = session.organization;
    // Coming back is news for the others.
    this.#told = '';
    this.#element.requestUpdate();
  }
}
