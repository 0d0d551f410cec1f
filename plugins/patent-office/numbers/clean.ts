/** More is no number, whatever stands in it. */
const longest = 2_000;

const japanese: readonly (readonly [RegExp, string])[] = [
  [/^特(?:開|表)(.*)$/u, 'JP $1 A'],
  [/^特許(.*)$/u, 'JP $1 B2'],
  [/平成?/u, 'H'],
  [/昭和?/u, 'S'],
  [/[第号公報]/gu, ''],
];

const words =
  '(?:PATENTS?|PAT|PUBLICATIONS?|PUBL?|APPLICATIONS?|APPL?|NUMBERS?|NR|NUMMER|PATENTSCHRIFT|OFFENLEGUNGSSCHRIFT|DOCUMENT|DOC)';
/** `NO` right before a number is Norway. */
const before = new RegExp(`^(?:(?:${words}|NO(?! ?\\d))\\b[ .:#]*)+`);
/** `US PATENT NO. 7,654,321`, also with the office named once more. */
const between = new RegExp(`^([A-Z]{2})[ -](?:(?:${words}|NO)\\b[ .:#-]*)+(?:\\1[ -]?)?(?=\\S*\\d)`);

/**
 * A spelling in capitals, with one kind of digits, blanks, dashes and strokes, and without what stands around a number:
 * words, an address of a page that shows it, brackets.
 */
export function plainText(text: string): string {
  let plain = text.slice(0, longest).normalize('NFKC');
  const [, shown] = /(?:\/patent\/|[?&/]pn=|pn%3d|[?&]q=)(?:pn(?:=|%3d))?"?([a-z]{2,4}\d[\w-]*)/i.exec(plain) ?? [];
  if (/^https?:/i.test(plain.trim()) && shown) plain = shown;
  for (const [written, meant] of japanese) plain = plain.trim().replace(written, meant);
  return (
    plain
      .toUpperCase()
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/[\u2044\u2215\\]/g, '/')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\p{Cf}]/gu, '')
      .replace(/[^\S\n]+/gu, ' ')
      .replace(/^\W*U\. ?S\. ?/, 'US ')
      .replace(before, '')
      .replace(between, '$1 ')
      // Espacenet writes the kind in brackets.
      .replace(/(?<=\d) ?\(([A-Z]\d?)\)/, ' $1')
      .replace(/^[\s"'([{<.,;:#]+|[\s"')\]}>.,;:]+$/g, '')
      // A citation ends with the day of the publication.
      .replace(/(?<=\d[A-Z]?\d?|[A-Z]\d?)[ ,;(]+(?:- )?(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})$/, '')
      .trim()
  );
}
