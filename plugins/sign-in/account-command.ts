import { randomBytes } from 'node:crypto';
import { asName, isEmail, isName, Problem } from '@dossier/sdk';
import type { Command, Database } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import type { Accounts } from './accounts.ts';
import { nameLimit } from './registration.ts';

/**
 * `dossier account EMAIL NAME`: for the first owner, whom nobody can invite yet. The person is known from then on, so
 * that the operator can make them the owner of an organization.
 */
export const accountCommand = ({
  database,
  accounts,
  people,
}: {
  database: Database;
  accounts: Pick<Accounts, 'create'>;
  people: Pick<People, 'enter'>;
}): Command => ({
  summary: 'Make an account, whose password is printed once: account EMAIL NAME',
  async run([email = '', ...words], print) {
    const name = asName(words.join(' '));
    if (!isEmail(email) || !isName(name, nameLimit)) {
      print('Write: dossier account EMAIL NAME');
      return 2;
    }
    const password = randomBytes(15).toString('hex');
    try {
      // Both or neither, because the password is printed once.
      const { id } = await database.lookUp(async () =>
        people.enter({
          ...(await accounts.create({ email, name, password, emailVerified: true, generated: true })),
          email,
          emailVerified: true,
          name,
        }),
      );
      print(`The password of ${email} is ${password}, and the id of the person is ${id}`);
      return 0;
    } catch (error) {
      if (!(Problem.is(error) && error.code === 'email-taken')) throw error;
      print(`There is an account of ${email} already. "dossier password ${email}" gives it a new password.`);
      return 1;
    }
  },
});
