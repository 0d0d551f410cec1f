import { feature } from '@dossier/sdk';

/** Switches DocumentCompletenessCheckHandler. */
export const documentCheckFeature = feature('document-check', { title: 'Document check', initially: 'on' });
/** Switches CreditReportCheckHandler. */
export const creditCheckFeature = feature('credit-check', { title: 'Credit check', initially: 'on' });
/** Switches ClientApprovalCheckHandler. */
export const clientApprovalFeature = feature('client-approval', { title: 'Client approval', initially: 'on' });
