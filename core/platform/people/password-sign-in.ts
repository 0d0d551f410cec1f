import { shapeOf, Type } from '@dossier/sdk';
import type { Contributions, Log } from '@dossier/sdk';
import { actingAs } from '@dossier/sdk';
import { confinedIssuer } from './confined.ts';
import type { Choice } from './choices.ts';
import type { ProvenIdentity, SignInThrottle } from './contract.ts';
import { verifierAnswer } from './verifier-answer.ts';

type Verifier = Extract<Choice, { kind: 'verifier' }>;

export type Verified =
  | { readonly outcome: 'right'; readonly identity: ProvenIdentity }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/** Asks a verifier whether a name and a password are right. */
export type VerifyPassword = (
  choice: Verifier,
  given: { readonly name: string; readonly password: string; readonly address: string },
) => Promise<Verified>;

const Person = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 500 }),
  name: Type.String({ maxLength: 500 }),
  email: Type.Union([Type.String({ maxLength: 320 }), Type.Null()]),
});
/** Every answer comes at a whole number of these, so that its time says nothing of what happened inside. */
const BEAT = 1_000;
/** So many wait for verifiers at most, on each node: of one organization, whose directory may hang, and of all. */
const [OF_ONE, AT_ONCE] = [20, 100];
const LONGEST = 320;

const signIn = actingAs({ kind: 'system', id: 'people', name: 'Sign-in' }, null);

/** Directories take these for the same name (RFC 4518), so their tries are counted together. */
const spelled = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

export function createPasswordSignIn(o: {
  throttles: Contributions<SignInThrottle>;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
  log: Log;
}): VerifyPassword {
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  const wait = (organization: string, more: 1 | -1): void => {
    waiting += more;
    const now = (waitingOf.get(organization) ?? 0) + more;
    if (now > 0) waitingOf.set(organization, now);
    else waitingOf.delete(organization);
  };

  const asked = async ({ organization, verifier, id }: Verifier, name: string, password: string): Promise<Verified> => {
    try {
      const person: unknown = await verifierAnswer(verifier, (signal) =>
        verifier.verify({ organization, name, password, signal }),
      );
      if (person === null) return { outcome: 'wrong' };
      if (!shapeOf(Person).fits(person)) throw new Error('Its answer does not say who the person is.');
      return {
        outcome: 'right',
        identity: {
          issuer: confinedIssuer(organization, id),
          subject: person.subject,
          name: person.name.trim() || name,
          email: person.email,
          emailVerified: false,
        },
      };
    } catch (error) {
      o.log.warn({ err: error, verifier: id, organization }, 'A verifier of passwords did not answer.');
      return { outcome: 'later' };
    }
  };

  return async (choice, { name, password, address }) => {
    const began = o.now();
    const [throttle] = o.throttles.list(signIn);
    const attempt = { account: `${choice.organization} ${choice.id} ${spelled(name)}`, address };
    const decided = async (): Promise<Verified> => {
      // Without somebody who counts tries, passwords could be guessed at any speed.
      if (!throttle || waiting >= AT_ONCE || (waitingOf.get(choice.organization) ?? 0) >= OF_ONE)
        return { outcome: 'later' };
      const seconds = await throttle.value.take(attempt);
      if (seconds > 0) return { outcome: 'wait', seconds };
      // Some directories take an empty password for an anonymous bind, which always succeeds (RFC 4513, 5.1.2).
      if (name.trim() === '' || password.trim() === '' || name.length > LONGEST || password.length > 4 * LONGEST)
        return { outcome: 'wrong' };
      wait(choice.organization, 1);
      const verified = await asked(choice, name, password).finally(() => wait(choice.organization, -1));
      if (verified.outcome === 'right') await throttle.value.forgive(attempt);
      return verified;
    };
    const verified = await decided();
    const took = o.now() - began;
    await o.wait(Math.max(1, Math.ceil(took / BEAT)) * BEAT - took);
    return verified;
  };
}
