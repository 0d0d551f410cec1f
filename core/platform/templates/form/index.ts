/**
 * The form as pages and other modules read it, without anything of the server: what is asked of somebody who has given
 * these answers, and what is wrong with them. What follows from numbering plans and patterns is loaded where a form has
 * them.
 */
export { pointerTo } from '@dossier/sdk/pointer';
export { ask } from './asked.ts';
export type { Asked } from './asked.ts';
export { checkAnswers } from './check.ts';
export { isCondition, testsIn } from './condition.ts';
export { defaultsOf } from './defaults.ts';
export { fieldsOf, formOf } from './form.ts';
export type { FieldSchema, Form, FormContent, FormField } from './form.ts';
export { checksOf } from './page-checks.ts';
export { retold } from './texts.ts';
export { faultsIn, mayComeLater, missingIn, nameAt, papersKey, papersOf, titleOf } from './walk.ts';
export type { Walk } from './walk.ts';
