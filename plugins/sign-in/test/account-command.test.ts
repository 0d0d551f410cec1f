import { t } from '@dossier/core/testing/t';
import { People } from '@dossier/core/platform/people/contract';
import { testPlatform } from '@dossier/core/testing';
import { quickPasswords } from '../testing.ts';
import { Browser } from './browser.ts';

const operatorToken = 'operator-of-north-and-south';
const platform = await testPlatform({
  plugins: ['@dossier/sign-in'],
  listen: true,
  env: { OPERATOR_TOKEN: operatorToken, ...quickPasswords },
});
t.teardown(() => platform.stop());
const told = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  const lines: string[] = [];
  return [await platform.kernel.command('account')!.run(args, (line) => lines.push(line)), lines.join('\n')];
};

t.test(
  'where nobody can invite yet, the operator makes an account, whose person owns an organization and signs in',
  async (t) => {
    const [code, text] = await told('Ann@north.example', 'Ann', 'Lee');
    t.equal(code, 0);
    const [, password = '', ownerId = ''] = /is (\S+), .* is (\S+)$/.exec(text) ?? [];
    const { status } = await platform
      .as({ authorization: `Bearer ${operatorToken}` })
      .post('/api/v1/organizations', { name: 'North Bank', slug: 'north-bank', type: 'BANK', ownerId });
    t.equal(status, 201);
    const browser = new Browser(platform.kernel.publicUrl());
    await browser.open(await browser.toCallback('ann@north.example', password));
    t.match(JSON.parse((await browser.open('/api/v1/session')).text), {
      user: { id: ownerId },
      organization: { slug: 'north-bank' },
    });
    t.match(await platform.service(People).user(ownerId), {
      id: ownerId,
      name: 'Ann Lee',
      email: 'ann@north.example',
      emailVerified: true,
    });
  },
);

t.test('an account that is there keeps its password, and what is no address or no name makes none', async (t) => {
  t.match(await told('ann@NORTH.example', 'Somebody else'), [1, /^There is an account of ann@NORTH\.example already/]);
  t.match(await told(), [2, /^Write: /]);
  t.match(await told('bob@north.example'), [2, /^Write: /]);
  t.match(await told('bob', 'Bob'), [2, /^Write: /]);
  t.match(await told('bob@north.example', ' '), [2, /^Write: /]);
});
