export { isRecord } from '@dossier/sdk/record';
