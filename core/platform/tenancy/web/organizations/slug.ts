const longest = 63;

/** Letters that no normalization takes apart. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** The slug that a name suggests: "Crédit du Nord" gives "credit-du-nord". */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, (letter) => spelled[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');

/**
 * What is wrong with a slug, in words; undefined when the server will take its form. It alone knows whether somebody
 * has it already.
 */
export const slugFault = (slug: string): string | undefined =>
  /^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(slug)
    ? undefined
    : 'Use 2 to 63 lower-case letters, digits and hyphens, and begin and end with a letter or digit.';
