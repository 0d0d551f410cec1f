/** People who are named in a text, by the rules of the server: see `sdk/src/markdown-names.ts`. */
export { naming, namingPlaces, personWritten, rewriteNames } from '@dossier/sdk/markdown-names';
