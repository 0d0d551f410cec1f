import { errorCode } from '@dossier/sdk';
import { randomBytes } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';
import { SettingsError } from '@dossier/config';

/**
 * Writes a file in DATA_DIR, for its owner alone, unless there is one: of two nodes that start together one does.
 * Written aside and linked, so that a crash leaves no half of it; on a volume without links (SMB, some of FUSE) at its
 * place. Throws SettingsError when it cannot be written.
 */
export function writeNew(path: string, text: string): void {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const whole = { mode: 0o600, flag: 'wx' } as const;
  try {
    writeFileSync(aside, text, whole);
    try {
      linkSync(aside, path);
    } catch (error) {
      // Refused in as many ways as there are volumes. What is really wrong is wrong without a link, too.
      if (errorCode(error) !== 'EEXIST') writeFileSync(path, text, whole);
    } finally {
      unlinkSync(aside);
    }
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new SettingsError([
        {
          name: 'DATA_DIR',
          detail: `${path} could not be written (${errorCode(error) || String(error)}). Name a folder that this process may write.`,
        },
      ]);
  }
}
