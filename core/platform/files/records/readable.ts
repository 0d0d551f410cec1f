import { conflict, Problem } from '@dossier/sdk';
import type { FileRecord } from '../contract.ts';

/**
 * Throws unless a file may leave the house: 403 `infected`, and where there is a scanner 409 `scan-pending` or
 * `not-scanned` for what it has not found harmless.
 */
export function demandReadable(
  { scan, threat }: Pick<FileRecord, 'scan' | 'threat'>,
  { name, isScanned }: { readonly name: string; readonly isScanned: boolean },
): void {
  if (scan === 'infected')
    throw new Problem(403, 'infected', 'Infected file', {
      detail: `A virus was found in "${name}"${threat === null ? '' : ` (${threat})`}, so nobody can open it. Ask for the document again.`,
    });
  if (!isScanned || scan === 'clean') return;
  if (scan === 'failed')
    throw conflict(
      'not-scanned',
      `"${name}" could not be checked for viruses yet, so it cannot be opened. The check is repeated every hour.`,
    );
  throw conflict('scan-pending', `"${name}" is being checked for viruses. Try again in a minute.`);
}
