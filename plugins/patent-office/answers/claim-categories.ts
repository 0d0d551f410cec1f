/** A thing, a way of doing something, or the use of a thing: a claim depends on those of its own category alone. */
export type ClaimCategory = 'thing' | 'method' | 'use';

/** Characters from the start of a claim in which it says what is claimed. */
const beginning = 300;

const articles = 'an?|the|ein|eine[nmrs]?|das|de[mn]|die|une?|l[ae]|una|el|lo|il|een|het|en|ett?';
/** Words behind which no other is what is claimed: `apparatus for the method of claim 1` is an apparatus. */
const ends =
  'for|of|to|in|on|with|by|from|adapted|configured|comprising|having|according|as|using|and|or|that|which|wherein|' +
  'zu|zum|zur|für|nach|mit|von|vom|aus|bei|gemäß|der|des|und|oder|du|pour|par|selon|et|ou|para|por|per|di|da|do|' +
  'de|del|della|dello|con|voor|van|met|volgens|til|till|för|av|af|med|som|z';
/** Up to four words before it: `computer-implemented method`. */
const before = `(?:(?:${articles})\\s+|l['’]\\s?)?(?:(?!(?:${articles}|${ends})\\s)[\\p{L}\\d-]+\\s+){0,4}?`;
/** In English both are also parts of other names: a process chamber is none. */
const after =
  '(?=\\s+(?:of|for|to|in|on|at|with|by|as|according|comprising|which|that|where\\p{L}*|using|claimed|defined)(?:\\s|$)|' +
  '\\s*[,:;]|\\s*$)';
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
  `(?:verwendung|utilisation|uso|utilização|gebruik|toepassing|anvendelse|användning|käyttö|zastosowanie)${end}`,
);

/** The category of a claim by its first words; a thing where they tell nothing else. */
export function claimCategory(text: string): ClaimCategory {
  const words = text.slice(0, beginning);
  if (method.test(words)) return 'method';
  return use.test(words) ? 'use' : 'thing';
}
