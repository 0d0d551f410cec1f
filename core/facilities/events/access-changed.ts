import { event, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import { installation } from './row.ts';
import type { LogRow } from './row.ts';
import type { AccessChange } from './port.ts';

const Payload = Type.Object({
  workspace: Type.Optional(Type.String()),
  user: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
  ended: Type.Optional(Type.Literal(true)),
});

/**
 * Who may do what was changed. A row of the log like any other, so that it has its place among the changes that follow
 * it.
 */
export const accessChanged = event('kernel/access-changed@1', {
  says: '{actor} changed who may do what.',
  title: 'Access was changed',
  schema: Payload,
});

/** The change that a row tells of; null for every other row. */
export function accessChangeOf(row: LogRow): AccessChange | null {
  if (row.type !== accessChanged.id) return null;
  const { workspace, user, credential, ended }: Static<typeof Payload> = JSON.parse(row.payload);
  return {
    organization: row.organizationId === installation ? null : row.organizationId,
    ...(workspace ? { workspace } : {}),
    ...(user ? { user } : {}),
    ...(credential ? { credential } : {}),
    ...(ended ? { ended } : {}),
  };
}
