import { ContextProvider } from '@lit/context';
import {
  contributionsContext,
  define,
  DossierElement,
  hostContext,
  liveContext,
  ProblemError,
  sessionContext,
} from '@dossier/sdk/web';
import type { Contribution, HostSession, PluginHost } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { query } from '../api/graphql.ts';
import { readAll, readFile, readForChange, readPage, send, sendForChange } from '../api/http.ts';
import { leave, toSignIn } from '../api/leave.ts';
import type { Session } from '../api/session.ts';
import { upload } from '../api/upload.ts';
import { LiveClient } from '../realtime/client.ts';
import type { LiveState } from '../realtime/client.ts';
import { wearAccent } from '@dossier/sdk/web/ui/accent';
import { organizationsAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { forgetKept } from '@dossier/sdk/web/ui/kept';
import { readAs } from '@dossier/sdk/web/ui/reader';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { ConfirmDialog } from './confirm-dialog.element.ts';
import { openTo, shellPart, slots } from './contributions.ts';
import { arrive } from './arrival.ts';
import { alone, foreign, missing } from './dead-ends.ts';
import { enter } from './enter.ts';
import { lastUsed } from './last-used.ts';
import { NavigationController } from './navigation.controller.ts';
import { elements, followPermissions } from './permissions.ts';
import { routeOf } from './routes.ts';
import type { Route } from './routes.ts';
import { closeSignInWindow } from './sign-in-window.ts';
import type { Toasts } from './toasts.element.ts';
import { wearTheme } from '../theme/theme.ts';
import { WindowsController } from './windows.controller.ts';
import './frame.element.ts';
import './person-frame.element.ts';
import './picker.element.ts';

/** Frames that come by themselves, when they are first opened. */
const sections = shellPart('dossier-sections', 'Settings', 'settings');
const profile = shellPart('dossier-profile', 'Your profile', 'profile');
const loads = {
  sections: () => import('./sections-frame.element.ts'),
  profile: () => import('./profile-frame.element.ts'),
};

/** Whether what an address shows is of one organization, or of the person. */
const isBound = ({ kind }: Route): boolean => ['workspace', 'settings', 'organization', 'profile'].includes(kind);

/** What speaks and asks: the first thing drawn does not wait for it. */
const loadLater = () => import('./later.ts');

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
  static override properties = {
    error: { state: true },
    liveState: { state: true },
    elements: { state: true },
    current: { state: true },
  };
  declare error: unknown;
  /** The session as it was asked last. */
  declare current: Session | null;
  /** Everything that there is outside workspaces, without regard to rights; null until it is known. */
  declare elements: readonly Contribution[] | null;
  declare liveState: LiveState;
  readonly #navigation = new NavigationController(this, {
    moved: () => {
      this.error = null;
      this.#noteVisit();
    },
  });
  readonly #sessions = new ContextProvider(this, { context: sessionContext });
  readonly #liveNow = new ContextProvider(this, { context: liveContext, initialValue: false });
  readonly #offered = new ContextProvider(this, { context: contributionsContext, initialValue: null });
  readonly #windows = new WindowsController(this, {
    here: () => this.#sessions.value,
    bound: () => isBound(routeOf(this.#navigation.pathname)),
    enter: (session) => this.#enter(session),
  });
  #live: LiveClient | null = null;
  #permissions: Disposable | null = null;
  #switching: string | null = null;

  constructor() {
    super();
    this.error = null;
    this.current = null;
    this.liveState = 'idle';
    this.elements = null;
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

  /** For the person alone: what they had open stands in the palette. */
  #noteVisit(): void {
    const userId = this.#sessions.value?.user.id;
    const { pathname } = this.#navigation;
    if (userId !== undefined && isBound(routeOf(pathname)))
      void import('./recent.ts').then(({ recentPages }) => recentPages(userId).mark(pathname));
  }

  #say(what: (toasts: Toasts) => void): void {
    const toasts = this.renderRoot.querySelector<Toasts>('dossier-toasts');
    if (toasts) void loadLater().then(() => what(toasts));
  }

  #makeHost(): PluginHost {
    return {
      query,
      send,
      readForChange,
      sendForChange,
      readPage,
      readAll,
      file: readFile,
      upload,
      stream: async function* (...request) {
        yield* (await loadLater()).stream(...request);
      },
      live: (scope, on) => this.#live?.listen(scope, on) ?? { [Symbol.dispose]: () => {} },
      navigate: (to, o) => this.#navigation.to(to, o),
      leave,
      enter: async (organization) => {
        const [first] = await enter(this.#sessions.value, organization);
        return first ? workspaceAddress(organization.slug, first.id) : organizationsAddress(organization.slug);
      },
      notify: ({ kind, text, undo }) => this.#say((toasts) => toasts.show(kind, text, undo)),
      announce: (text) => this.#say((toasts) => toasts.announce(text)),
      confirm: async (question) => {
        await loadLater();
        return (await this.renderRoot.querySelector<ConfirmDialog>('dossier-confirm')?.ask(question)) ?? false;
      },
    };
  }

  async #start(): Promise<void> {
    this.error = null;
    try {
      const session = await send<Session>('GET', '/api/v1/session', undefined, { stay: true });
      forgetKept(session.user.id);
      // Before anything is drawn, and nothing waits for it: it is the first thing asked about the person.
      void arrive(session);
      this.#enter(session);
      closeSignInWindow();
      this.#noteVisit();
      this.elements ??= await elements();
      this.#offer(this.#sessions.value?.permissions ?? null);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return toSignIn();
      this.error = error;
    }
  }

  #enter(session: Session): void {
    const before = this.#sessions.value;
    const same = before?.organization?.id === session.organization?.id;
    this.#windows.entered(session);
    const permissions = same ? (before?.permissions ?? null) : null;
    this.#offer(permissions);
    readAs(session, session.organization);
    this.#sessions.setValue({ ...session, permissions });
    this.current = session;
    loadLater().catch(() => undefined);
    wearTheme(session.theme);
    wearAccent(session.organization ? session.shades : null);
    // The organization has another address now: stay where one is.
    const [from, to] = [before?.organization?.slug, session.organization?.slug];
    if (same && from && to && from !== to && location.pathname.startsWith(`/p/${from}/`))
      this.#navigation.to(location.pathname.replace(`/p/${from}/`, `/p/${to}/`) + location.search, { replace: true });
    if (!session.organization) this.#hush();
    else if (!(same && this.#live)) this.#listen(session.organization.id, session.user.id);
    this.requestUpdate();
  }

  /**
   * What is offered outside workspaces; before the permissions are published, so that nobody has one without the other.
   */
  #offer(permissions: readonly string[] | null): void {
    if (this.elements) this.#offered.setValue(openTo(this.elements, permissions));
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
        this.#liveNow.setValue(state === 'live');
      },
      onRefused: () => void this.#windows.look(),
    });
    // What concerns the whole organization has changed, so perhaps its name or look. It is rare enough to just look.
    this.#live.listen({ kind: 'topic', topic: 'cfg' }, () => void this.#windows.look());
    this.#permissions = followPermissions(this.#live, (permissions) => {
      const session = this.#sessions.value;
      if (session && session.permissions?.join() !== permissions.join()) {
        this.#offer(permissions);
        this.#sessions.setValue({ ...session, permissions });
      }
    });
  }

  /** The picker has switched the session; take it over and go there. */
  async #chosen(address: string): Promise<void> {
    try {
      this.#enter(await send<Session>('GET', '/api/v1/session'));
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
      this.#enter(await send<Session>('GET', '/api/v1/session'));
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
    if (route.kind === 'person') {
      if (!this.elements) return html`<main>${skeleton(6)}</main>`;
      const page = this.elements.find(({ slot, path }) => slot === slots.personPage && path === route.path);
      const input = { base: `/${route.path}`, rest: route.rest, search: this.#navigation.search };
      if (page)
        return html`<dossier-person-frame .page=${page} .input=${input}
          @dossier-organization-chosen=${chosen}></dossier-person-frame>`;
    }
    if (route.kind === 'profile')
      return html`<dossier-slot .contribution=${profile} .load=${loads.profile}
        .input=${{ section: route.section, rest: route.rest, search: this.#navigation.search }} @dossier-drawn=${drawn}
        @dossier-organization-chosen=${chosen}></dossier-slot>`;
    // With one organization there is nothing to choose; with none the page says what to do.
    if (session.organizations.length === 0 || (route.kind === 'home' && session.organizations.length === 1))
      return html`<dossier-organization-picker .direct=${route.kind === 'home'}
        @dossier-organization-chosen=${chosen}></dossier-organization-picker>`;
    if (route.kind === 'home') {
      const slug = lastUsed.first(session.organizations.map((one) => one.slug)) ?? session.organizations[0]?.slug ?? '';
      queueMicrotask(() =>
        this.#navigation.to(organizationsAddress(session.organization?.slug ?? slug), { replace: true }),
      );
      return html``;
    }
    if (route.kind === 'unknown' || route.kind === 'person') return missing(home);
    if (!session.organizations.some((one) => one.slug === route.slug)) return foreign(home);
    // The picker lists all organizations and needs none to be chosen.
    if (route.kind === 'organizations')
      return html`<dossier-organization-picker @dossier-organization-chosen=${chosen}></dossier-organization-picker>`;
    if (session.organization?.slug !== route.slug) {
      void this.#follow(route.slug);
      return skeleton(6);
    }
    const common = { search: this.#navigation.search, liveState: this.liveState };
    if (route.kind === 'settings' || route.kind === 'organization')
      return html`<dossier-slot .contribution=${sections} .load=${loads.sections}
        .input=${{
          kind: route.kind === 'settings' ? 'settings' : 'pages',
          section: route.section,
          rest: route.rest,
          ...common,
        }} @dossier-drawn=${drawn}></dossier-slot>`;
    return html`<dossier-frame .workspaceId=${route.workspaceId} .rest=${route.rest} .search=${common.search}
      .liveState=${common.liveState} @dossier-drawn=${drawn}></dossier-frame>`;
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
    return html`${view}<dossier-confirm></dossier-confirm><dossier-other-tabs .here=${session?.organization ?? null}
      .there=${this.#windows.elsewhere} @dossier-return=${back}></dossier-other-tabs><dossier-session-end .current=${this.current}
      @dossier-session=${(event: CustomEvent<Session>) => this.#enter(event.detail)}
      @dossier-session-extended=${() => this.#windows.extended()}></dossier-session-end><dossier-toasts></dossier-toasts>`;
  }
}
define('dossier-app', DossierApp);
