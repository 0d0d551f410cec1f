/** Six steps that show whether a directory can be used: for a test, before saving, and from time to time. */
import { StepFailed } from '@dossier/core/platform/settings/contract';
import type { CheckRun, StepPassed } from '@dossier/core/platform/settings/contract';
import { addressOf, placeOf } from './directory/address.ts';
import type { Address } from './directory/address.ts';
import { allowed, converse, encrypted, reach } from './directory/connection.ts';
import type { Calling, Conversation, Reached } from './directory/connection.ts';
import { idAttributes } from './directory/immutable-id.ts';
import { peopleBelow } from './directory/people.ts';
import { signInNames } from './directory/person.ts';
import { failedStep } from './directory/remedies.ts';
import { parseFilter } from './filter/parser.ts';
import type { DirectorySettings } from './settings.ts';

/** The steps in their order, and the member of the settings that each is about. */
export const steps = [
  { title: 'The address may be used', about: 'serverUrl' },
  { title: 'The server answers', about: 'serverUrl' },
  { title: 'The certificate is valid', about: 'serverUrl' },
  { title: 'The Bind DN can sign in', about: 'bindPassword' },
  { title: 'The Users DN exists', about: 'usersDn' },
  { title: 'The filter finds people', about: 'userFilter' },
] as const;

/** People who are read where their number is not shown: enough to see whether somebody could sign in. */
export const ENOUGH_PEOPLE = 50;

/** Parts that an inspection needs beside the settings. */
export interface Inspecting extends Calling {
  /** Address of the directory of the demonstration, which is in this process: it is let through, and may be plain. */
  readonly simulated: () => string | null;
  /** An ldap:// connection without TLS is taken where the directory offers none. */
  readonly allowPlain: boolean;
}

export interface Inspection {
  readonly settings: DirectorySettings;
  readonly signal: AbortSignal;
  /** People are counted up to here. */
  readonly most: number;
  readonly step: CheckRun['step'];
}

/**
 * Goes through the steps and throws the first {@link StepFailed}. The reading account signs in once, so that a wrong
 * password is tried once; nothing is written.
 */
export async function inspect(o: Inspecting, { settings, signal, most, step }: Inspection): Promise<void> {
  const address = addressOf(settings.serverUrl);
  if (!address) throw new Error('The server URL has been judged before.');
  const own = isSimulated(address, o.simulated());
  const to = { guarded: !own, signal };
  const during = async <T>(title: string, work: () => Promise<readonly [said: StepPassed, result: T]>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    await step(title, async () => {
      const [said, result] = await work();
      resolve(result);
      return said;
    });
    return promise;
  };
  await step(steps[0].title, () => permitted(o, address, to));
  const reached = await during(steps[1].title, async () => {
    const title = 'The server does not answer';
    return [placeOf(address), await orFailed({ title }, () => reach(o, address, to))];
  });
  try {
    const conversation = await during(steps[2].title, () => talking(reached, { own, allowPlain: o.allowPlain }));
    try {
      await step(steps[3].title, () => bound(conversation, settings));
      await step(steps[4].title, () => found(conversation, settings.usersDn));
      await step(steps[5].title, () => counted(conversation, settings, most));
    } finally {
      await conversation.end();
    }
  } finally {
    reached.socket.destroy();
  }
}

/** The failure of an inspection; null when it went well. */
export async function failureOf(inspection: Promise<void>): Promise<StepFailed | null> {
  try {
    await inspection;
    return null;
  } catch (error) {
    if (error instanceof StepFailed) return error;
    throw error;
  }
}

/** The address is that of the directory of the demonstration. */
export const isSimulated = (address: Address, url: string | null): boolean => {
  const other = url === null ? null : addressOf(url);
  return other !== null && other.host === address.host && other.port === address.port && !address.secure;
};

/** Encrypts, where it has to be. */
async function talking(
  reached: Reached,
  { own, allowPlain }: { readonly own: boolean; readonly allowPlain: boolean },
): Promise<readonly [said: StepPassed, conversation: Conversation]> {
  if (own) {
    const said = {
      title: 'No certificate is needed',
      detail: 'The directory of the demonstration is in this process.',
    };
    return [said, converse(reached)];
  }
  const title = 'The connection cannot be encrypted';
  const { conversation, until } = await orFailed({ title }, () => encrypted(reached, { allowPlain }));
  const plain = { title: 'The connection is not encrypted', detail: 'The operator allows it (LDAP_ALLOW_PLAIN).' };
  return [until === null ? plain : `until ${day.format(until)}`, conversation];
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

async function permitted(
  calling: Calling,
  { host, port }: Address,
  { guarded, signal }: { guarded: boolean; signal: AbortSignal },
): Promise<StepPassed> {
  if (!guarded) return 'the directory of the demonstration';
  const title = 'The address may not be used';
  return orFailed({ title }, () => allowed(calling, { host, port, signal })).then(() => 'open to organizations');
}

async function bound(conversation: Conversation, { bindDn, bindPassword }: DirectorySettings): Promise<StepPassed> {
  const remedy = 'Check the Bind DN for typing errors, then enter the password again.';
  await orFailed({ title: 'The Bind DN cannot sign in', remedy }, () =>
    conversation.ask((client) => client.bind(bindDn, bindPassword)),
  );
  return '';
}

async function found(conversation: Conversation, usersDn: string): Promise<StepPassed> {
  const title = 'The Users DN does not exist';
  const remedy = 'Check it for typing errors, and that the reading account may see what is below it.';
  const { searchEntries } = await orFailed({ title, remedy }, () =>
    conversation.ask((client) => client.search(usersDn, { scope: 'base', attributes: ['1.1'] })),
  );
  if (searchEntries.length === 0) throw new StepFailed('The directory shows nothing there.', { title, remedy });
  return '';
}

async function counted(
  conversation: Conversation,
  { usersDn, userFilter }: DirectorySettings,
  most: number,
): Promise<StepPassed> {
  const title = 'The filter finds nobody';
  const remedy = 'Check the names and values in it, and that these people are below the Users DN.';
  const { count, more, samples } = await orFailed({ title, remedy }, () =>
    peopleBelow(conversation, { base: usersDn, filter: parseFilter(userFilter), most }),
  );
  if (count === 0) throw new StepFailed('There is nobody below the Users DN whom it fits.', { title, remedy });
  if (samples.length === 0)
    throw new StepFailed('Nobody whom it fits shows a name to sign in by, and an id that stays.', {
      title: 'The filter finds nobody who could sign in',
      remedy: `Let the reading account see ${oneOf(signInNames)}, and ${oneOf(idAttributes)}.`,
    });
  const many = `${more ? 'more than ' : ''}${count.toLocaleString('en')}`;
  return `${many}, for example ${samples.join(', ')}`;
}

const oneOf = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

async function orFailed<T>(words: { title: string; remedy?: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failedStep(error, { remedy: '', ...words });
  }
}
