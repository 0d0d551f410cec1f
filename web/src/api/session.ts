import type { HostSession, OrganizationSummary } from '@dossier/sdk/web';
import type { Theme } from '../theme/theme.ts';
import type { Shades } from '@dossier/sdk/web/ui/accent';

/** What `GET /api/v1/session` answers, as much of it as the page needs. */
export interface Session extends Omit<HostSession, 'permissions' | 'organization'> {
  readonly user: HostSession['user'] & { readonly authProviderUserId: string };
  /** Its language and time zone count where the person has chosen none. */
  readonly organization: (OrganizationSummary & { readonly language: string; readonly timeZone: string }) | null;
  readonly language: string | null;
  readonly timeZone: string | null;
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
