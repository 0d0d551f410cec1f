/** Saved patents as a table: the same in every format. */
import type { SheetColumn } from '@dossier/core/platform/reporting/contract';
import type { SavedPatent } from '../contract.ts';
import { citationOf } from '../library/citation.ts';
import { notGiven } from './words.ts';

export const columns: readonly SheetColumn[] = [
  { title: 'Number', type: 'text' },
  { title: 'Title', type: 'text', width: 3 },
  { title: 'Applicants', type: 'text', width: 2 },
  { title: 'Published', type: 'date' },
  { title: 'Classes', type: 'text', width: 2 },
  { title: 'Tag', type: 'text' },
  { title: 'Reason', type: 'text', width: 3 },
  { title: 'Saved by', type: 'text' },
  { title: 'Saved at', type: 'date' },
  { title: 'Citation', type: 'text', width: 3 },
];

/** A cell for each column. Notes are their authors' alone, and in no list. */
export const rowOf = ({ patent, tag, reason, by, at }: SavedPatent): readonly string[] => [
  patent.number,
  patent.title ?? notGiven.title,
  patent.applicants.join('; ') || notGiven.applicants,
  patent.date ?? notGiven.publishedOn,
  patent.classes.join(', ') || notGiven.classes,
  tag,
  reason,
  by.name,
  at,
  citationOf(patent),
];
