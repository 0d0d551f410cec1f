import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { leaving } from '@dossier/sdk/web/ui/unsaved.controller';

/** Addresses that the server answers itself. */
const ofServer = /^\/(api|auth|graphql|rt|oidc|assets|docs|openapi\.json|asyncapi\.json|schema\.graphql|health)(\/|$)/;

/**
 * Follows the address inside the page with the Navigation API. A browser without it loads each address from the server:
 * slower, and otherwise the same.
 */
export class NavigationController implements ReactiveController {
  pathname = location.pathname;
  search = location.search;
  readonly #element: ReactiveControllerHost;
  readonly #moved: () => void;
  #stop: AbortController | null = null;

  constructor(element: ReactiveControllerHost, o: { moved: () => void }) {
    this.#element = element;
    this.#moved = o.moved;
    element.addController(this);
  }

  hostConnected(): void {
    if (!('navigation' in window)) return;
    this.#stop = new AbortController();
    navigation.addEventListener(
      'navigate',
      (event) => {
        const url = new URL(event.destination.url);
        if (
          !event.canIntercept ||
          event.info === leaving ||
          event.downloadRequest !== null ||
          event.hashChange ||
          event.formData ||
          url.origin !== location.origin ||
          ofServer.test(url.pathname)
        )
          return;
        event.intercept({
          focusReset: 'manual',
          scroll: 'manual',
          handler: async () => {
            await this.#show(url);
          },
        });
      },
      { signal: this.#stop.signal },
    );
  }

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  to(address: string, o: { replace?: boolean } = {}): void {
    if (!('navigation' in window)) location[o.replace ? 'replace' : 'assign'](address);
    else navigation.navigate(address, { history: o.replace ? 'replace' : 'auto' }).finished?.catch(() => undefined);
  }

  async #show(url: URL): Promise<void> {
    this.pathname = url.pathname;
    this.search = url.search;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#moved();
  }
}
