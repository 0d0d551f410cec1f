import { daysOf, looksLikeDate } from './dates.ts';
import { type CqlFault, faultAt, quoted, replaced } from './fault.ts';
import { isCountry, spanOf } from './implied.ts';
import type { Index, IndexKind, MeantClause, Query, Word } from './types.ts';

/** Whether a word has something in it that can be searched: a letter, a figure or a mask. */
export const isSearchable = (word: Word): boolean => /[\p{L}\p{N}]/u.test(word.text) || word.masks.length > 0;

/** What is wrong with the value of one clause, given what its index holds and its relation takes. */
export function* valueFaults(query: Query, meant: MeantClause): Generator<CqlFault> {
  const { clause, indexes, relation } = meant;
  const { words } = clause.value;
  const { text } = query;
  if (words.length === 0) {
    yield faultAt(clause.value, 'Nothing to search stands between these quotation marks.');
    return;
  }
  const searchable = words.filter(isSearchable);
  if (searchable.length === 0) {
    yield faultAt(clause.value, 'In this is neither a letter nor a figure to search.');
    return;
  }
  yield* signFaults(query, meant);
  for (const kind of new Set(indexes.map((one) => one.kind))) {
    if (kind === 'date') yield* dateFaults(text, meant);
    else yield* maskFaults(text, words, indexes);
    if (kind === 'class') yield* classFaults(text, meant);
    if (kind === 'text' || kind === 'party') yield* wordingFaults(text, meant, kind);
  }
  if ((relation === 'any' || relation === 'all') && searchable.length === 1)
    yield faultAt(clause.value, `Behind ${relation} stand two words or more, in one pair of quotation marks.`, {
      text: replaced(
        text,
        { from: clause.scope?.relationAt.from ?? clause.from, to: clause.to },
        `= ${clause.value.raw}`,
      ),
      label: 'Take = for one word',
    });
}

const comparing: readonly string[] = ['<', '>', '<=', '>=', 'within'];

function* signFaults({ text }: Query, meant: MeantClause): Generator<CqlFault> {
  const { clause, scope, indexes, relation, reach } = meant;
  const at = scope?.relationAt ?? clause.value;
  const [words] = indexes.filter((one) => one.kind === 'text' || one.kind === 'party' || one.kind === 'class');
  if (comparing.includes(relation) && words !== undefined)
    yield faultAt(at, `Dates and numbers are compared with ${relation}, ${words.name} holds words. It takes =.`, {
      text: replaced(text, at, '='),
      label: 'Take =',
    });
  if (reach === undefined) return;
  const other = indexes.find((one) => one.kind !== 'class');
  const stroke = /\s*\/\s*(?:low|high|same)\b/i;
  const place = { from: at.from, to: clause.to };
  const mended = replaced(text, place, text.slice(place.from, place.to).replace(stroke, ''));
  const repair = { text: mended, label: `Leave /${reach} out` };
  if (other !== undefined)
    yield faultAt(at, `/${reach} belongs to classifications, and ${other.name} is none.`, repair);
  else if (relation === 'any' || relation === 'all')
    yield faultAt(at, `/${reach} stands behind =, with one symbol.`, repair);
}

