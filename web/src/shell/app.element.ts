import { ContextProvider } from '@lit/context';
import { define, DossierElement, hostContext, ProblemError, sessionContext } from '@dossier/sdk/web';
import type { HostSession, PluginHost } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { query } from '../api/graphql.ts';
import { send, toSignIn } from '../api/http.ts';
import { LiveClient } from '../realtime/client.ts';
import type { LiveState } from '../realtime/client.ts';
import { empty, failure, skeleton, stateStyles } from '../ui/states.ts';
import type { ConfirmDialog } from './confirm-dialog.element.ts';
import './confirm-dialog.element.ts';
import { lastUsed } from './last-used.ts';
import { NavigationController } from './navigation.controller.ts';
import { organizationsAddress, routeOf } from './routes.ts';
import type { Route } from './routes.ts';
import type { Toasts } from './toasts.element.ts';
import './toasts.element.ts';
import '../organizations/picker.element.ts';
import './frame.element.ts';

/** The page: who is signed in, which view the address means, and what every element may ask of it. */
class DossierApp extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, css`
    :host { display: block; min-height: 100dvh; }
    .alone { display: grid; place-content: center; min-height: 100dvh; }
  `];
  static override properties = { error: { state: true }, liveState: { state: true } };
  declare error: unknown;
  declare liveState: LiveState;
  readonly #navigation = new NavigationController(this, { moved: () => { this.error = null; } });
  readonly #sessions = new ContextProvider(this, { context: sessionContext });
  #live: LiveClient | null = null;
  #switching: string | null = null;

  constructor() {
    super();
    this.error = null;
    this.liveState = 'idle';
    new ContextProvider(this, { context: hostContext, initialValue: this.#makeHost() });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
  }

  #makeHost(): PluginHost {
    return {
      query,
      send,
      live: (scope, on) => this.#live?.listen(scope, on) ?? { [Symbol.dispose]: () => {} },
      navigate: (to, o) => this.#navigation.to(to, o),
      notify: ({ kind, text }) => this.renderRoot.querySelector<Toasts>('dossier-toasts')?.show(kind, text),
      announce: (text) => this.renderRoot.querySelector<Toasts>('dossier-toasts')?.announce(text),
      confirm: async (question) => await this.renderRoot.querySelector<ConfirmDialog>('dossier-confirm')?.ask(question) ?? false,
    };
  }

  async #start(): Promise<void> {
    this.error = null;
    try {
      this.#enter(await send<HostSession>('GET', '/api/v1/session', undefined, { stay: true }));
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return toSignIn();
      this.error = error;
    }
  }

  #enter(session: HostSession): void {
    const before = this.#sessions.value?.organization?.id;
    this.#sessions.setValue(session);
    const accent = session.organization?.accent;
    if (accent && CSS.supports('color', accent)) document.documentElement.style.setProperty('--brand', accent);
    else document.documentElement.style.removeProperty('--brand');
    if (session.organization && (before !== session.organization.id || !this.#live)) {
      this.#live?.close();
      this.#live = new LiveClient({ organizationId: session.organization.id, userId: session.user.id, onState: (state) => { this.liveState = state; } });
    }
    this.requestUpdate();
  }

  /** The picker has switched the session; take it over and go there. */
  async #chosen(address: string): Promise<void> {
    try {
      this.#enter(await send<HostSession>('GET', '/api/v1/session'));
      this.#navigation.to(address);
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
      this.#enter(await send<HostSession>('GET', '/api/v1/session'));
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#switching = null;
    this.requestUpdate();
  }

  #view(session: HostSession, route: Route): TemplateResult {
    if (session.organizations.length === 0) return this.#alone(empty({ alone: true, icon: 'people', title: 'You are not in an organization yet', text: 'Ask an administrator of your organization to invite you. Your access appears here as soon as you accept.' }));
    if (route.kind === 'home') {
      const slug = lastUsed.first(session.organizations.map((one) => one.slug)) ?? session.organizations[0]?.slug ?? '';
      queueMicrotask(() => this.#navigation.to(organizationsAddress(session.organization?.slug ?? slug), { replace: true }));
      return html``;
    }
    if (route.kind === 'unknown') return this.#alone(this.#missing(session));
    if (!session.organizations.some((one) => one.slug === route.slug)) {
      return this.#alone(empty({ alone: true, icon: 'key', title: 'This is not one of your organizations', text: 'The address may be mistyped, or you have no access. An administrator of that organization can invite you.', action: this.#wayHome(session) }));
    }
    // The picker lists all organizations and needs none to be chosen.
    if (route.kind === 'organizations') return html`<dossier-organization-picker @dossier-organization-chosen=${(event: CustomEvent<string>) => this.#chosen(event.detail)}></dossier-organization-picker>`;
    if (session.organization?.slug !== route.slug) {
      void this.#follow(route.slug);
      return skeleton(6);
    }
    return html`<dossier-frame .workspaceId=${route.workspaceId} .rest=${route.rest} .search=${this.#navigation.search} .liveState=${this.liveState}
      @dossier-drawn=${() => this.#live?.start()}></dossier-frame>`;
  }

  #wayHome(session: HostSession): TemplateResult {
    return html`<a class="button primary" href=${organizationsAddress(session.organizations[0]?.slug ?? '')}>Go to your organizations</a>`;
  }

  #missing(session: HostSession): TemplateResult {
    return empty({ alone: true, icon: 'search', title: 'There is nothing at this address', text: 'The link may be old or mistyped.', action: this.#wayHome(session) });
  }

  #alone(content: TemplateResult): TemplateResult {
    return html`<main class="alone">${content}</main>`;
  }

  override render(): TemplateResult {
    const session = this.#sessions.value;
    const view = this.error ? this.#alone(failure(this.error, () => { this.error = null; if (!this.#sessions.value) void this.#start(); }, { alone: true }))
      : session ? this.#view(session, routeOf(this.#navigation.pathname)) : html`<main>${skeleton(6)}</main>`;
    return html`${view}<dossier-confirm></dossier-confirm><dossier-toasts></dossier-toasts>`;
  }
}
define('dossier-app', DossierApp);
