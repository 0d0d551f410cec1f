/** What texts are, by the rules of the server: pages ask here, before anything is sent. */
export { isDay } from '../../src/times.ts';
export { isEmail } from '../../src/email-format.ts';
export { asSeen, isVisible } from '../../src/visible.ts';
export { webAddress } from '../../src/web-address.ts';
