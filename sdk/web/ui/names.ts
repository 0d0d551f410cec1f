/** How names are compared, by the same functions as on the server. */
export { areFound, compareNames, fold, isFound } from '../../src/folding.ts';
