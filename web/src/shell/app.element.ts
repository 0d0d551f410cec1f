import type { SessionReply } from '@dossier/core/platform/people/contract';
import { ContextProvider } from '@lit/context';
import { define, DossierElement, hostContext, ProblemError, sessionContext } from '@dossier/sdk/web';
import type { HostSession, PluginHost } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { query } from '../api/graphql.ts';
import { readFile, readForChange, send } from '../api/http.ts';
import { toSignIn } from '../api/leave.ts';
import { LiveClient } from '../realtime/client.ts';
import type { LiveState } from '../realtime/client.ts';
import { wearAccent } from '../theme/accent.ts';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { ConfirmDialog } from './confirm-dialog.element.ts';
import './confirm-dialog.element.ts';
import type { Contribution } from './contributions.ts';
import { alone, foreign, missing } from './dead-ends.ts';
import './elsewhere.element.ts';
import { lastUsed } from './last-used.ts';
import { myself } from './myself.ts';
import { NavigationController } from './navigation.controller.ts';
import { followPermissions } from './permissions.ts';
import { organizationsAddress, routeOf } from './routes.ts';
import type { Route } from './routes.ts';
import type { Toasts } from './toasts.element.ts';
import './toasts.element.ts';
import { WindowsController } from './windows.controller.ts';
import '../organizations/picker.element.ts';
import './frame.element.ts';
import './slot.element.ts';

/** These come by themselves, when they are first opened. */
const invitation: Contribution = {
  plugin: 'invitations',
  slot: 'shell',
  tag: 'dossier-invitation',
  title: 'Invitation',
  icon: 'inbox',
  order: null,
  path: 'invitations',
  module: '',
};
const settings: Contribution = {
  plugin: 'settings',
  slot: 'shell',
  tag: 'dossier-settings',
  title: 'Settings',
  icon: 'gear',
  order: null,
  path: 'settings',
  module: '',
};
const profile: Contribution = {
  plugin: 'people',
  slot: 'shell',
  tag: 'dossier-profile-page',
  title: 'Your profile',
  icon: 'person',
  order: null,
  path: 'profile',
  module: '',
};

