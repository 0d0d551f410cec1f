import { randomBytes } from 'node:crypto';
import type { Command } from '@dossier/sdk';
import type { Accounts } from './accounts.ts';

/** `dossier password EMAIL`: for whoever forgot his password, or fears that somebody else knows it. Its own sign-ins at the provider end; sessions that are open he ends himself, under Profile. */
export const passwordCommand = (accounts: Pick<Accounts, 'byEmail' | 'setPassword'>): Command => ({
  summary: 'Give an account a new password, which is printed once: password EMAIL',
  async run([email, ...more], print) {
    if (email === undefined || more.length > 0) {
      print('Write: dossier password EMAIL');
      return 2;
    }
    const subject = await accounts.byEmail(email);
    if (subject === null) {
      print(`There is no account of ${email} here. Accounts of another identity provider are kept there.`);
      return 1;
    }
    const password = randomBytes(15).toString('hex');
    await accounts.setPassword(subject, password);
    print(`The password of ${email} is now ${password}`);
    return 0;
  },
});
