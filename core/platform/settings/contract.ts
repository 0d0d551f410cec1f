import { extensionPoint, permission } from '@dossier/sdk';
import type { OrganizationAccess, SettingValues } from '@dossier/sdk';

/** See and change what plugins are set up with. All settings stand behind it; a plugin with settings of another kind would name a permission of its own. */
export const manageIntegrations = permission('integrations.manage', { title: 'Set up integrations', scope: 'organization' });

/** What became of one step of a check, in a sentence. */
export interface CheckStep {
  readonly title: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface CheckRun {
  readonly access: OrganizationAccess;
  /** As they would be saved, with the stored secrets where none was entered: they fit the plugin's schema. */
  readonly values: SettingValues;
  /** Aborted at the deadline, and when nobody waits any longer. */
  readonly signal: AbortSignal;
  /** One step: `work` gives the sentence that is shown. What it throws is shown too, and ends the check. Secrets are taken out of both. */
  step(title: string, work: () => Promise<string>): Promise<void>;
}

/** "Test connection". Saves nothing. */
export interface SettingsCheck {
  /** Milliseconds for all steps together; 10,000 unless told, 25,000 at most. */
  readonly limit?: number;
  run(run: CheckRun): Promise<void>;
}
/** The id of a contribution is the id of the plugin whose settings it checks. */
export const settingsChecks = extensionPoint<SettingsCheck>('settings/check@1');

/** A word on how it goes, for example "Connected". Asked for settings that are set up, and given 2 seconds. */
export interface SettingsBadge {
  show(access: OrganizationAccess): Promise<{ readonly ok: boolean; readonly text: string }>;
}
/** The id of a contribution is the id of the plugin. One that is not `ok` makes the integration `failing`. */
export const settingsBadges = extensionPoint<SettingsBadge>('settings/badge@1');
