import type { ReactiveController } from 'lit';
import type { DossierElement } from '@dossier/sdk/web';

/**
 * Says that the reader has read a conversation, when they have: its end is in sight, in a window that is in front and
 * has the focus. What only came to a page that nobody looks at stays unread.
 */
export class ReadingController implements ReactiveController {
  readonly #element: DossierElement;
  /** What is to be said, once for each time that the conversation was loaded. */
  #open: { readonly of: object; readonly id: string } | null = null;
  #last: object | null = null;
  #end: Element | null = null;
  #inSight = false;
  readonly #watch = new IntersectionObserver((entries) => {
    this.#inSight = entries.at(-1)?.isIntersecting ?? false;
    this.#say();
  });
  readonly #look = (): void => this.#say();

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('focus', this.#look);
    document.addEventListener('visibilitychange', this.#look);
  }

  hostDisconnected(): void {
    removeEventListener('focus', this.#look);
    document.removeEventListener('visibilitychange', this.#look);
    this.#watch.disconnect();
    this.#end = null;
    this.#inSight = false;
  }

  /**
   * The conversation as it was loaded, the id of its last comment, and the element that shows it. Without anything
   * unread nothing is said.
   */
  shows(conversation: { readonly unread: number }, id: string, end: Element): void {
    if (conversation !== this.#last) {
      this.#last = conversation;
      this.#open = conversation.unread > 0 ? { of: conversation, id } : null;
    }
    if (end === this.#end) return this.#say();
    this.#watch.disconnect();
    this.#inSight = false;
    this.#end = end;
    this.#watch.observe(end);
  }

  #say(): void {
    const open = this.#open;
    if (!open || !this.#inSight || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    this.#open = null;
    this.#element.host.send('POST', `/api/v1/comments/${open.id}/read`).catch(() => {
      // It is said again the next time that somebody looks.
      if (this.#last === open.of) this.#open = open;
    });
  }
}
