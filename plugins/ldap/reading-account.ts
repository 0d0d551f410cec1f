import { addressOf } from './directory/address.ts';
import { converse, encrypted, reach } from './directory/connection.ts';
import type { Conversation } from './directory/connection.ts';
import { isSimulated } from './inspection.ts';
import type { Inspecting } from './inspection.ts';
import type { DirectorySettings } from './settings.ts';

/**
 * A conversation in which the reading account has signed in, as the settings are; it ends with the work. Rejects with a
 * `DirectoryFailure`, and with what the work throws.
 */
export async function asReadingAccount<T>(
  o: Inspecting,
  { settings, signal }: { readonly settings: DirectorySettings; readonly signal: AbortSignal },
  work: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const address = addressOf(settings.serverUrl);
  if (!address) throw new Error('The server URL has been judged before.');
  const own = isSimulated(address, o.simulated());
  const reached = await reach(o, address, { guarded: !own, signal });
  try {
    const conversation = own ? converse(reached) : (await encrypted(reached, o)).conversation;
    try {
      await conversation.ask((client) => client.bind(settings.bindDn, settings.bindPassword));
      return await work(conversation);
    } finally {
      await conversation.end();
    }
  } finally {
    reached.socket.destroy();
  }
}
