/** The language of the pages, in which names of languages stand. */
const language = 'en';
const names = new Intl.DisplayNames([language], { type: 'language' });

/** A language by its name: "German". */
export const languageName = (tag: string): string => {
  const name = names.of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** Of ISO 639-1, and those that are written in more than one way. Hebrew stands by its former code. */
const tags =
  'af am ar ar-EG ar-MA az be bg bn bs ca cs cy da de de-AT de-CH el en en-GB en-US eo es es-419 es-MX et eu fa fi fil fo fr fr-BE fr-CA fr-CH ga gd gl gu iw hi hr hu hy id is it it-CH ja ka kk km kn ko ku ky lb lo lt lv mi mk ml mn mr ms mt my nb ne nl nl-BE nn pa pl ps pt pt-BR pt-PT rm ro ru rw sk sl so sq sr sr-Latn sv sw ta te tg th ti tk tr tt uk ur uz vi wo xh yo zh-Hans zh-Hant zu';

/** In the order of their names. */
export const knownLanguages = (): readonly { readonly tag: string; readonly name: string }[] => {
  const order = new Intl.Collator(language);
  return Intl.getCanonicalLocales(tags.split(' '))
    .map((tag) => ({ tag, name: languageName(tag) }))
    .toSorted((a, b) => order.compare(a.name, b.name));
};
