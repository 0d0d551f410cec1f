/** A publication by the number that the service keeps it under (docdb): `EP`, `1000000`, `B1`. */
export interface PatentNumber {
  /** Two letters. */
  readonly country: string;
  readonly number: string;
  /** Null where it is not known: then there may be several publications. */
  readonly kind: string | null;
}

/** What a spelling leads to: one number, or a question that has to be answered before anything is asked for. */
export type Parsed =
  { readonly ok: true; readonly number: PatentNumber } | { readonly ok: false; readonly question: Question };

export interface Question {
  /**
   * `application`: it is the number of an application, whose publications have others. `which`: it may be any of the
   * candidates. `office`: no office has that code. `unknown`: no number can be seen in it.
   */
  readonly about: 'application' | 'which' | 'office' | 'unknown';
  /** A sentence for the page. */
  readonly text: string;
  /** What may have been meant, likeliest first. */
  readonly candidates: readonly PatentNumber[];
}
