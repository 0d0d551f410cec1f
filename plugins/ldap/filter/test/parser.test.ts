import { t } from '@dossier/core/testing/t';
import fc from 'fast-check';
import { parseFilter } from '../parser.ts';
import { FilterFault } from '../types.ts';

const equal = (attribute: string, value: string | Buffer) => ({ kind: 'equal', attribute, value: Buffer.from(value) });

t.test('a filter is read as RFC 4515 means it', (t) => {
  for (const [text, meant] of [
    ['(uid=ann)', equal('uid', 'ann')],
    ['(cn=)', equal('cn', '')],
    [String.raw`(cn=Bob \28Ops\29 \2astar\2A \5c)`, equal('cn', String.raw`Bob (Ops) *star* \ `.trimEnd())],
    [String.raw`(objectGUID=\ff\00\9C)`, equal('objectGUID', Buffer.from([0xff, 0, 0x9c]))],
    ['(cn=Łukasz 日本)', equal('cn', 'Łukasz 日本')],
    ['(memberOf=cn=a,dc=b)', equal('memberOf', 'cn=a,dc=b')],
    ['(2.5.4.3;lang-de=x)', equal('2.5.4.3;lang-de', 'x')],
    ['(mail=*)', { kind: 'present', attribute: 'mail' }],
    [String.raw`(cn=a*b\2a*c)`, { kind: 'substrings', attribute: 'cn', initial: 'a', any: ['b*'], final: 'c' }],
    ['(cn=*x*)', { kind: 'substrings', attribute: 'cn', initial: '', any: ['x'], final: '' }],
    ['(age>=7)', { kind: 'at-least', attribute: 'age', value: '7' }],
    ['(age<=7)', { kind: 'at-most', attribute: 'age', value: '7' }],
    ['(cn~=ann)', { kind: 'approximate', attribute: 'cn', value: 'ann' }],
    ['(cn:=x)', { kind: 'extensible', attribute: 'cn', rule: null, dnAttributes: false, value: 'x' }],
    [
      '(memberOf:1.2.840.113556.1.4.1941:=cn=g)',
      {
        kind: 'extensible',
        attribute: 'memberOf',
        rule: '1.2.840.113556.1.4.1941',
        dnAttributes: false,
        value: 'cn=g',
      },
    ],
    [
      '(ou:DN:caseExactMatch:=x)',
      { kind: 'extensible', attribute: 'ou', rule: 'caseExactMatch', dnAttributes: true, value: 'x' },
    ],
    [
      '(&(a=1)(|(b=2)(!(c=3))))',
      {
        kind: 'and',
        filters: [
          equal('a', '1'),
          { kind: 'or', filters: [equal('b', '2'), { kind: 'not', filter: equal('c', '3') }] },
        ],
      },
    ],
  ] as const)
    t.strictSame(parseFilter(text), meant, text);
  t.ok(parseFilter('(!'.repeat(7) + '(a=b)' + ')'.repeat(7)), 'as deep as may be');
  t.ok(parseFilter(`(a=${'x'.repeat(1_020)})`), 'as long as may be');
  t.end();
});

t.test('a fault says at which character it is', (t) => {
  for (const [text, position, reason] of [
    ['', 1, /opening bracket/],
    ['uid=x', 1, /opening bracket/],
    ['(uid=', 6, /one closing bracket is missing/],
    ['(&(uid=x)', 10, /one closing bracket is missing/],
    ['(&(objectClass=person)(memberOf=cn=lending', 43, /two closing brackets are missing/],
    ['(uid=x))', 8, /ended before/],
    ['(a=1)(b=2)', 6, /ended before/],
    ['(&(a=b)x)', 8, /closing bracket is missing before "x"/],
    ['(&)', 3, /opening bracket/],
    ['()', 2, /name of an attribute/],
    ['( uid=x)', 2, /name of an attribute/],
    ['(uid)', 5, /equals sign/],
    ['(uid=(x))', 6, /\\28/],
    ['(uid=a**b)', 8, /two asterisks/],
    ['(a>=1*)', 6, /\\2a/],
    ['(a:=1*)', 6, /\\2a/],
    [String.raw`(a=x\2)`, 5, /hexadecimal/],
    [String.raw`(a>=\ff)`, 5, /no text/],
    [String.raw`(a=b*\ff)`, 6, /no text/],
    ['(a=b\0)', 5, /\\00/],
    ['(:caseExactMatch:=x)', 2, /name of an attribute/],
    ['(a::=x)', 4, /matching rule/],
    ['(a:rule=x)', 8, /colon and an equals sign/],
    ['(userPassword=*)', 2, /holds passwords/],
    ['(|(a=b)(USERPASSWORD;x-1=\\41))', 9, /holds passwords/],
    ['(2.5.4.35:=x)', 2, /holds passwords/],
    ['(!'.repeat(50), 17, /8 deep/],
    ['('.repeat(50), 2, /name of an attribute/],
    [`(a=${'x'.repeat(1_021)})`, 1_025, /1024 characters/],
  ] as const)
    t.throws(() => parseFilter(text), { name: 'FilterFault', position, message: reason }, text.slice(0, 60));
  t.end();
});

t.test('whatever the text, it is read or has a fault within it', (t) => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '&',
    '|',
    '!',
    '*',
    '=',
    ':',
    ':dn',
    ':=',
    '>=',
    '~',
    '\\',
    '\\28',
    'uid',
    '\0',
    'ß',
    '1.2',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      try {
        parseFilter(text);
        return true;
      } catch (error) {
        return error instanceof FilterFault && error.position >= 1 && error.position <= text.length + 1;
      }
    }),
    { numRuns: 5_000 },
  );
  t.end();
});
