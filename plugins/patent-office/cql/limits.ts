import { daysOf } from './dates.ts';
import { type CqlFault, faultAt, replaced } from './fault.ts';
import type { Clause, Joined, MeantClause, Node, Place, Query } from './types.ts';
import { valueFaults } from './values.ts';

/** Characters of a query. Twenty terms need a third of it; what is longer is refused before it is read. */
export const LONGEST = 2000;
/** Terms of a query, and of one index in it (support of the EPO, forum 2931). */
const [TERMS, TERMS_OF_INDEX] = [20, 10];

export function checkLength(text: string): void {
  if (text.length > LONGEST)
    throw faultAt({ from: LONGEST, to: text.length }, `A query has at most ${LONGEST} characters.`);
}

/** Throws the fault that stands first in the query: of its values, of its counts, of what is joined in it. */
export function checkLimits(query: Query): void {
  const faults = [
    ...query.clauses.flatMap((clause) => [...valueFaults(query, clause)]),
    ...parted(query),
    ...tooMany(query.clauses),
    ...openBounds(query),
    ...joins(query),
  ];
  const first = faults.reduce<CqlFault | undefined>(
    (least, one) => (least === undefined || one.fault.position < least.fault.position ? one : least),
    undefined,
  );
  if (first !== undefined) throw first;
}

/** `cpc=A61B 8/06`: the blank of a symbol, without quotation marks. */
function* parted({ text, clauses }: Query): Generator<CqlFault> {
  for (const [i, { clause }] of clauses.entries()) {
    const before = clauses[i - 1];
    if (before === undefined || clause.scope !== undefined || !/^\d{1,4}\/\d+$/.test(clause.value.raw)) continue;
    const between = { from: before.clause.value.to, to: clause.value.from };
    if (!before.indexes.some((one) => one.kind === 'class') || text.slice(between.from, between.to).trim() !== '')
      continue;
    const joined = `${before.clause.value.raw}${clause.value.raw}`;
    yield faultAt(
      { from: before.clause.value.from, to: clause.to },
      'A symbol of a class is written without a blank.',
      {
        text: replaced(text, between, ''),
        label: `Take ${joined}`,
      },
    );
  }
}

/** The terms of a clause: each word of a list, or the phrase. */
const termsOf = ({ clause, relation }: MeantClause): readonly Place[] =>
  relation === 'any' || relation === 'all' ? clause.value.words : [clause.value];

function* tooMany(clauses: readonly MeantClause[]): Generator<CqlFault> {
  let all = 0;
  const counts = new Map<string, number>();
  for (const meant of clauses)
    for (const term of termsOf(meant)) {
      all++;
      if (all > TERMS) return void (yield faultAt(term, `A query has at most ${TERMS} terms. This is one too many.`));
      for (const { name, title } of meant.indexes) {
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        if (count > TERMS_OF_INDEX)
          return void (yield faultAt(
            term,
            `${title} (${name}) takes at most ${TERMS_OF_INDEX} terms. This is one too many.`,
          ));
      }
    }
}

const isOpen = ({ indexes, relation }: MeantClause): boolean =>
  indexes.some((one) => one.kind === 'date') && /[<>]/.test(relation);

function* openBounds(query: Query): Generator<CqlFault> {
  const [one, other, more] = query.clauses.filter(isOpen);
  if (one === undefined || other === undefined) return;
  const text = more === undefined ? asSpan(query.text, one, other) : undefined;
  yield faultAt(
    other.clause,
    'Only one date may be open. Two are written as a span: pd within "2020 2021".',
    text === undefined ? undefined : { text, label: 'Write it as a span' },
  );
}

/** Two bounds that stand next to each other, from one day to another, as one clause. */
function asSpan(text: string, one: MeantClause, other: MeantClause): string | undefined {
  const place = { from: one.clause.from, to: other.clause.to };
  const beside = /^\s+and\s+$/i.test(text.slice(one.clause.to, other.clause.from));
  const free = /(?:^|\(|\band)\s*$/i.test(text.slice(0, place.from));
  const [from, to] = one.relation === '>=' ? [one, other] : [other, one];
  const [first, last] = [from.clause.value.words[0]?.text ?? '', to.clause.value.words[0]?.text ?? ''];
  const [begin, end] = [daysOf(first), daysOf(last)];
  const inOrder = begin !== undefined && end !== undefined && begin.first <= end.last;
  const closed = from.relation === '>=' && to.relation === '<=';
  return beside && free && closed && inOrder
    ? replaced(text, place, `${from.indexes[0]?.name ?? 'pd'} within "${first} ${last}"`)
    : undefined;
}

function joinedIn(root: Node): readonly Joined[] {
  const found: Joined[] = [];
  const visit = (node: Node): void => {
    if (node.node === 'bracket') return visit(node.inner);
    if (node.node === 'clause') return;
    visit(node.left);
    found.push(node);
    visit(node.right);
  };
  visit(root);
  return found;
}

function* joins({ text, root, clauses }: Query): Generator<CqlFault> {
  const all = joinedIn(root);
  const nots = all.filter((one) => one.operator === 'not');
  const second = nots[1];
  if (second !== undefined) yield tooManyNots(text, second, nots.length);
  for (const node of all.filter((one) => one.operator === 'prox')) yield* proxFaults(text, node, clauses);
}

function tooManyNots(text: string, second: Joined, count: number): CqlFault {
  const { left, right } = second;
  const message = 'Only one not is taken. What is left out stands together behind it: not (… or …).';
  if (count > 2 || left.node !== 'joined' || left.operator !== 'not') return faultAt(second.at, message);
  const both = [left.right, right].map(({ from, to }) => text.slice(from, to)).join(' or ');
  return faultAt(second.at, message, {
    text: replaced(text, { from: left.right.from, to: right.to }, `(${both})`),
    label: 'Put them together',
  });
}

function* proxFaults(text: string, node: Joined, clauses: readonly MeantClause[]): Generator<CqlFault> {
  const { left, right } = node;
  if (left.node === 'joined' && left.operator === 'prox')
    return void (yield faultAt(
      node.at,
      'prox joins two words, not three. Words that follow each other are one phrase in quotation marks.',
    ));
  if (left.node === 'joined') {
    const pair = { from: left.right.from, to: right.to };
    return void (yield faultAt(
      node.at,
      'A query is read from left to right. Put the two words that prox joins in brackets.',
      {
        text: replaced(text, pair, `(${text.slice(pair.from, pair.to)})`),
        label: 'Put them in brackets',
      },
    ));
  }
  if (left.node !== 'clause' || right.node !== 'clause') return;
  const named = (clause: Clause): MeantClause | undefined => clauses.find((one) => one.clause === clause);
  const [one, other] = [named(left), named(right)];
  if (one === undefined || other === undefined) return;
  const names = (meant: MeantClause): string => meant.indexes.map((index) => index.name).join(',');
  if (names(one) !== names(other))
    yield faultAt(
      right,
      `Words are near to each other in one field. Before prox it is ${names(one)}, here ${names(other)}.`,
      {
        text: replaced(text, right, `${names(one)}${one.relation}${right.value.raw}`),
        label: `Take ${names(one)}`,
      },
    );
}
