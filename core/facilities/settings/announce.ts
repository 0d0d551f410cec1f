import { isDeepStrictEqual } from 'node:util';
import type { Database, OrganizationAccess, OrganizationId, SettingValues } from '@dossier/sdk';
import { settingsChanged } from '../events/index.ts';
import type { Events } from '../events/index.ts';
import type { Place } from './rows.ts';
import { secretsOf } from './values.ts';

/** Writes a change into the log, and drops what was built from the settings when it is committed. */
export const announcing =
  (o: {
    readonly database: Pick<Database, 'afterCommit'>;
    readonly emit: Events['writer']['emit'];
    readonly dropped: (organization: OrganizationId, plugin: string) => Promise<void>;
  }) =>
  (access: OrganizationAccess, { spec, at, schema }: Place, before: SettingValues, after: SettingValues): void => {
    o.emit(
      settingsChanged,
      access,
      {
        subject: at === null ? { type: 'settings', id: spec.id } : { type: 'setting-entry', id: at.entry },
        workspace: null,
        ...changeOf(before, after, secretsOf(schema)),
      },
      { plugin: spec.id, ...(at === null ? {} : { collection: at.collection, entry: at.entry }) },
    );
    o.database.afterCommit(() => void o.dropped(access.organization, spec.id));
  };

/** Only what changed, for the audit trail; of a secret only that it was set or removed. */
function changeOf(
  before: SettingValues,
  after: SettingValues,
  secrets: readonly string[],
): { before: SettingValues; after: SettingValues } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (values: SettingValues): SettingValues =>
    Object.fromEntries(
      changed.map((field) => [
        field,
        values[field] === undefined ? null : secrets.includes(field) ? '(secret)' : values[field],
      ]),
    );
  return { before: only(before), after: only(after) };
}
