import { conflict, Type } from '@dossier/sdk';
import type { Access, RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import { storedAs } from './accounts.ts';
import type { Accounts } from './accounts.ts';

export const nameAt = '/api/v1/account-name';

export const nameRoutes = {
  changeName: {
    method: 'PUT',
    resource: null,
    url: nameAt,
    gate: { scope: 'installation' },
    status: 204,
    summary: 'Change the name of your account, in the session of a browser: you are called so in all organizations',
    body: Type.Object(
      {
        name: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '^\\S',
          description: 'It begins with a visible character.',
        }),
      },
      { additionalProperties: false, examples: [{ name: 'Ada Lindqvist' }] },
    ),
    problems: {
      409: 'The request came by a token (`no-session`), or there is no account of yours here (`no-account`)',
    },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** `changed` writes the log. */
export const handleName = ({
  accounts,
  people,
  changed,
}: {
  accounts: Pick<Accounts, 'rename'>;
  people: Pick<People, 'enter' | 'sessionOf' | 'subjectsOf' | 'user'>;
  changed: (access: Access, names: { readonly before: string; readonly after: string }) => void;
}): RouteHandlers<typeof nameRoutes> => ({
  async changeName(request) {
    const { access } = request;
    if ((await people.sessionOf(request)) === null)
      throw conflict('no-session', 'A token changes no name. Change it in the session of a browser, under Profile.');
    const [subject] = await people.subjectsOf(access.actor.id, storedAs);
    if (subject === undefined)
      throw conflict(
        'no-account',
        'There is no account of yours here. Change your name at the identity provider with which you sign in.',
      );
    const before = (await people.user(access.actor.id))?.name ?? '';
    await accounts.rename(subject, request.body.name.trim(), async ({ email, emailVerified, name }) => {
      // As with each sign-in: the person who is known by this identity is called as it says.
      await people.enter({ issuer: storedAs, subject, email, emailVerified, name });
      changed(access, { before, after: name });
    });
  },
});
