/** What was typed, and what its first sign narrows the palette to. */
export interface Typed {
  /** Without the sign. */
  readonly text: string;
  /** `>` is for what is done here; others are for the kinds of records that go by them. */
  readonly sign: '>' | '#' | '@' | null;
}

const signs = ['>', '#', '@'] as const;

export function typedAs(typed: string): Typed {
  const text = typed.trim();
  const sign = signs.find((one) => text.startsWith(one)) ?? null;
  return { text: sign === null ? text : text.slice(1).trim(), sign };
}
