import { idText, notFound, Type } from '@dossier/sdk';
import type { Access, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { switchSignIn } from './contract.ts';

const Reply = Type.Object(
  { id: idText(), enabled: Type.Boolean() },
  { title: 'SignIn', examples: [{ id: '0190c0de-0000-7000-8000-000000000001', enabled: false }] },
);
const of = {
  method: 'POST',
  resource: null,
  status: 200,
  gate: { scope: 'installation', permission: switchSignIn, actors: [] },
  params: Type.Object({ userId: idText() }),
  reply: Reply,
} as const;

/**
 * A person is one in all organizations, so who may sign in at all is for the operator to say; an organization ends a
 * membership instead.
 */
export const operatorRoutes = {
  disableSignIn: {
    ...of,
    url: '/api/v1/operator/users/:userId/disable',
    summary: 'Disable the sign-in of a person and end all that is open',
  },
  enableSignIn: { ...of, url: '/api/v1/operator/users/:userId/enable', summary: 'Let a person sign in again' },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** `set` is false for nobody known. */
export function handleOperator(
  set: (access: Access, userId: string, enabled: boolean) => Promise<boolean>,
): RouteHandlers<typeof operatorRoutes> {
  const switched = async (access: Access, id: string, enabled: boolean) => {
    if (!(await set(access, id, enabled))) throw notFound();
    return { id, enabled };
  };
  return {
    disableSignIn: ({ access, params }) => switched(access, params.userId, false),
    enableSignIn: ({ access, params }) => switched(access, params.userId, true),
  };
}
