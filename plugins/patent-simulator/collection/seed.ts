import type { Packing } from './types.ts';

/** What a family says in one language. Paragraphs that begin with `#` are headings. */
export interface SeedText {
  readonly title: string;
  readonly abstract: string;
  readonly claims?: readonly string[];
  readonly description?: readonly string[];
}

export interface MemberSeed {
  /** `EP 4352417 B1 20240417`: country, number, kind and date. */
  readonly pub: string;
  /** The application in the same form. */
  readonly ap: string;
  /** Languages of title and abstract; of the texts too, where the office has any. */
  readonly langs?: readonly string[];
  readonly without?: readonly ('title' | 'abstract' | 'parties' | 'classes' | 'text' | 'images' | 'priorities')[];
  readonly packing?: Packing;
  readonly pages?: number;
  /** `date code influence text`, then `@date` for when it takes effect and `=CC` for a country. */
  readonly events?: readonly string[];
  /** `CATEGORY claims < CC number kind date name`, or `CATEGORY claims < "literature"`. */
  readonly cited?: readonly string[];
}

export interface FamilySeed {
  readonly id: string;
  /** Of the extended family, where it is larger than this one. */
  readonly extended?: string;
  /** `Name as written|CC`. */
  readonly applicants: readonly string[];
  readonly inventors: readonly string[];
  readonly ipc: readonly string[];
  /** `F17C1/06 I EP US`: symbol, value and the offices that gave it. */
  readonly cpc: readonly string[];
  readonly priorities: readonly string[];
  readonly texts: Readonly<Record<string, SeedText>>;
  readonly figures: readonly string[];
  readonly members: readonly MemberSeed[];
}
