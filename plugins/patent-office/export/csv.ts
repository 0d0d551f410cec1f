import { stringify } from 'csv-stringify/sync';
import { csvParts, csvText } from '@dossier/sdk';
import type { SavedPatent } from '../contract.ts';
import { columns, rowOf } from './table.ts';

/**
 * RFC 4180 in UTF-8 with a byte order mark, without which Excel takes another character set: a patent a line. Times are
 * as they are in the API.
 */
export const csvOf = (saved: readonly SavedPatent[]): string =>
  `\uFEFF${stringify([columns.map(({ title }) => title), ...saved.map((one) => [...rowOf(one)])], {
    record_delimiter: 'windows',
    quoted_match: [csvParts, /[,"']|^\s|\s$/],
    cast: { string: csvText },
  })}`;
