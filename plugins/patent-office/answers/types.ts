import type { PatentNumber } from '../numbers/types.ts';
import type { UnreadReason } from './limits.ts';

/**
 * What the service answered. `partial` says that less came than the answer itself promises, or nothing where something
 * was announced: it is worth showing, but not keeping as whole. All dates are `YYYY-MM-DD`, and null where the office
 * gives none or something that is no date. What an office does not give is null or an empty list, never an error.
 */
export type Answer =
  | SearchAnswer
  | DocumentsAnswer
  | FulltextAnswer
  | FulltextInquiry
  | ImagesInquiry
  | EquivalentsAnswer
  | FamilyAnswer
  | NumberAnswer
  | RegisterAnswer
  | CpcAnswer
  | CpcSearchAnswer
  | ErrorAnswer
  | EmptyBody
  | Unreadable;

/** Hits of a bare search are `hits`, those of one with bibliographic data `documents`. */
export interface SearchAnswer {
  readonly kind: 'search';
  /** How many there are in all, as far as the service counts (10,000). */
  readonly total: number | null;
  /** The query as the service understood it. */
  readonly query: string | null;
  /** What was asked for, from 1; there may be fewer. */
  readonly begin: number | null;
  readonly end: number | null;
  readonly hits: readonly Hit[];
  readonly documents: readonly PatentDocument[];
  readonly partial: boolean;
}

export interface Hit {
  readonly familyId: string | null;
  readonly ids: Reference;
}

export interface DocumentsAnswer {
  readonly kind: 'documents';
  readonly documents: readonly PatentDocument[];
  readonly partial: boolean;
}

/** One publication with its bibliographic data. */
export interface PatentDocument {
  /** Null when it names no country or number. */
  readonly number: PatentNumber | null;
  /** `not found` where the service has none of that number. */
  readonly status: string | null;
  /** Simple family. */
  readonly familyId: string | null;
  readonly publication: Reference | null;
  readonly application: Reference | null;
  readonly priorities: readonly Priority[];
  readonly titles: readonly Wording[];
  readonly applicants: readonly Party[];
  readonly inventors: readonly Party[];
  /** Of the IPC until its seventh edition, compact: `B28B5/02`. */
  readonly ipcOld: readonly string[];
  readonly ipcr: readonly IpcClass[];
  /** Null when the answer has no part for classes at all. */
  readonly classes: Classes | null;
  readonly patentCitations: readonly PatentCitation[];
  readonly otherCitations: readonly OtherCitation[];
  readonly abstracts: readonly Wording[];
}

/** A publication or application by its several numbers. */
export interface Reference {
  readonly docdb: PatentNumber | null;
  /** With the country: `EP1000000`. */
  readonly epodoc: string | null;
  /** As the office writes it; there may be several. */
  readonly original: readonly string[];
  readonly date: string | null;
}

export interface Priority extends Reference {
  readonly sequence: number | null;
  /** `national`, `regional` or `international`. */
  readonly kind: string | null;
  /** Null where the answer does not say. */
  readonly active: boolean | null;
  /** How it is linked, by letter, in families. */
  readonly linkage: string | null;
}

/** A text in a language: two letters, or `ol` for the original one that nobody names. */
export interface Wording {
  readonly lang: string;
  readonly text: string;
}

export interface Party {
  readonly sequence: number | null;
  /** `epodoc` and `docdb` are normalised, `original` and `docdba` as filed. */
  readonly format: string | null;
  readonly name: string;
  readonly country: string | null;
}

export interface IpcClass {
  readonly symbol: string;
  /** `A` advanced, `C` core. */
  readonly level: string | null;
  /** `I` inventive, `N` additional. */
  readonly value: string | null;
}

export interface Classes {
  /** Each symbol once, with the offices that gave it. */
  readonly cpc: readonly CpcClass[];
  /** Symbols of other schemes by office and scheme, as `US:UC`. */
  readonly other: Readonly<Record<string, readonly string[]>>;
  /** Symbols that belong together, by rank. */
  readonly combinations: readonly (readonly string[])[];
}

export interface CpcClass {
  readonly symbol: string;
  /** `I` inventive, `A` additional. */
  readonly value: string | null;
  readonly offices: readonly string[];
}

interface Citation {
  readonly phase: string | null;
  /** `examiner`, `applicant`, … */
  readonly by: string | null;
  /** `X`, `Y`, `A`, … as often as they were given. */
  readonly categories: readonly string[];
  readonly claims: string | null;
  readonly passages: readonly string[];
}

export interface PatentCitation extends Citation {
  readonly docdb: PatentNumber | null;
  readonly epodoc: string | null;
  readonly name: string | null;
  readonly date: string | null;
}

export interface OtherCitation extends Citation {
  readonly text: string;
}

export interface FulltextAnswer {
  readonly kind: 'fulltext';
  readonly documents: readonly Fulltext[];
  readonly partial: boolean;
}

export interface Fulltext {
  readonly number: PatentNumber | null;
  readonly claims: readonly ClaimSet[];
  readonly descriptions: readonly Description[];
}

export interface ClaimSet {
  readonly lang: string;
  /** How many pieces they came in. */
  readonly elements: number;
  /** What stands before the first claim, as "Claims". */
  readonly heading: string | null;
  readonly claims: readonly Claim[];
  /** Claims are missing, as far as their numbers tell. */
  readonly partial: boolean;
}

