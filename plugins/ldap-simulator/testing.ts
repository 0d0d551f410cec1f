import { directory } from './directory.ts';
import type { Directory, DirectoryOptions } from './directory.ts';
import { BIND_DN, BIND_PASSWORD, USERS_DN } from './names.ts';

export { BIND_DN, BIND_PASSWORD, groupDn, GROUPS_DN, personDn, SERVICES_DN, SUFFIX, USERS_DN } from './names.ts';
export { demoPeople } from './people.ts';
export type { GroupName, Person } from './people.ts';
export type { People, StoredPerson } from './store.ts';
export type { BindRecord } from './binding.ts';
export type { SearchRecord } from './searching.ts';
export type { Fault } from './faults.ts';

export interface RunningDirectory extends Omit<Directory, 'url'> {
  /** `ldap://127.0.0.1:{port}`, or `ldaps`; the same after `stop` and `start`. */
  readonly url: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly usersDn: string;
  close(): Promise<void>;
}

/**
 * Starts the simulated directory on this machine, on a free port unless one is given. `binds` and `searches` hold what
 * reached it, so that a test can show that somebody was not asked for. Rejects when the port is taken.
 */
export async function startDirectory(options?: DirectoryOptions): Promise<RunningDirectory> {
  const made = directory(options);
  await made.start();
  const url = made.url();
  if (url === null) throw new Error('The simulated directory does not listen.');
  return {
    ...made,
    url,
    bindDn: BIND_DN,
    bindPassword: BIND_PASSWORD,
    usersDn: USERS_DN,
    close: () => made.stop(),
  };
}
