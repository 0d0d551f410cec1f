import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts';
import type { Filter as ClientFilter } from 'ldapts';
import type { Filter } from './types.ts';

/** The filter as the client sends it: built from its parts, so that no value is ever read as syntax. */
export function clientFilter(filter: Filter): ClientFilter {
  switch (filter.kind) {
    case 'and':
      return new AndFilter({ filters: filter.filters.map(clientFilter) });
    case 'or':
      return new OrFilter({ filters: filter.filters.map(clientFilter) });
    case 'not':
      return new NotFilter({ filter: clientFilter(filter.filter) });
    case 'present':
      return new PresenceFilter({ attribute: filter.attribute });
    case 'equal':
      return new EqualityFilter({ attribute: filter.attribute, value: filter.value });
    case 'approximate':
      return new ApproximateFilter({ attribute: filter.attribute, value: filter.value });
    case 'at-least':
      return new GreaterThanEqualsFilter({ attribute: filter.attribute, value: filter.value });
    case 'at-most':
      return new LessThanEqualsFilter({ attribute: filter.attribute, value: filter.value });
    case 'substrings':
      return new SubstringFilter({
        attribute: filter.attribute,
        initial: filter.initial,
        any: [...filter.any],
        final: filter.final,
      });
    case 'extensible':
      return new ExtensibleFilter({
        matchType: filter.attribute,
        rule: filter.rule ?? '',
        dnAttributes: filter.dnAttributes,
        value: filter.value,
      });
  }
}
