import { chart } from './chart.ts';
import { figures } from './figures.ts';
import { groups } from './groups.ts';
import { table } from './table.ts';
import { text } from './text.ts';

/** The kinds that are there without any other plugin, by their names in a definition. */
export const ownKinds = { text, figures, chart, table, groups };
