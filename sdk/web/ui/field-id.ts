/** Fields by the ids by which a template names them: see `sdk/src/field-id.ts`. */
export { fieldById, idOf } from '@dossier/sdk/field-id';
