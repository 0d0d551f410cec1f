import { definePlugin, newId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { mailTransports } from '../../mail/contract.ts';
import type { MailMessage } from '../../mail/contract.ts';
import { People } from '../../people/contract.ts';

/** Somebody who signs in and belongs to no organization. */
export interface Stranger extends TestClient {
  readonly id: string;
}

export interface Stage {
  readonly platform: TestPlatform;
  readonly acme: Bank;
  readonly beta: Bank;
  /** Teams of acme, and the plain role of the first. */
  readonly team: string;
  readonly clients: string;
  readonly member: string;
  /** Messages that were delivered, oldest first. */
  readonly mails: readonly MailMessage[];
  stranger(email: string, o?: { verified?: boolean }): Promise<Stranger>;
  /** Delivers what waits, and reads the secret out of the last message to this address. */
  tokenFor(email: string): Promise<string>;
  /** Invites one person and gives the id of the invitation. */
  invite(email: string, o?: { role?: string; by?: TestClient }): Promise<string>;
  rows(query: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** Two banks, and a letter-box in place of a mail server. */
export async function stage(
  plugins: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const mails: MailMessage[] = [];
  const letterBox = definePlugin({
    id: 'letter-box',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [mailTransports],
    setup: (_needs, plugin) =>
      plugin.contribute(
        mailTransports,
        'letter-box',
        { open: 'to members' },
        {
          async send(message) {
            mails.push(message);
            return message.to.address.startsWith('unknown')
              ? { outcome: 'refused', reason: 'The mail server refused the message (550).' }
              : { outcome: 'sent' };
          },
        },
      ),
  });
  const platform = await testPlatform({ plugins: [letterBox, ...plugins], env });
  const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  const administration = platform.service(AccessAdministration);
  const memberships = async (userId: string) =>
    (await administration.memberships(acme.organization, userId))[0]!.teamId;
  const [team, clients] = [await memberships(acme.admin.id), await memberships(acme.client.id)];
  const member = (await administration.roles(acme.organization, team)).find(({ name }) => name === 'Member')!.id;
  const people = platform.service(People);
  return {
    platform,
    acme,
    beta,
    team,
    clients,
    member,
    mails,
    async stranger(email, { verified = true } = {}) {
      const { id } = await people.enter({
        issuer: 'https://test.example',
        subject: newId(),
        email,
        emailVerified: verified,
        name: email.split('@')[0]!,
      });
      const { secret } = await people.openSession({ user: id, organization: null, issuer: 'https://test.example' });
      return {
        id,
        ...platform.as({
          cookie: `dossier=${secret}`,
          'x-dossier-csrf': '1',
          origin: platform.kernel.publicUrl(),
          'sec-fetch-site': 'same-origin',
        }),
      };
    },
    async tokenFor(email) {
      await platform.settle();
      return /\/invitations\/([\w-]+)/.exec(mails.findLast(({ to }) => to.address === email)?.text ?? '')?.[1] ?? '';
    },
    async invite(email, { role = member, by = acme.admin } = {}) {
      const answer = await by.post(`/api/v1/teams/${team}/invitations`, { emails: [email], teamRoleId: role });
      return answer.body.invitations[0].id;
    },
    rows: async (query, values = []) =>
      (await platform.kernel.database.asOwner((owner) => owner.run(query, values))).rows,
  };
}
