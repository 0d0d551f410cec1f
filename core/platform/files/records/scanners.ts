import type { Access, Contributions } from '@dossier/sdk';
import type { FileScanner } from '../contract.ts';

/** The scanners that plugins bring. */
export interface Scanners {
  /** Does any plugin bring one, wherever it is switched on? */
  areInstalled(): boolean;
  /** Must a file pass one? Also while the plugin that brings it cannot serve: then files wait. */
  areThere(access: Access): boolean;
  /** All of them. Throws `plugin-not-ready` (503) while one of them cannot serve. */
  all(access: Access): readonly FileScanner[];
}

/** Those that are contributed. */
export function scannersOf(contributed: Contributions<FileScanner>): Scanners {
  /** A contribution with no such id is unknown only when every plugin that could have given it serves. */
  const demandReady = (access: Access): void => void contributed.get(access, 'every');
  return {
    areInstalled: () => contributed.ids().length > 0,
    areThere(access) {
      if (contributed.list(access).length > 0) return true;
      try {
        demandReady(access);
        return false;
      } catch {
        return true;
      }
    },
    all(access) {
      demandReady(access);
      return contributed.list(access).map(({ value }) => value);
    },
  };
}
