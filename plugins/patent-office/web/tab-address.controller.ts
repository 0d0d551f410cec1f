import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** What the tab shows in its left part, or in place of both. */
export type Shown = 'results' | 'saved' | 'earlier' | 'watches';
const lists: readonly Shown[] = ['saved', 'earlier', 'watches'];

/**
 * What of the tab is in the address of the page, so that a reload, a link and Back find it again: the open publication
 * and the list. Everything else in the address is the case's, and stays.
 */
export class TabAddress implements ReactiveController {
  /** Empty while none is open. */
  number = '';
  shown: Shown = 'results';
  readonly #element: DossierElement;
  #stop: AbortController | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#read();
    this.#stop = new AbortController();
    if ('navigation' in window)
      navigation.addEventListener('currententrychange', () => this.#read(), { signal: this.#stop.signal });
  }

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  /** Opens a publication, or closes it (empty). Who goes on from one to the next comes back to the list in one step. */
  open(number: string): void {
    if (number !== this.number) this.#go({ patent: number }, this.number !== '' && number !== '');
  }

  show(shown: Shown): void {
    if (shown !== this.shown) this.#go({ patents: shown === 'results' ? '' : shown, patent: '' }, false);
  }

  /** Shows a publication among the results, from whatever list. */
  openFrom(number: string): void {
    this.#go({ patents: '', patent: number }, false);
  }

  #go(part: Readonly<Record<string, string>>, replace: boolean): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(part))
      if (value === '') query.delete(name);
      else query.set(name, value);
    const search = query.toString();
    this.#element.host.navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, { replace });
  }

  #read(): void {
    const query = new URLSearchParams(location.search);
    const shown = lists.find((one) => one === query.get('patents')) ?? 'results';
    const number = query.get('patent') ?? '';
    if (shown === this.shown && number === this.number) return;
    this.shown = shown;
    this.number = number;
    this.#element.requestUpdate();
  }
}
