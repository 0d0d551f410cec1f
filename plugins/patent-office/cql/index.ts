/**
 * The query language of the service, without anything of the server: what a query means, what is wrong with it, what
 * may stand where, how forms become queries, and where found words stand. Nothing here asks anybody.
 */
export { build } from './build.ts';
export type { FormLine, SearchForm } from './build.ts';
export { complete, completionKinds } from './complete.ts';
export { LONGEST } from './limits.ts';
export { parse } from './checked-query.ts';
export { mark, terms } from './terms.ts';
export type { Part, Term } from './terms.ts';
export { tokens } from './tokens.ts';
export { tokenKinds } from './types.ts';
export type { Query } from './types.ts';
export { understood } from './understood.ts';
