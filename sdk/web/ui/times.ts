/** Days and moments, known by the rules of the server: see `sdk/src/times.ts`. */
export { isDay, isTime } from '@dossier/sdk/times';
