import type { ReactiveController, ReactiveControllerHost } from 'lit';

export const isAhead = (moment: string | null): boolean => moment !== null && Date.parse(moment) > Date.now();

/** Draws its element anew when a moment passes that it was drawn by: there is a timer only as long as one is ahead. */
export class Until implements ReactiveController {
  readonly #element: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: ReactiveControllerHost) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Whether the moment is still to come; this one takes the place of the one before. */
  isAhead(moment: string | null): boolean {
    clearTimeout(this.#timer);
    if (moment === null || !isAhead(moment)) return false;
    this.#timer = setTimeout(() => this.#element.requestUpdate(), Date.parse(moment) - Date.now());
    return true;
  }
}
