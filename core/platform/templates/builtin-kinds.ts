import { formKinds } from './form-kinds.ts';
import { jsonKinds } from './json-kinds.ts';

/** The field kinds that come with templates, by id. */
export const builtinKinds = { ...jsonKinds, ...formKinds };
