/** What other facilities use of this one. */
export { mounts, routes } from './kinds.ts';
export { asProblem, toldOf, validationProblem } from './problems.ts';
