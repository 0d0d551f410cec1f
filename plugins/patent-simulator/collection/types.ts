/** A document's number in the docdb form; `date` is YYYYMMDD. */
export interface DocNumber {
  readonly country: string;
  readonly number: string;
  readonly kind: string;
  readonly date: string;
}
/** How an application is named in each of the service's forms. */
export interface Filing extends DocNumber {
  readonly epodoc: string;
  readonly original: string;
}
export interface Priority extends Filing {
  readonly type: 'national' | 'regional' | 'international';
  readonly active: boolean;
}
/** A name as the office normalised it, with its country, and as it was written. */
export interface Party {
  readonly normalised: string;
  readonly country: string;
  readonly original: string;
}
export interface Cpc {
  readonly symbol: string;
  readonly value: 'I' | 'A';
  readonly offices: readonly string[];
}
export interface Citation {
  readonly phase: string;
  readonly by: 'examiner' | 'applicant';
  readonly categories: readonly string[];
  readonly claims: string | null;
  readonly patent: (DocNumber & { readonly name: string | null }) | null;
  /** Of literature that is no patent. */
  readonly text: string | null;
}
export interface LegalEvent {
  readonly code: string;
  readonly text: string;
  readonly date: string;
  readonly influence: '+' | '-' | ' ';
  readonly effective: string | null;
  readonly country: string | null;
}
export interface Written {
  readonly lang: string;
  readonly text: string;
}
/** Claims of one language, and how the service packs them into `claim-text`. */
export interface ClaimSet {
  readonly lang: string;
  readonly claims: readonly string[];
  readonly packing: Packing;
}
/** One claim each, all in one text, the same below a heading, or with a claim broken over two texts. */
export type Packing = 'each' | 'packed' | 'heading' | 'broken';
export interface Description {
  readonly lang: string;
  /** With their numbers; headings have none. */
  readonly paragraphs: readonly string[];
}

export interface Publication extends DocNumber {
  readonly epodoc: string;
  /** Of the simple family. */
  readonly familyId: string;
  /** Of the extended one. */
  readonly extendedId: string;
  readonly application: Filing;
  readonly priorities: readonly Priority[];
  readonly applicants: readonly Party[];
  readonly inventors: readonly Party[];
  readonly ipc: readonly string[];
  readonly cpc: readonly Cpc[];
  readonly titles: readonly Written[];
  readonly abstracts: readonly Written[];
  readonly claims: readonly ClaimSet[];
  readonly descriptions: readonly Description[];
  readonly citations: readonly Citation[];
  readonly events: readonly LegalEvent[];
  readonly figures: readonly string[];
  /** Of the whole document; null when the service has no images of it. */
  readonly pages: number | null;
}