function* dateFaults(text: string, { clause, relation }: MeantClause): Generator<CqlFault> {
  const { words } = clause.value;
  const [first, last, more] = words;
  if (first === undefined) return;
  for (const word of words) {
    if (daysOf(word.text) !== undefined || (relation === '=' && spanOf(word.text) !== undefined)) continue;
    const bare = word.text.replaceAll(/[*?#]/g, '');
    const repair = daysOf(bare) === undefined ? undefined : { text: replaced(text, word, bare), label: `Take ${bare}` };
    yield word.masks.length > 0
      ? faultAt(word, 'A year or a month stands for all its days, without a sign behind it.', repair)
      : faultAt(
          word,
          looksLikeDate(word.text)
            ? `There is no date ${word.text}.`
            : `“${word.text}” is no date. Dates are 2024, 202403, 20240315, 2024-03-15, 03/2024, 15/03/2024 or 15.03.2024.`,
        );
    return;
  }
  if (relation === 'within' && last === undefined)
    yield faultAt(
      clause.value,
      'Behind within stand two dates in one pair of quotation marks: the first and the last.',
      {
        text: replaced(text, clause.value, quoted(`${first.text} ${first.text}`)),
        label: `Take ${first.text} alone`,
      },
    );
  if (last === undefined || relation === 'any' || relation === 'all') return;
  if (relation !== '=' && relation !== 'within')
    return void (yield faultAt(clause.value, `Behind ${relation} stands one date.`));
  if (more !== undefined) return void (yield faultAt(more, 'A span of time has two dates: the first and the last.'));
  const [begin, end] = [daysOf(first.text), daysOf(last.text)];
  if (begin !== undefined && end !== undefined && begin.first > end.last)
    yield faultAt(clause.value, 'The first date is after the last one.', {
      text: replaced(text, clause.value, `"${last.text} ${first.text}"`),
      label: 'Exchange them',
    });
}

function* classFaults(text: string, { clause, relation }: MeantClause): Generator<CqlFault> {
  const { words, raw } = clause.value;
  const split = words.findIndex((word, i) => i > 0 && /^\d{0,4}\/\d|^\d{1,4}$/.test(word.text));
  const [before, after] = [words[split - 1], words[split]];
  if (before !== undefined && after !== undefined) {
    const joined = `${before.text}${after.text}`;
    const place = words.length === 2 ? clause.value : { from: before.from, to: after.to };
    yield faultAt(place, 'A symbol of a class is written without a blank.', {
      text: replaced(text, place, joined),
      label: `Take ${joined}`,
    });
  } else if (relation === '=' && words.length > 1)
    yield faultAt(clause.value, 'Behind = stands one symbol. Several stand behind any.', {
      text: replaced(
        text,
        { from: clause.scope?.relationAt.from ?? clause.value.from, to: clause.to },
        clause.scope === undefined ? raw : ` any ${raw}`,
      ),
      label: 'Take any',
    });
}

function* wordingFaults(text: string, { clause }: MeantClause, kind: IndexKind): Generator<CqlFault> {
  const { value } = clause;
  if (value.quoted) return;
  const closing = value.raw.startsWith("'") ? text.indexOf("'", value.from + 1) : -1;
  if (closing > 0) {
    const place = { from: value.from, to: closing + 1 };
    yield faultAt(place, 'Words that belong together stand in double quotation marks.', {
      text: replaced(text, place, quoted(text.slice(place.from + 1, closing))),
      label: 'Make them double',
    });
  } else if (value.raw.includes('/'))
    yield faultAt(
      value,
      kind === 'party'
        ? 'A name with a stroke stands in quotation marks.'
        : 'Words with a stroke stand in quotation marks.',
      {
        text: replaced(text, value, quoted(value.raw)),
        label: 'Put it in quotation marks',
      },
    );
}

/** Indexes in which a mask may also begin a word. */
const leading = ['ti', 'ab', 'ta'];
/** Characters that stand before the first mask of a kind (Espacenet, "Truncation"). */
const [BEFORE_MANY, BEFORE_ONE] = [3, 2];
/** Masks for one character in a word: behind two characters, and behind more. */
const [FEW, MORE] = [3, 7];

function* maskFaults(text: string, words: readonly Word[], indexes: readonly Index[]): Generator<CqlFault> {
  for (const word of words) {
    const [first] = word.masks;
    if (first === undefined) continue;
    const literal = [...word.text].filter((_, i) => !word.masks.includes(i)).join('');
    const repair =
      literal.length === 0
        ? undefined
        : {
            text: replaced(text, word, literal),
            label: `Take ${literal}${isCountry(literal) ? ', the whole country' : ' alone'}`,
          };
    if (first === 0 && literal.length >= BEFORE_MANY) {
      if (indexes.every((one) => leading.includes(one.name))) continue;
      yield faultAt(word, `“${word.text[0] ?? ''}” can begin a word in title and abstract only: ti, ab, ta.`, repair);
      return;
    }
    const early = word.masks.find((at, i) => at - i < (word.text[at] === '*' ? BEFORE_MANY : BEFORE_ONE));
    if (early !== undefined) {
      const [mask, least] = word.text[early] === '*' ? ['*', 'three'] : [word.text[early] ?? '', 'two'];
      yield faultAt(word, `Before ${mask} stand at least ${least} characters.`, repair);
      return;
    }
    const ones = word.masks.filter((at) => word.text[at] !== '*').length;
    const most = first > BEFORE_ONE ? MORE : FEW;
    if (ones > most) {
      yield faultAt(word, `Behind ${first} characters stand at most ${most} of ? and #.`, repair);
      return;
    }
  }
}
