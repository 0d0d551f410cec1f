/** Counts decimals as the server does: see `sdk/src/decimals.ts`. */
export { decimalsOf } from '@dossier/sdk/decimals';
