import type { PluginHost } from '@dossier/sdk/web';
import { markRecordRead } from './notices.ts';

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** An address, in a workspace, of the organization or in the settings, that names one record. */
const record = new RegExp(`^/p/[^/]+/(?:w/${id}|o|settings)/(?:.*?/)?(${id})(?:/|$)`);

/** The record at an address of the page; null where it names none. */
export const recordAt = (pathname: string): string | null => record.exec(pathname)?.[1] ?? null;

/**
 * Who has a record open in front of them sees what is new of it, however they came there: from a mail, a list or a
 * search. Gives whether it was noted, and so how much is new has to be asked again; what could not be noted stays new.
 */
export async function noteWhatIsOpen(host: PluginHost): Promise<boolean> {
  const open = recordAt(location.pathname);
  if (open === null || document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  return markRecordRead(host, open).then(
    () => true,
    () => false,
  );
}
