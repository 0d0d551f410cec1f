import { Client } from 'ldapts';
import { startDirectory } from '../testing.ts';
import type { RunningDirectory } from '../testing.ts';

export interface Visited {
  readonly directory: RunningDirectory;
  /** A client on which nobody is signed in; its connection ends with the directory. */
  visit(tls?: { readonly ca: string }): Client;
  /** Such a client, signed in with the reading account. */
  reader(): Promise<Client>;
}

/** A directory, and clients of it. */
export async function visited(options?: Parameters<typeof startDirectory>[0]): Promise<Visited> {
  const directory = await startDirectory(options);
  const visit: Visited['visit'] = (tls) =>
    new Client({ url: directory.url, ...(tls === undefined ? {} : { tlsOptions: tls }) });
  return {
    directory,
    visit,
    async reader() {
      const client = visit();
      await client.bind(directory.bindDn, directory.bindPassword);
      return client;
    },
  };
}