/** The page: who is signed in, which view the address means, and what every element may ask of it. */
class DossierApp extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host, dossier-slot { display: block; min-height: 100dvh; }
    .alone { display: grid; place-content: center; min-height: 100dvh; }
  `,
  ];
  static override properties = { error: { state: true }, liveState: { state: true } };
  declare error: unknown;
  declare liveState: LiveState;
  readonly #navigation = new NavigationController(this, {
    moved: () => {
      this.error = null;
    },
  });
  readonly #sessions = new ContextProvider(this, { context: sessionContext });
  readonly #windows = new WindowsController(this, {
    here: () => this.#sessions.value,
    bound: () => ['workspace', 'settings', 'profile'].includes(routeOf(this.#navigation.pathname).kind),
    enter: (session) => this.#enter(session),
  });
  #live: LiveClient | null = null;
  #permissions: Disposable | null = null;
  #switching: string | null = null;

  constructor() {
    super();
    this.error = null;
    this.liveState = 'idle';
    new ContextProvider(this, { context: hostContext, initialValue: this.#makeHost() });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('dossier-session-changed', () => void this.#windows.look());
    void this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#permissions?.[Symbol.dispose]();
    this.#live?.close();
  }

  #makeHost(): PluginHost {
    return {
      query,
      send,
      readForChange,
      file: readFile,
      live: (scope, on) => this.#live?.listen(scope, on) ?? { [Symbol.dispose]: () => {} },
      navigate: (to, o) => this.#navigation.to(to, o),
      notify: ({ kind, text }) => this.renderRoot.querySelector<Toasts>('dossier-toasts')?.show(kind, text),
      announce: (text) => this.renderRoot.querySelector<Toasts>('dossier-toasts')?.announce(text),
      confirm: async (question) =>
        (await this.renderRoot.querySelector<ConfirmDialog>('dossier-confirm')?.ask(question)) ?? false,
    };
  }

  async #start(): Promise<void> {
    this.error = null;
    try {
      const session = await send<SessionReply>('GET', '/api/v1/session', undefined, { stay: true });
      // Before anything is drawn, and nothing waits for it: it is the first thing asked about the person (A20).
      void myself.arrive(session);
      this.#enter(session);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return toSignIn();
      this.error = error;
    }
  }

  #enter(session: SessionReply): void {
    const before = this.#sessions.value;
    const same = before?.organization?.id === session.organization?.id;
    this.#windows.entered(session);
    this.#sessions.setValue({ ...session, permissions: same ? (before?.permissions ?? null) : null });
    wearAccent(session.organization ? session.shades : null);
    // The organization has another address now: stay where one is.
    const [from, to] = [before?.organization?.slug, session.organization?.slug];
    if (same && from && to && from !== to && location.pathname.startsWith(`/p/${from}/`))
      this.#navigation.to(location.pathname.replace(`/p/${from}/`, `/p/${to}/`) + location.search, { replace: true });
    if (!session.organization) this.#hush();
    else if (!(same && this.#live)) this.#listen(session.organization.id, session.user.id);
    this.requestUpdate();
  }

  #hush(): void {
    this.#permissions?.[Symbol.dispose]();
    this.#permissions = null;
    this.#live?.close();
    this.#live = null;
  }

  #listen(organizationId: string, userId: string): void {
    this.#hush();
    this.#live = new LiveClient({
      organizationId,
      userId,
      onState: (state) => {
        this.liveState = state;
      },
      onRefused: () => void this.#windows.look(),
    });
    // Name or look of the organization have changed, here or elsewhere.
    this.#live.listen({ kind: 'organization' }, (event) => {
      if (event.kind === 'resync' || event.type.startsWith('dossier.tenancy.')) void this.#windows.look();
    });
    this.#permissions = followPermissions(this.#live, (permissions) => {
      const session = this.#sessions.value;
      if (session && session.permissions?.join() !== permissions.join())
        this.#sessions.setValue({ ...session, permissions });
    });
  }

  /** The picker has switched the session; take it over and go there. */
  async #chosen(address: string): Promise<void> {
    try {
      this.#enter(await send<SessionReply>('GET', '/api/v1/session'));
      // Back must not lead to the address that leads here.
      this.#navigation.to(address, { replace: this.#navigation.pathname === '/' });
    } catch (error) {
      this.error = error;
    }
  }

  /** The address names another of the person's organizations than the session does: follow the address. */
  async #follow(slug: string): Promise<void> {
    if (this.#switching === slug) return;
    this.#switching = slug;
    try {
      await send('POST', '/api/v1/session/organization', { slug });
      this.#enter(await send<SessionReply>('GET', '/api/v1/session'));
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#switching = null;
    this.requestUpdate();
  }

  protected override updated(): void {
    const deadEnd = this.renderRoot.querySelector('main.alone h1')?.textContent;
    if (deadEnd) document.title = `${deadEnd} · Dossier`;
  }

  #view(session: HostSession, route: Route): TemplateResult {
    const home = organizationsAddress(session.organizations[0]?.slug ?? '');
    const drawn = (): void => this.#live?.start();
    const chosen = (event: CustomEvent<string>): Promise<void> => this.#chosen(event.detail);
    if (route.kind === 'invitation')
      return html`<dossier-slot .contribution=${invitation} .input=${{ token: route.token }} @dossier-organization-chosen=${chosen}></dossier-slot>`;
    if (route.kind === 'profile')
      return html`<dossier-slot .contribution=${profile} .input=${{ section: route.section, rest: route.rest, liveState: this.liveState }} @dossier-drawn=${drawn} @dossier-organization-chosen=${chosen}></dossier-slot>`;
    // Whoever belongs to one organization has nothing to choose; whoever belongs to none is told what to do.
    if (session.organizations.length === 0 || (route.kind === 'home' && session.organizations.length === 1))
      return html`<dossier-organization-picker .direct=${route.kind === 'home'} @dossier-organization-chosen=${chosen}></dossier-organization-picker>`;
    if (route.kind === 'home') {
      const slug = lastUsed.first(session.organizations.map((one) => one.slug)) ?? session.organizations[0]?.slug ?? '';
      queueMicrotask(() =>
        this.#navigation.to(organizationsAddress(session.organization?.slug ?? slug), { replace: true }),
      );
      return html``;
    }
    if (route.kind === 'unknown') return missing(home);
    if (!session.organizations.some((one) => one.slug === route.slug)) return foreign(home);
    // The picker lists all organizations and needs none to be chosen.
    if (route.kind === 'organizations')
      return html`<dossier-organization-picker @dossier-organization-chosen=${chosen}></dossier-organization-picker>`;
    if (session.organization?.slug !== route.slug) {
      void this.#follow(route.slug);
      return skeleton(6);
    }
    const common = { search: this.#navigation.search, liveState: this.liveState };
    if (route.kind === 'settings')
      return html`<dossier-slot .contribution=${settings} .input=${{ section: route.section, rest: route.rest, ...common }} @dossier-drawn=${drawn}></dossier-slot>`;
    return html`<dossier-frame .workspaceId=${route.workspaceId} .rest=${route.rest} .search=${common.search} .liveState=${common.liveState} @dossier-drawn=${drawn}></dossier-frame>`;
  }

  override render(): TemplateResult {
    const session = this.#sessions.value;
    const view = this.error
      ? alone(
          failure(
            this.error,
            () => {
              this.error = null;
              if (!this.#sessions.value) void this.#start();
            },
            { alone: true },
          ),
        )
      : session
        ? this.#view(session, routeOf(this.#navigation.pathname))
        : html`<main>${skeleton(6)}</main>`;
    const back = (): void => {
      if (session?.organization) void this.#follow(session.organization.slug);
    };
    return html`${view}<dossier-confirm></dossier-confirm><dossier-elsewhere .here=${session?.organization ?? null} .there=${this.#windows.elsewhere} @dossier-return=${back}></dossier-elsewhere><dossier-toasts></dossier-toasts>`;
  }
}
define('dossier-app', DossierApp);
