import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PageOffer } from './page-offer.ts';

type What = () => PageOffer | null;

/** What elements of the open page offer, as they came. */
const offers = new Set<What>();
/** What shows it at the moment. */
const shown = new Set<() => void>();

const tell = (): void => {
  for (const ask of shown) ask();
};

/** For what shows it: what each element of the open page offers, to be asked each time. */
export const offersHere = (): readonly What[] => [...offers];

/** For what shows it: calls `ask` when something else may be offered, until disposed. */
export const followOffers = (ask: () => void): Disposable => {
  shown.add(ask);
  return { [Symbol.dispose]: () => void shown.delete(ask) };
};

/**
 * Offers actions and keys of an element for as long as it is on the page: `new PageOffers(this, () => ({ … }))`. What
 * it offers is asked each time that the palette or the keys are shown; null is nothing at the moment.
 */
export class PageOffers implements ReactiveController {
  readonly #what: What;

  constructor(element: Pick<ReactiveControllerHost, 'addController'>, what: What) {
    this.#what = what;
    element.addController(this);
  }

  hostConnected(): void {
    offers.add(this.#what);
    tell();
  }

  hostUpdated(): void {
    tell();
  }

  hostDisconnected(): void {
    offers.delete(this.#what);
    tell();
  }
}
