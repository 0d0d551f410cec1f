/**
 * Realtime: the broker that browsers connect to, and the bridge between nodes. In this order of use:
 *
 * 1. `const tickets = createTickets({ secret, now })`; the route `POST /rt/ticket` answers
 *    `await tickets.issueTicket(identity)`.
 * 2. `const broker = await createBroker({ topics, tickets, spend, authorize, origins, onAccessChange, log })`, where
 *    `spend` is `createRedeemTicket(…)`, `authorize` opens
 *    the topic's gate with the authorizer (`named` reads `params[locator.name]`), and `onAccessChange` is
 *    `accessDropped` of the assembly.
 * 3. `await broker.attach(fastify)` before the server listens.
 * 4. One process: `createEvents({ publisher: broker.publisher, onAccessChange: broker.revoke })`.
 *    With `MQTT_URL`: `const bridge = createBridge({ url, broker, … })`,
 *    `createEvents({ publisher: bridge.publisher, onAccessChange: broker.revoke })`,
 *    `await bridge.start()` after the broker, `await bridge.stop()` before it closes.
 */
export { createBroker, rememberEnded } from './broker.ts';
export type { Broker } from './broker.ts';
export { createBridge } from './bridge.ts';
export { usualPrefix } from './prefix.ts';
export type { AuthorizeTopic } from './grants.ts';
export { createRedeemTicket } from './redeem-ticket.ts';
export { createTickets } from './tickets.ts';
export type { Tickets } from './tickets.ts';
