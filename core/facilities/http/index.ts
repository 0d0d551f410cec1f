/** What other facilities use of this one. */
export { mounts, routes } from './kinds.ts';
export { asProblem, contentOf, validationProblem } from './problems.ts';
