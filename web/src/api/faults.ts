import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ProblemBody } from '@dossier/sdk/web';

/** Formats of JSON Schema in the words of a form. */
const formats: Readonly<Record<string, string>> = {
  uri: 'address',
  email: 'e-mail address',
  date: 'date',
  'date-time': 'time',
  uuid: 'id',
};

/** How the server calls what a pointer leads to: by its key, an item by its list. */
const keyAt = (pointer: string): string => {
  const [last = '', above = ''] = pointer.split('/').reverse();
  return /^\d+$/.test(last) && above !== '' ? `${above}[${last}]` : last;
};

/**
 * A fault in words for the field at which it stands. The server speaks to programs too, and calls a field by its key,
 * which nobody sees on a page.
 */
const inWords = (pointer: string, detail: string): string => {
  const key = keyAt(pointer);
  if (key === '' || !detail.startsWith(`${key} `)) return detail;
  const rest = detail.slice(key.length + 1);
  if (/^(is missing|must not be empty)\.$/.test(rest)) return 'Please fill this in.';
  const format = /^must be a valid (\S+)\.$/.exec(rest)?.[1];
  return format === undefined ? `This ${rest}` : `This is not a valid ${formats[format] ?? format}.`;
};

const fault = ({ pointer, detail }: Record<string, unknown>): ProblemBody['errors'][number] => {
  const at = typeof pointer === 'string' ? pointer : '';
  return {
    pointer: at,
    detail: typeof detail === 'string' && detail !== '' ? inWords(at, detail) : 'This is not valid.',
  };
};

/** The faults of a refusal, as far as they can be read. */
export const faultsOf = (value: unknown): ProblemBody['errors'] =>
  Array.isArray(value) ? value.filter(isRecord).map(fault) : [];
