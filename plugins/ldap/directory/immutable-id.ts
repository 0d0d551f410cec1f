import type { Entry } from 'ldapts';
import type { Filter } from '../filter/types.ts';

/** Attributes whose value stays with an entry for good, whatever it is called: RFC 4530, and Active Directory. */
const ENTRY_UUID = 'entryUUID';
const OBJECT_GUID = 'objectGUID';

/** The attributes to ask for, which are read as bytes. */
export const idAttributes = [ENTRY_UUID, OBJECT_GUID] as const;

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of an entry as text, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in lower case; null for an entry without one. */
export function immutableId(entry: Entry): string | null {
  const text = bytesOf(entry, ENTRY_UUID)?.toString('latin1').toLowerCase();
  if (text !== undefined && form.test(text)) return text;
  const bytes = bytesOf(entry, OBJECT_GUID);
  return bytes?.length === 16 ? textOf(swapped(bytes)) : null;
}

/** Filter for the entry with this id. */
export const hasId = (id: string): Filter => ({
  kind: 'or',
  filters: [
    { kind: 'equal', attribute: ENTRY_UUID, value: Buffer.from(id) },
    { kind: 'equal', attribute: OBJECT_GUID, value: swapped(Buffer.from(id.replaceAll('-', ''), 'hex')) },
  ],
});

/** Directories spell the names of attributes as they like; a value may be a list of one. */
function bytesOf(entry: Entry, attribute: string): Buffer | null {
  const value = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1];
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined ? null : Buffer.from(one);
}

const textOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Active Directory keeps the first three parts with the lowest byte first (MS-DTYP, 2.3.4.2). */
const swapped = (bytes: Buffer): Buffer =>
  Buffer.concat(
    [
      bytes.subarray(0, 4).toReversed(),
      bytes.subarray(4, 6).toReversed(),
      bytes.subarray(6, 8).toReversed(),
      bytes.subarray(8),
    ].map((part) => Buffer.from(part)),
  );
