import { PageOffers, whenIdle } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { Does, listOffer } from './list.offer.ts';

/** Offers what a list does; the words for it come when the page has nothing else to do, since rows do without them. */
export function offerOfList(element: DossierElement, does: () => Does): void {
  let offered: typeof listOffer | null = null;
  new PageOffers(element, () => (element.hidden || !offered ? null : offered(does())));
  whenIdle(async () => {
    offered = (await import('./list.offer.ts')).listOffer;
    element.requestUpdate();
  });
}
