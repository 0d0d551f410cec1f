/** What texts are, by the rules of the server: pages ask here, before anything is sent. */
export { isEmail } from '../../src/email-format.ts';
export { isVisible } from '../../src/visible.ts';
