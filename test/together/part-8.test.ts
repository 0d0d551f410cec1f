import { part } from './together.ts';

await part(import.meta.filename);
