import { createContext } from '@lit/context';
import type { Contribution } from './contributions.ts';

/** Everything offered in the open workspace, for elements that show contributions of their own (tabs). */
export const contributionsContext = createContext<readonly Contribution[]>(Symbol.for('dossier.ctx.contributions.v1'));
