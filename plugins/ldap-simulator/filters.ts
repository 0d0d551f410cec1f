import ldap from 'ldapjs';
import type { Entry } from './entries.ts';
import { keyOf } from './names.ts';

/**
 * A filter as ldapjs reads it from a request. Its values are still escaped, so that only these functions may compare
 * them; a backslash in front of a hexadecimal digit is lost before it comes here.
 */
export type RequestFilter =
  | { readonly type: 'AndFilter' | 'OrFilter'; readonly filters: readonly RequestFilter[] }
  | { readonly type: 'NotFilter'; readonly filter: RequestFilter }
  | { readonly type: 'PresenceFilter'; readonly attribute: string }
  | {
      readonly type: 'EqualityFilter' | 'GreaterThanEqualsFilter' | 'LessThanEqualsFilter';
      readonly attribute: string;
      readonly value: string;
    }
  | {
      readonly type: 'SubstringFilter';
      readonly attribute: string;
      readonly initial?: string;
      readonly any: readonly string[];
      readonly final?: string;
    }
  | { readonly type: 'ApproximateFilter' | 'ExtensibleFilter' };
type Filter = ReturnType<typeof ldap.parseFilter>;

/**
 * Matches entries by a filter. Case means nothing in any value, as in the directories that this one stands for; the
 * library alone would tell `M.Keller` from `m.keller`. Throws an error of the protocol for approximate and
 * extensible matches.
 */
export function matcher(filter: RequestFilter): (entry: Entry) => boolean {
  const small = inSmallLetters(filter);
  return ({ user, operational }) =>
    small.matches(
      Object.fromEntries(
        Object.entries({ ...user, ...operational }).map(([name, values]) => [
          name.toLowerCase(),
          values.map((value) => comparable(name, value)),
        ]),
      ),
    );
}

function inSmallLetters(filter: RequestFilter): Filter {
  switch (filter.type) {
    case 'AndFilter':
      return new ldap.AndFilter({ filters: filter.filters.map(inSmallLetters) });
    case 'OrFilter':
      return new ldap.OrFilter({ filters: filter.filters.map(inSmallLetters) });
    case 'NotFilter':
      return new ldap.NotFilter({ filter: inSmallLetters(filter.filter) });
    case 'PresenceFilter':
      return new ldap.PresenceFilter({ attribute: filter.attribute.toLowerCase() });
    case 'EqualityFilter':
      return new ldap.EqualityFilter(assertion(filter));
    case 'GreaterThanEqualsFilter':
      return new ldap.GreaterThanEqualsFilter(assertion(filter));
    case 'LessThanEqualsFilter':
      return new ldap.LessThanEqualsFilter(assertion(filter));
    case 'SubstringFilter':
      return new ldap.SubstringFilter({
        attribute: filter.attribute.toLowerCase(),
        initial: plain(filter.initial ?? '').toLowerCase(),
        any: filter.any.map((part) => plain(part).toLowerCase()),
        final: plain(filter.final ?? '').toLowerCase(),
      });
    default:
      throw new ldap.InappropriateMatchingError(
        'The simulated directory has neither approximate nor extensible matches.',
      );
  }
}

const assertion = ({ attribute, value }: { readonly attribute: string; readonly value: string }) => ({
  attribute: attribute.toLowerCase(),
  value: comparable(attribute, plain(value)),
});

/** Values that are names of entries are compared as names; text that is no name equals none of them. */
function comparable(attribute: string, value: string): string {
  if (!['member', 'memberof'].includes(attribute.toLowerCase())) return value.toLowerCase();
  try {
    return keyOf(value);
  } catch {
    return value.toLowerCase();
  }
}

/** The filter as text (RFC 4515). Letters of all languages stand as they are; the library's own text escapes them. */
export function filterText(filter: RequestFilter): string {
  switch (filter.type) {
    case 'AndFilter':
      return `(&${filter.filters.map(filterText).join('')})`;
    case 'OrFilter':
      return `(|${filter.filters.map(filterText).join('')})`;
    case 'NotFilter':
      return `(!${filterText(filter.filter)})`;
    case 'PresenceFilter':
      return `(${filter.attribute}=*)`;
    case 'EqualityFilter':
      return `(${filter.attribute}=${escaped(filter.value)})`;
    case 'GreaterThanEqualsFilter':
      return `(${filter.attribute}>=${escaped(filter.value)})`;
    case 'LessThanEqualsFilter':
      return `(${filter.attribute}<=${escaped(filter.value)})`;
    case 'SubstringFilter':
      return `(${filter.attribute}=${partsOf(filter).map(escaped).join('*')})`;
    default:
      return String(filter);
  }
}

const partsOf = ({ initial = '', any, final = '' }: RequestFilter & { readonly type: 'SubstringFilter' }) => [
  initial,
  ...any,
  final,
];

/** The value with its escaped bytes as the characters that they stand for. */
const plain = (value: string): string =>
  Buffer.concat(
    value
      .split(/(\\[0-9a-f]{2})/i)
      .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(part.slice(1), 'hex'))),
  ).toString();

const escaped = (value: string): string =>
  plain(value).replaceAll(/[\\*()\0]/g, (one) => `\\${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
