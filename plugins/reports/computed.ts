/** What is computed and drawn: other plugins meet it in the contract. */
export type * from './computed/contract.ts';
export { rowsIn } from './computed/contract.ts';
