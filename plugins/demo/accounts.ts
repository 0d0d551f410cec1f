import { randomBytes } from 'node:crypto';
import { Problem, Type } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { Credentials } from '@dossier/sign-in/contract';
import type { Demonstration, DemoProgress, Persona } from './contract.ts';
import { emailOf, nameOf } from './people.ts';

export type Account = Demonstration['users'][number];

export interface AccountParts {
  readonly progress: DemoProgress;
  readonly people: People;
  readonly credentials: Credentials;
  readonly grants: AccessAdministration;
}

const Known = Type.Object({ id: Type.String(), subject: Type.String() });
const Nothing = Type.Object({});

/** Long enough that nobody guesses it, and easy to select with a double click. */
const newPassword = (): string => randomBytes(15).toString('hex');

/**
 * Finds or makes the account of a persona and lets it into its team. What is written in `before` stays valid; a
 * password that nobody knows any more is replaced.
 */
export async function accountOf(
  access: OrganizationAccess,
  slug: string,
  persona: Persona,
  team: { teamId: string; teamRoleId: string },
  before: Account | undefined,
  { progress, people, credentials, grants }: AccountParts,
): Promise<Account> {
  const email = emailOf(persona, slug);
  const step = `account ${persona.firstName}`;
  let known = await progress.done(access.organization, step, Known);
  let password = known && before?.id === known.id ? before.password : undefined;
  if (!known) {
    const fresh = newPassword();
    const made = await create(email, nameOf(persona), fresh, people, credentials);
    if (made.fresh) password = fresh;
    known = await progress.once(access.organization, step, Known, async () => ({ id: made.id, subject: made.subject }));
  }
  if (password === undefined) {
    password = newPassword();
    await credentials.setPassword(known.subject, password, { generated: true });
  }
  const { id } = known;
  await progress.once(access.organization, `member ${persona.firstName}`, Nothing, async () => {
    await grants.addMember(access, { userId: id, teamId: team.teamId, teamRoleId: team.teamRoleId, status: 'active' });
    return {};
  });
  const token =
    before?.id === id
      ? before.token
      : (await people.issueToken({ user: id, organization: access.organization, name: 'Demonstration' })).secret;
  return { id, email, role: persona.role, password, token };
}

/** An interrupted seeding may have made the account already, without a note of it. */
async function create(
  email: string,
  name: string,
  password: string,
  people: People,
  credentials: Credentials,
): Promise<{ id: string; subject: string; fresh: boolean }> {
  try {
    const { subject, issuer } = await credentials.create({
      email,
      name,
      password,
      emailVerified: true,
      generated: true,
    });
    const { id } = await people.enter({ issuer, subject, email, emailVerified: true, name });
    return { id, subject, fresh: true };
  } catch (error) {
    if (!Problem.is(error) || error.code !== 'email-taken') throw error;
    const [user] = await people.byVerifiedEmail(email);
    if (!user) throw error;
    return { id: user.id, subject: user.authProviderUserId, fresh: false };
  }
}
