import { timingSafeEqual } from 'node:crypto';
import { conflict, notFound, Problem } from '@dossier/sdk';
import type { Clock, OrganizationAccess, Vault } from '@dossier/sdk';
import type { People } from '../people/contract.ts';

/** Minutes that an address for a download works. */
const LIFETIME = 5;

/** A request, as it is asked which session sends it. */
type Asking = Parameters<People['sessionOf']>[0] & { readonly access: OrganizationAccess };

/**
 * Addresses from which a document is downloaded for some minutes, by the session that asked for one and by no other:
 * what stands in a history or was passed on opens nothing. Whether the document may be read is asked each time anew.
 */
export interface DownloadLinks {
  /** Throws 409 `no-session` to a token, which downloads with itself. */
  make(request: Asking, documentId: string): Promise<{ readonly url: string; readonly until: string }>;
  /** Throws 404 for what is no link of this session to this document, and 410 `link-expired`. */
  demand(request: Asking, documentId: string, link: string): Promise<void>;
}

interface Deps {
  readonly people: Pick<People, 'sessionOf'>;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly clock: Clock;
}

/** A link is the time until which it works, and a keyed hash of that, document and session: nothing is stored. */
export function downloadLinks({ people, vault, clock }: Deps): DownloadLinks {
  const signed = ({ organization }: OrganizationAccess, session: string, documentId: string, until: string): string =>
    vault.fingerprint(JSON.stringify([organization, session, documentId, until]), 'documents/link');
  return {
    async make(request, documentId) {
      const session = await people.sessionOf(request);
      if (session === null)
        throw conflict(
          'no-session',
          'A link is for the session of a browser. With a token ask for the content itself, without a link.',
        );
      const until = new Date(clock.now().getTime() + LIFETIME * 60_000);
      const time = String(until.getTime());
      const link = `${time}.${signed(request.access, session, documentId, time)}`;
      return {
        url: `/api/v1/documents/${documentId}/content?link=${encodeURIComponent(link)}`,
        until: until.toISOString(),
      };
    },

    async demand(request, documentId, link) {
      const [time = '', signature = '', ...rest] = link.split('.');
      const session = await people.sessionOf(request);
      if (session === null || rest.length > 0) throw notFound();
      if (!isSame(signature, signed(request.access, session, documentId, time))) throw notFound();
      if (clock.now().getTime() >= Number(time))
        throw new Problem(410, 'link-expired', 'The link has expired', {
          detail: `A link to a document works for ${LIFETIME} minutes. Go back to the application and open the document there.`,
        });
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
