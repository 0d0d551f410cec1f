import type { Vault } from '@dossier/sdk';
import type { Invitations, InvitationOffer } from '@dossier/core/platform/invitations/contract';

/**
 * Parameter of the authorization request in which an invitation travels, sealed: addresses are kept in histories and
 * logs.
 */
export const invitationParameter = 'invitation';
const context = 'sign-in/invitation';

/** People who follow an invitation and may create an account. */
export interface Guests {
  /** What the authorization request says of somebody who wants to go to this page. */
  hint(returnTo: string): Readonly<Record<string, string>>;
  /**
   * The invitation of a sign-in, by the parameters of its request; null when there is none, or it is no longer open.
   */
  offer(parameters: Readonly<Record<string, unknown>>): Promise<InvitationOffer | null>;
}

/** Without the module of invitations there are no guests. */
export function createGuests({ vault, invitations }: { vault: Vault; invitations: Invitations | undefined }): Guests {
  return {
    hint(returnTo): Readonly<Record<string, string>> {
      const token = /^\/invitations\/([A-Za-z0-9_-]{1,100})$/.exec(returnTo)?.[1];
      if (token === undefined || invitations === undefined) return {};
      return { [invitationParameter]: vault.seal(token, context) };
    },
    async offer(parameters) {
      const sealed = parameters[invitationParameter];
      if (typeof sealed !== 'string' || invitations === undefined) return null;
      const token = opened(sealed);
      return token === null ? null : invitations.offer(token);
    },
  };

  /** The parameter comes through the browser: what we did not seal says nothing. */
  function opened(sealed: string): string | null {
    try {
      return vault.open(sealed, context);
    } catch {
      return null;
    }
  }
}
