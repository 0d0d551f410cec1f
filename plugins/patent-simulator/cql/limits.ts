import { QueryFault, syntaxFault } from './fault.ts';
import { clausesOf } from './query.ts';
import type { Clause, Query } from './query.ts';
import { words } from './words.ts';

const mostTerms = 20;
const mostTermsOfIndex = 10;

/** Throws where a query that can be read is too much for the service. */
export function checkLimits(query: Query): void {
  const clauses = clausesOf(query);
  for (const clause of clauses) checkClause(clause);
  if (nots(query) > 1)
    throw new QueryFault(413, 'CLIENT.NotOperatorMaxNumber', 'There can not be more than 1 NOT operators');
  const open = clauses.filter(({ indexes, relation }) => indexes[0]?.kind === 'date' && /^[<>]=?$/.test(relation));
  if (open.length > 1)
    throw new QueryFault(413, 'CLIENT.FuzzyDateRanges', 'There can not be more than 1 open date range');
  const counts = new Map<string, number>();
  let all = 0;
  for (const clause of clauses) {
    const terms = clause.relation === 'any' || clause.relation === 'all' ? words(clause.term).length : 1;
    all += terms;
    for (const { said } of clause.indexes) counts.set(said, (counts.get(said) ?? 0) + terms);
  }
  for (const [said, count] of counts)
    if (count > mostTermsOfIndex)
      throw new QueryFault(
        413,
        'CLIENT.ScopeTermsMaximumNumber',
        `Too many terms within an index scope. There can not be more than ${mostTermsOfIndex} terms within '${said}' index scope`,
      );
  if (all > mostTerms)
    throw new QueryFault(
      413,
      'CLIENT.ScopeTermsMaximumNumber',
      `Too many terms within a query. There can not be more than ${mostTerms} terms`,
    );
}

function checkClause({ relation, term, indexes }: Clause): void {
  if ((relation === 'any' || relation === 'all') && words(term).length < 2) throw syntaxFault();
  if (
    indexes.some(({ kind }) => kind === 'class') &&
    /\s/.test(term.trim()) &&
    relation !== 'any' &&
    relation !== 'all'
  )
    throw new QueryFault(500, 'SERVER.DomainAccess', 'The request could not be processed');
  for (const word of term.split(/[\s,]+/)) {
    const before = word.search(/[*?#]/);
    if (before !== -1 && before < (word.charAt(before) === '*' ? 3 : 2))
      throw new QueryFault(
        413,
        'CLIENT.MinimumCharsBeforeTruncation',
        'There are not enough characters before the truncation',
      );
  }
}

const nots = (query: Query): number =>
  query.is === 'joined' ? nots(query.left) + nots(query.right) + (query.by === 'not' ? 1 : 0) : 0;
