import { Problem } from '@dossier/sdk';
import type { InvitationOffer } from '@dossier/core/platform/invitations/contract';
import type { Accounts } from './accounts.ts';
import type { AccountFaults } from './account-page.ts';

/** What became of a form: an account, or what was wrong with it. */
export type Registered = { readonly subject: string } | { readonly faults: AccountFaults };

/** Characters of a person's name. */
export const nameLimit = 200;

/**
 * Makes the account of an invited person. They came by the secret that was mailed to this address and nowhere else, so
 * the address counts as verified; what the form says of an address is not read.
 */
export async function register(
  accounts: Accounts,
  offer: InvitationOffer,
  form: { readonly name: string; readonly password: string },
): Promise<Registered> {
  const name = form.name.trim();
  const faults: AccountFaults = {
    ...(name === ''
      ? { name: 'Enter your name.' }
      : name.length > nameLimit || /\p{Cc}/u.test(name)
        ? { name: `A name has ${nameLimit} characters at most, on one line.` }
        : {}),
    ...(form.password === '' ? { password: 'Choose a password.' } : {}),
  };
  if (Object.keys(faults).length > 0) return { faults };
  try {
    return {
      subject: (await accounts.create({ email: offer.email, name, password: form.password, emailVerified: true }))
        .subject,
    };
  } catch (error) {
    if (Problem.is(error) && error.code === 'email-taken')
      return { faults: { form: 'There is an account with this e-mail address already. Sign in with it instead.' } };
    if (Problem.is(error) && error.status === 422)
      return { faults: { password: error.errors[0]?.detail ?? error.message } };
    throw error;
  }
}
