import type { Sockets } from '@dossier/sdk';
import type { FileScanner, ScanVerdict } from '@dossier/core/platform/files/contract';
import { ask } from './clamd.ts';
import type { Clamd } from './clamd.ts';

/** Has files looked through by clamd, which is sent the bytes as they are read. */
export const clamdScanner = (sockets: Pick<Sockets, 'connect'>, clamd: Clamd): FileScanner => ({
  async scan({ bytes, size, signal }) {
    const { answer, sent } = await ask(sockets, clamd, 'INSTREAM', { bytes, signal });
    // clamd answers what it was sent; a file of which a part is missing was not looked through.
    return verdictOf(answer, sent === size);
  },
});

/** Does clamd answer? It does while it loads new signatures, and not while it starts. */
export const answers = async (sockets: Pick<Sockets, 'connect'>, clamd: Clamd): Promise<boolean> =>
  ask(sockets, clamd, 'PING').then(
    ({ answer }) => answer === 'PONG',
    () => false,
  );

/** Throws for every answer that is no verdict: the file was not scanned. */
function verdictOf(answer: string, whole: boolean): ScanVerdict {
  const threat = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (answer === 'INSTREAM size limit exceeded. ERROR')
    throw new Error('The file is too large to be scanned: raise StreamMaxLength of clamd.');
  // With AlertExceedsMax: it did not look through all of it, which says nothing of what is in it.
  if (threat?.startsWith('Heuristics.Limits.Exceeded'))
    throw new Error(`The file is too large or too complex to be scanned: raise the limits of clamd (${threat}).`);
  if (answer.endsWith(' ERROR')) throw new Error(`clamd could not scan the file: ${shown(answer)}`);
  if (!whole) throw new Error(`clamd answered before it had the whole file: ${shown(answer)}`);
  if (threat !== undefined) return { clean: false, threat: shown(threat) };
  if (answer === 'stream: OK') return { clean: true };
  throw new Error(`This is not an answer of clamd: ${shown(answer)}`);
}

/** As much of it as a line holds. */
const shown = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 200);
