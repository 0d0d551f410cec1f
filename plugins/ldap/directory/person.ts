import type { Entry } from 'ldapts';
import { isEmail, storable } from '@dossier/sdk';
import { clientFilter } from '../filter/client-filter.ts';
import type { Filter } from '../filter/types.ts';
import type { Conversation } from './connection.ts';
import { DirectoryFailure } from './failure.ts';
import { hasId, idAttributes, immutableId } from './immutable-id.ts';

/** Attributes that hold the name by which people sign in, the likeliest first; each is unique in its directory. */
export const signInNames = ['uid', 'sAMAccountName', 'userPrincipalName'] as const;
/** Attributes that hold the name by which people are called, the likeliest first. */
const displayNames = ['displayName', 'cn'] as const;

/** Result code: there are more entries than were asked for. */
const SIZE_LIMIT = 4;
/** Result codes for a password that is wrong, or of no use: there is none, it ended, or the account is locked. */
const REFUSALS: readonly (number | null)[] = [19, 48, 49, 53];

const MOST_NAME = 200;

/** Search for the people of an organization: the Users DN, and the User filter. */
export interface UserSearch {
  readonly base: string;
  readonly filter: Filter;
}

/** A person as the directory describes them. */
export interface DirectoryPerson {
  readonly dn: string;
  /** Stays with the person, see `immutableId`. */
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/**
 * The one person who signs in by exactly this name; null where nobody does, and where several do. The name is never
 * read as a filter. Throws an `Error` for an entry that has no id by which it could be known again; rejects with a
 * `DirectoryFailure`.
 */
export async function personNamed(
  conversation: Conversation,
  { base, filter }: UserSearch,
  name: string,
): Promise<DirectoryPerson | null> {
  const value = Buffer.from(name);
  const named: Filter = {
    kind: 'or',
    filters: signInNames.map((attribute) => ({ kind: 'equal', attribute, value })),
  };
  const found = await entriesOf(conversation, { base, filter: { kind: 'and', filters: [filter, named] } });
  const [entry] = found;
  if (entry === undefined || found.length > 1) return null;
  const id = immutableId(entry);
  if (id === null) throw new Error('The entry of a person has neither entryUUID nor objectGUID.');
  const [display = name] = displayNames.flatMap((attribute) => textOf(entry, attribute));
  const [email] = textOf(entry, 'mail').filter(isEmail);
  return { dn: entry.dn, id, name: display, email: email ?? null };
}

/** True where the password is that of the person, whose name it binds once. Rejects with a `DirectoryFailure`. */
export async function isPassword(conversation: Conversation, dn: string, password: string): Promise<boolean> {
  try {
    await conversation.ask((client) => client.bind(dn, password));
    return true;
  } catch (error) {
    if (error instanceof DirectoryFailure && REFUSALS.includes(error.code)) return false;
    throw error;
  }
}

/** True where the filter fits the person with this id. Rejects with a `DirectoryFailure`. */
export async function fitsPerson(
  conversation: Conversation,
  { base, filter }: UserSearch,
  { id, rule }: { readonly id: string; readonly rule: Filter },
): Promise<boolean> {
  const found = await entriesOf(conversation, { base, filter: { kind: 'and', filters: [filter, hasId(id), rule] } });
  return found.length === 1;
}

/** Entries that a filter finds, two at most: more than one is as good as many. */
async function entriesOf(conversation: Conversation, { base, filter }: UserSearch): Promise<readonly Entry[]> {
  try {
    const { searchEntries } = await conversation.ask((client) =>
      client.search(base, {
        scope: 'sub',
        filter: clientFilter(filter),
        sizeLimit: 2,
        attributes: [...displayNames, 'mail', ...idAttributes],
        explicitBufferAttributes: [...idAttributes],
      }),
    );
    return searchEntries;
  } catch (error) {
    if (error instanceof DirectoryFailure && error.code === SIZE_LIMIT) return [];
    throw error;
  }
}

/** The texts of an attribute, on one line each, without those that say nothing. */
function textOf(entry: Entry, attribute: string): readonly string[] {
  const value = entry[attribute];
  return (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'string')
    .map((one) => storable(one.replaceAll(/\p{C}+/gu, ' ').trim(), MOST_NAME))
    .filter((one) => one !== '');
}
