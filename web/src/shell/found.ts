/** As people type it: neither case nor accents count. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a name holds what was typed into a search: "koln" finds "Köln". */
export const isFound = (name: string, wanted: string): boolean => plain(name).includes(plain(wanted.trim()));
