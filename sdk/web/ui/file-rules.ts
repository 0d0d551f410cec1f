import { fileSize } from './format.ts';

/** What is taken of files, as the server says it. */
export interface FileRules {
  /** Of one file, in bytes. */
  readonly largest: number;
  /** Media types. */
  readonly types: readonly string[];
}

const names: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'text/plain': 'text',
};

const either = (types: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(types.map((type) => names[type] ?? type));

/** Megabytes as file managers of either kind round them: 25 MiB are "26.2 MB", and no larger file is promised. */
const size = (bytes: number): string => (bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : fileSize(bytes));

/** "PDF, JPEG, PNG or text, up to 25 MB each". */
export const rulesText = ({ types, largest }: FileRules): string => `${either(types)}, up to ${size(largest)} each`;

/**
 * Why a file would be refused, as far as can be said without its bytes; null when it can be sent. What the browser
 * knows no type of, and what it calls some other text, is the server's to say.
 */
export function refusal(
  { name, type, size: bytes }: Pick<File, 'name' | 'type' | 'size'>,
  { types, largest }: FileRules,
): string | null {
  if (bytes === 0) return `${name} is empty. Please choose the file once more.`;
  if (bytes > largest)
    return `It is too large: ${fileSize(bytes)}, and ${size(largest)} can be sent. Pages in several files, or a picture with less detail, are smaller.`;
  const isKnown =
    ['', 'application/octet-stream'].includes(type) ||
    types.includes(type) ||
    (type.startsWith('text/') && types.includes('text/plain'));
  return isKnown ? null : `This kind of file cannot be read here. Please send it as ${either(types)}.`;
}
