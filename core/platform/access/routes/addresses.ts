import { pageQuery } from '@dossier/sdk';
import type { Gate, Permission } from '@dossier/sdk';

/** The same handler under all prefixes that the interface leaves open. */
export const everywhere = <const U extends string>(url: U) =>
  ({ url, aliases: [`/api${url}`, `/api/v1${url}`] }) as const;

/** A gate of the team that the path names. */
export const inTeam = <const P extends Permission>(permission?: P) =>
  ({
    scope: 'team',
    at: { in: 'params', name: 'teamId' },
    ...(permission ? { permission } : {}),
  }) as const satisfies Gate;

/** Query of the lists of this module. */
export const PageQuery = pageQuery({ most: 100, usual: 100 });
