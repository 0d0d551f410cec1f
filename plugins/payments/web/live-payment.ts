import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import type { LiveScope } from '@dossier/sdk/web';
import type { ShownApplication } from '@dossier/core/platform/applications/contract';
import type { Payment, PAYMENT_CHECK, PaymentShown } from '../contract.ts';

const check: typeof PAYMENT_CHECK = 'PaymentCheckHandler';

/** The members of an application that its payment is shown by. */
export type Paid = Pick<ShownApplication, 'id' | 'steps' | 'officers'>;

interface Asked {
  readonly workspaceId: string;
  /** The application; null where nothing is asked for, and so nothing is read. */
  readonly id: string | null;
  readonly isStaff: boolean;
}

/** The address of the payment of an application. */
export const pathOf = (applicationId: string): string => `/api/v1/applications/${applicationId}/payment`;

/** Says whether the reader works with the application, and so knows its officers. */
export const isForStaff = ({ officers }: Paid): boolean => officers !== null;

/** The payment of an application, live; nothing is read of one whose template asks for none. */
export class LivePayment {
  readonly #element: DossierElement;
  readonly #one: LiveOne<Payment | null, Asked>;
  #id: string | null = null;

  constructor(element: DossierElement) {
    this.#element = element;
    this.#one = new LiveOne<Payment | null, Asked>(element, {
      read: async ({ id }, signal) =>
        id === null ? null : (await element.host.send<PaymentShown>('GET', pathOf(id), undefined, { signal })).payment,
      follow: topicsOf,
    });
  }

  /** The payment; null until it is here, and where there is none. */
  get value(): Payment | null {
    return this.#one.value;
  }

  show(application: Paid | null): void {
    const { workspace } = this.#element;
    if (!workspace || !application) return;
    const { id, steps } = application;
    const isKnown = this.#id === id && this.value !== null;
    this.#id = isKnown || steps.some(({ handler }) => handler === check) ? id : null;
    this.#one.show({ workspaceId: workspace.id, id: this.#id, isStaff: isForStaff(application) });
  }

  again(): Promise<void> {
    return this.#one.again();
  }
}

/** A payment that is not due any more tells of it only by what became of its application. */
const topicsOf = ({ workspaceId, id, isStaff }: Asked): readonly LiveScope[] =>
  id === null
    ? []
    : [
        { kind: 'subject', workspaceId, type: 'application', id },
        isStaff
          ? { kind: 'topic', topic: `w/${workspaceId}/s/application/${id}/payment` }
          : { kind: 'own', type: 'payments' },
      ];
