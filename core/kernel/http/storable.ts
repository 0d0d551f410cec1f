import type { ErrorObject } from 'ajv';

/** No database holds the character NUL in a text, nor half of a character (an unpaired surrogate, which JSON can write). */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether every text in a value, and every name of a member, can be stored. Values come from strangers: any depth is walked without recursion. */
export function allStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      const inner: unknown = (next as Readonly<Record<string, unknown>>)[key];
      if (!isStorable(key) || (typeof inner === 'string' && !isStorable(inner))) return false;
      if (typeof inner === 'object') open.push(inner);
    }
  }
  return true;
}

/** The places of texts that cannot be stored, as a schema would report them: so that plugins need no pattern for it in every field. */
export function unstorable(value: unknown): readonly ErrorObject[] {
  if (allStorable(value)) return [];
  const faults: ErrorObject[] = [];
  const open: { readonly value: unknown; readonly at: string }[] = [{ value, at: '' }];
  for (let next = open.pop(); next && faults.length < MOST; next = open.pop()) {
    const { at } = next;
    if (typeof next.value === 'string' && !isStorable(next.value)) faults.push(fault(at));
    if (typeof next.value !== 'object' || next.value === null) continue;
    const members = Object.entries(next.value);
    if (!members.every(([key]) => isStorable(key))) faults.push(fault(at));
    for (const [key, inner] of members.toReversed()) if (isStorable(key)) open.push({ value: inner, at: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
  }
  return faults;
}

/** More faults of this kind nobody reads. */
const MOST = 100;

const fault = (instancePath: string): ErrorObject => ({
  keyword: 'unstorable-text', instancePath, schemaPath: '#', params: {}, message: 'holds the character NUL or half of a character (an unpaired surrogate). Remove it',
});
