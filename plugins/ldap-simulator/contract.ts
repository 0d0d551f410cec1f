import { service } from '@dossier/sdk';

/** The directory inside this process, for demonstrations: its people are made up. */
export interface SimulatedDirectory {
  /** Address at which it listens, `ldap://127.0.0.1:{port}`; null when it does not serve. */
  url(): string | null;
}
export const SimulatedDirectory = service<SimulatedDirectory>('ldap-simulator/directory@1');
