import { clientCommunications } from './client-communications.ts';
import { closedApplications } from './closed-applications.ts';
import { custom } from './custom.ts';
import { monthlyOperations } from './monthly-operations.ts';
import { quarterlyBusiness } from './quarterly-business.ts';

/** The built-in reports by their keys. */
export const builtIn = {
  custom,
  'monthly-operations': monthlyOperations,
  'quarterly-business': quarterlyBusiness,
  'closed-applications': closedApplications,
  'client-communications': clientCommunications,
};
