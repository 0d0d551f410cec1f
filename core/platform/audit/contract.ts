import { permission } from '@dossier/sdk';

/** Reads internal entries of the audit trail of applications in a workspace. */
export const readAudit = permission('audit.read', { title: 'Read the audit trail' });

/** Reads everything that was done in the organization: in every workspace, and to its people, access, keys and settings. */
export const readOrganizationAudit = permission('audit.readOrganization', { title: 'Read the audit trail of the organization', scope: 'organization' });
