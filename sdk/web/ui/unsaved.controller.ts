import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** Marks a navigation that the page must not answer itself: it leaves for good, and nobody is asked. */
export const leaving = 'dossier-leave';

/** What is asked before a page is left. */
interface Question {
  readonly title: string;
  readonly body: string;
}
const unsaved: Question = {
  title: 'Leave without saving?',
  body: 'What you changed here is not saved yet and will be lost.',
};

/** Asks before a form with changes that are not saved is left, inside the page and out of it. */
export class UnsavedGuard implements ReactiveController {
  readonly #element: DossierElement;
  readonly #dirty: () => boolean;
  readonly #question: Question;
  #stop: AbortController | null = null;
  #letGo = false;

  constructor(element: DossierElement, dirty: () => boolean, question = unsaved) {
    this.#element = element;
    this.#dirty = dirty;
    this.#question = question;
    element.addController(this);
  }

  hostConnected(): void {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    addEventListener(
      'beforeunload',
      (event) => {
        if (!this.#letGo && this.#dirty()) event.preventDefault();
      },
      { signal },
    );
    if ('navigation' in window)
      navigation.addEventListener(
        'navigate',
        (event) => {
          // A filter in the address leaves nothing, and what loads another page is asked about by the browser.
          const stays = new URL(event.destination.url).pathname === location.pathname;
          if (
            this.#letGo ||
            stays ||
            event.info === leaving ||
            !event.cancelable ||
            event.hashChange ||
            event.downloadRequest !== null ||
            (!event.destination.sameDocument && !event.canIntercept) ||
            !this.#dirty()
          )
            return;
          event.preventDefault();
          void this.#ask(event.destination.url, event.navigationType === 'replace');
        },
        { signal },
      );
  }

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  async #ask(to: string, replace: boolean): Promise<void> {
    const sure = await this.#element.host.confirm({ ...this.#question, action: 'Leave', danger: true });
    if (!sure) return;
    this.#letGo = true;
    const { pathname, search } = new URL(to);
    this.#element.host.navigate(pathname + search, { replace });
    setTimeout(() => {
      this.#letGo = false;
    });
  }
}
