/** Knows days and moments as the server does: see `sdk/src/times.ts`. */
export { isDay, isTime } from '@dossier/sdk/times';
