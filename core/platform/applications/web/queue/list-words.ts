import type { DossierElement } from '@dossier/sdk/web';
import type { Chip, chipsOf } from './chips.ts';
import { isNarrowed } from '../filter.ts';
import type { Filter } from '../filter.ts';

/** Words for what narrows a list: they come when something first does, since rows do without. */
export class ListWords {
  readonly #element: DossierElement;
  #chipsOf: typeof chipsOf | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
  }

  chips(filter: Filter, o: Parameters<typeof chipsOf>[1]): readonly Chip[] {
    if (!this.#chipsOf && isNarrowed(filter)) void this.#load();
    return this.#chipsOf?.(filter, o) ?? [];
  }

  async #load(): Promise<void> {
    ({ chipsOf: this.#chipsOf } = await import('./chips.ts'));
    this.#element.requestUpdate();
  }
}
