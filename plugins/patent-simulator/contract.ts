import { service } from '@dossier/sdk';

/** The Open Patent Services inside this process, for demonstrations: their documents are made up. */
export interface SimulatedOps {
  /** What stands for `https://ops.epo.org`, or null when it does not serve: nobody's real work rests on it. */
  url(): string | null;
  /**
   * In `work`, and nowhere else, `url` is an address of its own on this machine: for a command, beside which no server
   * listens, and for a real installation, in which nobody else is to meet what is made up.
   * Resolves or throws as `work` does.
   */
  meanwhile<T>(work: () => Promise<T>): Promise<T>;
  readonly key: string;
  readonly secret: string;
}
export const SimulatedOps = service<SimulatedOps>('patent-simulator/ops@1');
