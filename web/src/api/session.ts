import type { HostSession } from '@dossier/sdk/web';
import type { Theme } from '../theme/theme.ts';
import type { Shades } from '@dossier/sdk/web/ui/accent';

/** What `GET /api/v1/session` answers, as much of it as the page needs. */
export interface Session extends Omit<HostSession, 'permissions'> {
  readonly user: HostSession['user'] & { readonly authProviderUserId: string };
  /** When it ends however busy it is. */
  readonly expiresAt: string | null;
  /** When it ends unless it is used before. */
  readonly until: string | null;
  /** The time of the server. */
  readonly at: string;
  readonly theme: Theme | null;
  /** The accent of the organization, as it can be read. */
  readonly shades: Shades | null;
}
