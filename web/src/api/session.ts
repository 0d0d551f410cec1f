import type { HostSession } from '@dossier/sdk/web';
import type { Shades } from '@dossier/sdk/web/ui/accent';

/** What `GET /api/v1/session` answers, as much of it as the page needs. */
export interface Session extends Omit<HostSession, 'permissions'> {
  readonly user: HostSession['user'] & { readonly authProviderUserId: string };
  readonly expiresAt: string | null;
  /** The accent of the organization, as it can be read. */
  readonly shades: Shades | null;
}
