/** Two texts that look the same are the same (see `asSeen`). Alike on the server and in browsers. */
import { asSeen } from '@dossier/sdk/visible';

export const composed = (value: unknown): unknown => (typeof value === 'string' ? asSeen(value) : value);
