import { familyOf } from './build.ts';
import { building } from './families/building.ts';
import { energy } from './families/energy.ts';
import { household } from './families/household.ts';
import { machines } from './families/machines.ts';
import { mobility } from './families/mobility.ts';
import type { Publication } from './types.ts';

/** All that the simulator knows, newest first. Every document in it is made up, and so are the names. */
export const publications: readonly Publication[] = [...energy, ...mobility, ...household, ...building, ...machines]
  .flatMap(familyOf)
  .toSorted((a, b) => b.date.localeCompare(a.date) || a.epodoc.localeCompare(b.epodoc));
