import { Http } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';

export const outboundPlan: FacilityPlan = { id: 'outbound', services: [Http] };

/** Requests to other servers: none inside a transaction, none to an address that an organization must not reach. */
export const outbound = (o: { readonly http: Http }): Facility => ({
  ...outboundPlan,
  given: new Map([[Http.id, o.http]]),
});
