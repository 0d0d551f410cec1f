import type { TSchema } from 'typebox';
import type { Actor, OrganizationAccess, Permission } from './access.ts';
import { service } from './references.ts';
import type { SettingChoices, SettingCollection } from './setting-rules.ts';

export type SettingValues = Readonly<Record<string, unknown>>;

/** Settings per organization that a plugin declares. Title and description are those of its schema. */
export interface SettingsDeclaration {
  readonly plugin: string;
  readonly title: string;
  readonly description: string;
  /**
   * An object schema. Its members marked `writeOnly` are secrets; deeper inside a member none may stand
   * (`K_DEEP_SECRET`). A stored secret has to be entered again when a member with an address (`format: 'uri'` and the
   * like) changes, or one of those that the secret names itself, as `'x-sent-by': ['url', 'user']`.
   * Members marked `readOnly` are computed by the plugin ({@link SettingRules}): they are shown, and not stored.
   * `x-advanced: true`, `x-group`, `x-code: true` (a font of equal widths) and `x-hidden: true` (not in the form) are
   * for forms; members stand in their order.
   */
  readonly schema: TSchema;
  /** Who sees and changes them; null where it is who may set up integrations. */
  readonly permission: Permission | null;
  readonly collections: readonly SettingCollection[];
}

/** All that anybody is shown of a secret. Both are null when it is not set, or was set before this was noted. */
export interface SecretMark {
  readonly set: boolean;
  readonly changedAt: string | null;
  readonly by: Actor | null;
}

/**
 * `not-set-up`: nobody has entered anything. `failing`: what is stored does not fit the schema any more, or its secrets
 * do not open. `values` has the defaults filled in, and a {@link SecretMark} for every secret. `version` counts the
 * changes; 0 when there is nothing.
 */
export interface StoredSettings {
  readonly state: 'not-set-up' | 'set-up' | 'failing';
  readonly version: number;
  readonly changedAt: string | null;
  readonly by: Actor | null;
  readonly values: SettingValues;
}

/** An entry of a collection; it is never `not-set-up`. */
export interface StoredSettingEntry extends StoredSettings {
  readonly id: string;
}

/**
 * Entries of collections; as the methods of {@link OrganizationSettings}, beside what is said here. Throws `not-found`
 * for a collection that the plugin does not declare, and for an entry that is none.
 */
export interface OrganizationSettingEntries {
  /** The oldest first; as many as the collection may have. */
  list(access: OrganizationAccess, plugin: string, collection: string): Promise<readonly StoredSettingEntry[]>;
  of(access: OrganizationAccess, plugin: string, collection: string, id: string): Promise<StoredSettingEntry>;
  /** Throws the conflict `too-many-entries` (409) when there are as many as there may be. */
  add(
    access: OrganizationAccess,
    plugin: string,
    collection: string,
    values: SettingValues,
  ): Promise<StoredSettingEntry>;
  change(
    access: OrganizationAccess,
    plugin: string,
    collection: string,
    id: string,
    patch: SettingValues,
    version?: number,
  ): Promise<StoredSettingEntry>;
  remove(access: OrganizationAccess, plugin: string, collection: string, id: string, version?: number): Promise<void>;
}

/**
 * What organizations have set for plugins, for the page on which they do it; a plugin reads its own by
 * `plugin.settings`. Every method throws the problem `not-found` (404) for a plugin without settings, and joins an open
 * transaction.
 */
export interface OrganizationSettings {
  readonly declared: readonly SettingsDeclaration[];
  of(access: OrganizationAccess, plugin: string): Promise<StoredSettings>;
  /**
   * A merge patch (RFC 7396): members that are left out stay, secrets too unless they would be sent elsewhere (fault
   * `secret-again`), and `null` removes. What the plugin built for the organization is dropped after the commit, on
   * every node. Throws `invalid` (422) with every fault, pointers below `/values`, and `stale` (412) when `version` is
   * given and another one is stored. A read-only member may be sent as it is shown, not otherwise (fault `read-only`).
   */
  change(access: OrganizationAccess, plugin: string, patch: SettingValues, version?: number): Promise<StoredSettings>;
  /** Takes the settings away with their secrets. Throws `not-found` when there are none, and `stale`. */
  remove(access: OrganizationAccess, plugin: string, version?: number): Promise<void>;
  readonly entries: OrganizationSettingEntries;
  /** Values that a form of the settings, or of a collection's entries, offers; none where the plugin cannot say. */
  choices(access: OrganizationAccess, plugin: string, collection: string | null): Promise<SettingChoices>;
  /** What {@link change} would store, secrets in clear, for a check of the plugin's own; stores nothing. */
  tried(
    access: OrganizationAccess,
    plugin: string,
    patch: SettingValues,
  ): Promise<{ readonly values: SettingValues; readonly secrets: readonly string[] }>;
}
export const OrganizationSettings = service<OrganizationSettings>('kernel/organization-settings@1');
