import { createHash } from 'node:crypto';

/** Another one whenever anything of an application that its reader sees is another, a document and a step too: what an entity tag has to tell. */
export const fingerprint = (application: object): string => createHash('sha256').update(JSON.stringify(application)).digest('base64url').slice(0, 22);
