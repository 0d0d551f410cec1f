import { beforeReferences } from './references-to-claims.ts';

/** A claim, as far as it matters for what depends on what. */
export interface ClaimSubject {
  readonly category: 'thing' | 'method' | 'use';
  /** Words of its name in small letters: `A hydrogen tank comprising a liner` is a `hydrogen tank`. */
  readonly name: ReadonlySet<string>;
  /** The claim that it names is about a part of it: `vehicle having a tank according to claim 1`. */
  readonly holds: boolean;
}

/** Characters from the start of a claim in which it says what is claimed. */
const beginning = 300;

const articles = 'an?|the|ein|eine[nmrs]?|das|de[mn]|die|une?|l[ae]|una|el|lo|il|een|het|en|ett?';
const holding =
  'having|comprising|including|containing|with|equipped|provided|mit|umfassend|aufweisend|enthaltend|' +
  'comprenant|comportant|ayant|avec|muni|équipé';
/** Words behind which no other is what is claimed: `apparatus for the method of claim 1` is an apparatus. */
const ends =
  `${holding}|for|of|to|in|on|by|from|adapted|configured|according|as|using|and|or|that|which|wherein|` +
  'zu|zum|zur|für|nach|von|vom|aus|bei|gemäß|der|des|und|oder|du|pour|par|selon|et|ou|para|por|per|di|da|do|' +
  'de|del|della|dello|con|voor|van|met|volgens|til|till|för|av|af|med|som|z';
/** An article and up to four words before it: `a computer-implemented method`. */
const before = `(?:(?:${articles})\\s+|l['’]\\s?)?(?:(?!(?:${articles}|${ends})\\s)[\\p{L}\\d-]+\\s+){0,4}?`;
/** Words that follow it in English, where both are also parts of names: a process chamber is none. */
const after =
  '(?=\\s+(?:of|for|to|in|on|at|with|by|as|according|comprising|which|that|where\\p{L}*|using|claimed|defined)' +
  '(?:\\s|$)|\\s*[,:;]|\\s*$)';
const end = '(?=[\\s,:;]|$)';

const starts = (...heads: readonly string[]): RegExp => new RegExp(`^${before}(?:${heads.join('|')})`, 'iu');

const method = starts(
  `(?:methods?|process(?:es)?|procedures?)${after}`,
  `[\\p{L}-]*(?:verfahren|methode)${end}`,
  `(?:procédé|méthode|procedimiento|método|procedimento|metodo|processo|werkwijze|fremgangsmåde|fremgangsmåte)${end}`,
  `(?:förfarande|metode?|menetelmä|sposób)${end}`,
);
const use = starts(
  `uses?${after}`,
  `(?:verwendung|utilisation|uso|utilização|gebruik|toepassing|anvendelse|användning|zastosowanie)${end}`,
);

const holds = new RegExp(`(?<!\\p{L})(?:${holding})(?!\\p{L})`, 'iu');
const article = new RegExp(`^(?:${articles}|l)$`, 'u');
const stop = new RegExp(`^(?:${articles}|${ends}|[,:;])$`, 'u');

function nameOf(words: string): ReadonlySet<string> {
  const all = words.toLowerCase().match(/[\p{L}\d-]+|[,:;]/gu) ?? [];
  const from = article.test(all[0] ?? '') ? 1 : 0;
  const to = all.findIndex((word, at) => at >= from && stop.test(word));
  return new Set(all.slice(from, to < 0 ? all.length : to));
}

/** The first words of a claim, read as what it is about. */
export function subjectOf(text: string): ClaimSubject {
  const words = text.slice(0, beginning);
  return {
    category: method.test(words) ? 'method' : use.test(words) ? 'use' : 'thing',
    name: nameOf(words),
    holds: holds.test(beforeReferences(words)),
  };
}

/**
 * The test whether a claim that names another one is about the same. A method of filling the tank of claim 1 is no
 * tank, and a vehicle that has it is none: neither depends on claim 1.
 */
export const isAboutSame = (claim: ClaimSubject, other: ClaimSubject): boolean =>
  claim.category === other.category && (!claim.holds || [...claim.name].some((word) => other.name.has(word)));
