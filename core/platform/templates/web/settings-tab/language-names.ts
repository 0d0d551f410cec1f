/** Languages in which texts of templates are written, as pages of the platform list them; by their names. */
const languages =
  'ar bg cs da de de-AT de-CH el en en-GB es et fi fr fr-CH ga hr hu it lt lv mt nb nl pl pt pt-BR ro sk sl sv tr uk';

/** One that is stored already is offered too, whatever it is. */
export const languageNames = (stored?: string): readonly { readonly code: string; readonly title: string }[] => {
  const names = new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'language' });
  return [...new Set([...languages.split(' '), ...(stored === undefined ? [] : [stored])])]
    .map((code) => ({ code, title: `${names.of(code) ?? code} (${code})` }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
};
