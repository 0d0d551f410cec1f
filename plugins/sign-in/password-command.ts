import { randomBytes } from 'node:crypto';
import type { Command } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import { storedAs } from './accounts.ts';
import type { Accounts } from './accounts.ts';

/**
 * `dossier password EMAIL`: for a person who forgot their password, or fears that somebody else knows it. What is open
 * of the account ends, here and at the provider; personal access tokens stay.
 */
export const passwordCommand = ({
  accounts,
  people,
}: {
  accounts: Pick<Accounts, 'byEmail' | 'setPassword'>;
  people: Pick<People, 'endSessionsOf'>;
}): Command => ({
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
    await accounts.setPassword(subject, password, {
      generated: true,
      async also() {
        await people.endSessionsOf(subject, storedAs);
      },
    });
    print(`The password of ${email} is now ${password}`);
    return 0;
  },
});
