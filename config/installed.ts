/**
 * The plugins of this installation, as module names; the order does not matter, unless two clash: then
 * the later one is left out. `core/main.ts` loads them by these
 * names and knows none itself. To add a plugin: install its package and add its name here, or in the variable
 * `DOSSIER_PLUGINS` (comma-separated, added to this list).
 */
export const installed: readonly string[] = [
  '@dossier/core/platform/files/plugin',
  '@dossier/core/platform/tenancy/plugin',
  '@dossier/core/platform/people/plugin',
  '@dossier/core/platform/access/plugin',
  '@dossier/core/platform/calendar/plugin',
  '@dossier/core/platform/mail/plugin',
  '@dossier/core/platform/invitations/plugin',
  '@dossier/core/platform/api-keys/plugin',
  '@dossier/core/platform/profiles/plugin',
  '@dossier/core/platform/reporting/plugin',
  '@dossier/core/platform/templates/plugin',
  '@dossier/core/platform/applications/plugin',
  '@dossier/core/platform/workflow/plugin',
  '@dossier/core/platform/simulation/plugin',
  '@dossier/core/platform/documents/plugin',
  '@dossier/core/platform/drafts/plugin',
  '@dossier/core/platform/comments/plugin',
  '@dossier/core/platform/audit/plugin',
  '@dossier/core/platform/settings/plugin',
  '@dossier/core/platform/reference/plugin',
  '@dossier/sign-in',
  '@dossier/workflow-handlers',
  '@dossier/bureau-simulator',
  '@dossier/reports',
  '@dossier/report-fonts',
  '@dossier/mail-catcher',
  '@dossier/clamav',
  '@dossier/demo',
];
