import { stringify } from 'csv-stringify/sync';
import { csvParts, csvText } from '@dossier/sdk';
import type { EntryChange, ExportedEntry } from './contract.ts';
import { plain } from './sentence.ts';

const records = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify([...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    quoted_match: [csvParts, /[,"']|^\s|\s$/],
    cast: { string: csvText },
  });

/** With a byte order mark, without which Excel takes another character set. */
export const csvHead = `\uFEFF${records([['Entry', 'Time', 'By', 'What', 'Before and after', 'Kind', 'Link']])}`;

const inOneLine = ({ title, before, after, withheld }: EntryChange): string =>
  withheld ? `${title} changed` : `${title}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`;

/** RFC 4180: an entry a line. */
export const csvLines = (entries: readonly ExportedEntry[]): string =>
  records(
    entries.map(({ seal, at, actor, sentence, changes, title }) => [
      seal?.number ?? null,
      at,
      actor.name,
      plain(sentence),
      changes.map(inOneLine).join('; '),
      title,
      seal?.link ?? null,
    ]),
  );
