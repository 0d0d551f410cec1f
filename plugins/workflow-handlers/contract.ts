import { feature } from '@dossier/sdk';

/** Switches DocumentCompletenessCheckHandler. */
export const documentCheckFeature = feature('document-check', {
  title: 'Document check',
  description: 'Checks that every required document is there and approved. Without it that step halts at an officer.',
  initially: 'on',
});
/** Switches CreditReportCheckHandler. */
export const creditCheckFeature = feature('credit-check', {
  title: 'Credit check',
  description: 'Asks the credit bureau. Without it that step halts at an officer.',
  initially: 'on',
});
