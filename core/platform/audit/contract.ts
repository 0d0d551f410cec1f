import { permission } from '@dossier/sdk';

/** Reads internal entries of the audit trail of applications in a workspace. */
export const readAudit = permission('audit.read', { title: 'Read the audit trail' });
