/** What is loaded together. */
export type Part = 'gallery' | 'editor' | 'runs' | 'schedules';

export interface Place {
  readonly part: Part;
  /** One of the three lists below the tabs; else one thing from them. */
  readonly list: boolean;
  /** Of the thing: an id, `new`, or empty for a report that begins from nothing. */
  readonly id: string;
}

/** What follows the address of reports: `''`, `new`, `edit/{templateId}`, `runs[/{id}]`, `schedules[/new|/{id}]`. Undefined for anything else. */
export function placeOf(rest: string): Place | undefined {
  const [first = '', second = '', ...more] = rest.split('/').map(decoded);
  if (more.length > 0) return undefined;
  if (first === '') return { part: 'gallery', list: true, id: '' };
  if (first === 'new' && second === '') return { part: 'editor', list: false, id: '' };
  if (first === 'edit' && second !== '') return { part: 'editor', list: false, id: second };
  if (first === 'runs' || first === 'schedules') return { part: first, list: second === '', id: second };
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
