import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

const currencyQuery = graphDocument<
  { readonly viewer: { readonly organization: { readonly currency: string } | null } | null },
  Record<string, never>
>('query OwnCurrency { viewer { organization { currency } } }');

/** In which currency the organization reckons; the euro until that is known. */
export class OwnCurrency implements ReactiveController {
  code = 'EUR';
  readonly #element: DossierElement;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    // Without an answer a new field of money speaks the euro, and who makes it sees that.
    void this.#element.host.query(currencyQuery, {}).then(
      ({ viewer }) => (this.code = viewer?.organization?.currency ?? this.code),
      () => undefined,
    );
  }
}
