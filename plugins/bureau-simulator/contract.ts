import { service } from '@dossier/sdk';

/** The credit bureau inside this process, for demonstrations. */
export interface SimulatedBureau {
  /** Where it takes enquiries, or null when it does not serve: it decides over nobody's real application. */
  url(): string | null;
}
export const SimulatedBureau = service<SimulatedBureau>('bureau-simulator/bureau@1');
