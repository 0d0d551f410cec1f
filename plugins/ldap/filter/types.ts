/**
 * A search filter, as RFC 4511 (4.5.1.7) has it. A value for `equal` is bytes, since escapes may stand for some that
 * are no text.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'equal'; readonly attribute: string; readonly value: Buffer }
  | { readonly kind: Comparison; readonly attribute: string; readonly value: string }
  | {
      readonly kind: 'substrings';
      readonly attribute: string;
      /** Empty where nothing is asked of the beginning; so is `final`. */
      readonly initial: string;
      readonly any: readonly string[];
      readonly final: string;
    }
  | {
      readonly kind: 'extensible';
      readonly attribute: string;
      /** Matching rule; null for the attribute's own. */
      readonly rule: string | null;
      readonly dnAttributes: boolean;
      readonly value: string;
    };

/** Comparisons of an attribute with one value, beside equality. */
export type Comparison = 'approximate' | 'at-least' | 'at-most';

/** A filter that cannot be used, and where: `position` counts UTF-16 units from 1. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault';
  readonly position: number;
  constructor(position: number, reason: string) {
    super(reason);
    this.position = position;
  }
}