export interface Claim {
  readonly number: number;
  /** Without its number; its parts in lines of their own. */
  readonly text: string;
  /** The claims before it that it refers to and that are about the same; none in an independent one. */
  readonly dependsOn: readonly number[];
}

export interface Description {
  readonly lang: string;
  /** How many elements of paragraphs there were. */
  readonly elements: number;
  readonly paragraphs: readonly Paragraph[];
}

export interface Paragraph {
  /** As printed, without its brackets: `0001`. */
  readonly number: string | null;
  /** Whether the number stood in the text itself, in brackets. */
  readonly printed: boolean;
  readonly heading: boolean;
  /** Without its number; items and rows in lines of their own. */
  readonly text: string;
}

export interface FulltextInquiry {
  readonly kind: 'fulltext-inquiry';
  readonly results: readonly {
    readonly number: PatentNumber | null;
    readonly epodoc: string | null;
    readonly instances: readonly {
      /** `claims` or `description`. */
      readonly desc: string;
      readonly lang: string | null;
      readonly formats: readonly string[];
    }[];
  }[];
}

export interface ImagesInquiry {
  readonly kind: 'images-inquiry';
  readonly results: readonly {
    readonly number: PatentNumber | null;
    readonly epodoc: string | null;
    readonly instances: readonly ImageInstance[];
  }[];
}

export interface ImageInstance {
  /** `FullDocument`, `Drawing`, `FirstPageClipping`, … */
  readonly desc: string;
  readonly pages: number | null;
  /** Below the base address of the service. */
  readonly link: string | null;
  readonly formats: readonly string[];
  /** First pages of its sections, by name. */
  readonly sections: Readonly<Record<string, number>>;
}

/** Simple family. */
export interface EquivalentsAnswer {
  readonly kind: 'equivalents';
  readonly members: readonly Reference[];
  /** Where they were asked for. */
  readonly documents: readonly PatentDocument[];
}

/**
 * Extended family. In an answer with legal events `total` counts the family though only the member that was asked for
 * may come, so it is `partial` only when no member came; otherwise when one is missing.
 */
export interface FamilyAnswer {
  readonly kind: 'family';
  readonly legal: boolean;
  readonly total: number | null;
  readonly members: readonly FamilyMember[];
  readonly partial: boolean;
}

export interface FamilyMember {
  readonly familyId: string | null;
  readonly publication: Reference | null;
  readonly application: Reference | null;
  readonly representative: boolean;
  readonly priorities: readonly Priority[];
  readonly events: readonly LegalEvent[];
  readonly documents: readonly PatentDocument[];
}

export interface LegalEvent {
  readonly code: string | null;
  readonly desc: string | null;
  /** `+` or `-` for the one who holds it; null where it is neither. */
  readonly impact: string | null;
  readonly date: string | null;
  readonly country: string | null;
  /** The country that the event is about, where it is another. */
  readonly refCountry: string | null;
  readonly effective: string | null;
  /** All fields as they stand, by their names in the schema: `L525EP`. */
  readonly fields: readonly { readonly field: string; readonly desc: string | null; readonly text: string }[];
}

export interface NumberAnswer {
  readonly kind: 'number';
  readonly from: string | null;
  readonly to: string | null;
  /** `SUCCESS`, or codes as `pBRE002`. */
  readonly status: readonly string[];
  readonly input: NumberPart | null;
  readonly output: NumberPart | null;
}

/** One side of a conversion; `number` is the whole of it where country and number are given. */
export interface NumberPart {
  /** `publication-reference`, `application-reference` or `priority-claim`. */
  readonly ref: string;
  readonly type: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly number: PatentNumber | null;
  readonly date: string | null;
}

export interface RegisterAnswer {
  readonly kind: 'register';
  readonly total: number | null;
  readonly query: string | null;
  readonly begin: number | null;
  readonly end: number | null;
  readonly documents: readonly RegisterDocument[];
  readonly partial: boolean;
}

export interface RegisterDocument {
  readonly status: string | null;
  readonly titles: readonly Wording[];
  readonly publications: readonly RegisterNumber[];
  readonly applications: readonly RegisterNumber[];
}

export interface RegisterNumber {
  readonly country: string | null;
  readonly number: string | null;
  readonly kind: string | null;
  readonly date: string | null;
}

export interface CpcAnswer {
  readonly kind: 'cpc';
  readonly mappings: readonly Readonly<Record<string, string>>[];
  readonly items: readonly { readonly level: number | null; readonly symbol: string; readonly title: string }[];
}

export interface CpcSearchAnswer {
  readonly kind: 'cpc-search';
  readonly query: string | null;
  readonly results: readonly { readonly symbol: string; readonly percentage: number | null; readonly title: string }[];
  readonly partial: boolean;
}

export interface ErrorAnswer {
  readonly kind: 'error';
  /** `fault` of the service itself, `error` of the gateway before it, `json` of what stands behind it. */
  readonly root: 'fault' | 'error' | 'json';
  readonly code: string | null;
  readonly message: string | null;
  readonly description: string | null;
  readonly moreInfo: string | null;
  readonly cause: string | null;
  /** Requests that would be clear where this one was ambiguous. */
  readonly resolutions: readonly string[];
}

/** Nothing at all. */
export interface EmptyBody {
  readonly kind: 'empty-body';
}

/** What cannot be read, or not to its end. Nothing of it is taken for an answer. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: UnreadReason;
  readonly message: string;
  /** From 1 and from 0; null where nothing tells. */
  readonly line: number | null;
  readonly column: number | null;
}
