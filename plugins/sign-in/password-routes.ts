import { conflict, Problem, Type } from '@dossier/sdk';
import type { Access, RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import { storedAs } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { TooBusy } from './passwords.ts';

export const passwordAt = '/api/v1/password';
/** Longer than any password may be, so that a password of the wrong length gets its own code. */
const Password = Type.String({ format: 'password', minLength: 1, maxLength: 1000 });

export const passwordRoutes = {
  changePassword: {
    method: 'POST',
    resource: null,
    url: passwordAt,
    gate: { scope: 'installation' },
    status: 204,
    summary:
      'Change the password of your account, in the session of a browser; your other sessions end, your personal access tokens stay',
    body: Type.Object(
      { currentPassword: Password, newPassword: Password },
      {
        additionalProperties: false,
        examples: [{ currentPassword: 'correct horse battery', newPassword: 'a staple that holds' }],
      },
    ),
    problems: {
      409: 'The request came by a token (`no-session`), there is no password of yours here (`no-password`), or somebody else has just changed it (`password-changed`)',
      429: 'There were too many tries with a wrong password (`too-many-tries`)',
    },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** `changed` writes the log. */
export const handlePassword = ({
  accounts,
  people,
  changed,
}: {
  accounts: Pick<Accounts, 'change'>;
  people: Pick<People, 'subjectsOf' | 'sessionOf' | 'endOtherSessions' | 'noteSecurity'>;
  changed: (access: Access) => void;
}): RouteHandlers<typeof passwordRoutes> => ({
  async changePassword(request) {
    const { access, body, headers, ip } = request;
    const session = await people.sessionOf(request);
    // Otherwise a token that was found or stolen could guess the password, and lock its owner out.
    if (session === null)
      throw conflict(
        'no-session',
        'A token changes no password. Change it in the session of a browser, under Profile.',
      );
    const [subject] = await people.subjectsOf(access.actor.id, storedAs);
    if (subject === undefined)
      throw conflict(
        'no-password',
        'There is no password of yours here. Change it at the identity provider with which you sign in.',
      );
    try {
      await accounts.change(subject, {
        current: body.currentPassword,
        next: body.newPassword,
        address: ip,
        async also() {
          await people.endOtherSessions(access, session);
          await people.noteSecurity({ subject, storedAs, kind: 'password-changed', from: { headers, ip } });
          changed(access);
        },
      });
    } catch (error) {
      if (error instanceof TooBusy)
        throw new Problem(503, 'busy', 'Very many people are signing in', {
          detail: 'Try again in a moment.',
          headers: { 'retry-after': '5' },
        });
      throw error;
    }
  },
});
