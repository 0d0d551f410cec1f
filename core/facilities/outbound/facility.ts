import { Http, Sockets } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';

export const outboundPlan: FacilityPlan = { id: 'outbound', services: [Http, Sockets] };

/**
 * Requests and connections to other servers: none inside a transaction, none to an address that an organization must
 * not reach.
 */
export const outbound = (o: { readonly http: Http; readonly sockets: Sockets }): Facility => ({
  ...outboundPlan,
  given: new Map<string, unknown>([
    [Http.id, o.http],
    [Sockets.id, o.sockets],
  ]),
});
