import { event, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';

const Payload = Type.Object({
  plugin: Type.String(),
  collection: Type.Optional(Type.String({ description: 'Where one entry of a collection was changed.' })),
  entry: Type.Optional(Type.String()),
});

/**
 * Settings of an organization for one plugin were changed. A row of the log, so that every node hears it and drops what
 * it built from them.
 */
export const settingsChanged = event('kernel/settings-changed@1', {
  says: '{actor} changed the settings of {payload.plugin: settings}.',
  title: 'Settings were changed',
  schema: Payload,
});

export interface SettingsChange {
  readonly organization: OrganizationId;
  readonly plugin: string;
}

/** The change that a row of the log tells of; null for every other row. */
export function settingsChangeOf(row: {
  readonly type: string;
  readonly organizationId: string;
  readonly payload: string;
}): SettingsChange | null {
  if (row.type !== settingsChanged.id) return null;
  const { plugin }: Static<typeof Payload> = JSON.parse(row.payload);
  return { organization: row.organizationId, plugin };
}
