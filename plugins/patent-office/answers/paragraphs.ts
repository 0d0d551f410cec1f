import { langOf } from './documents.ts';
import { linesOf } from './lines.ts';
import { ns } from './namespaces.ts';
import { attribute, elements, spaced } from './tree.ts';
import type { Element } from './tree.ts';
import type { Description, Paragraph } from './types.ts';

const isParagraph = (of: Element): boolean => of.local === 'p' && of.uri === ns.fulltext;
/** What stands for itself though it is no paragraph. */
const blocks = new Set(['heading', 'title', 'ul', 'ol', 'dl', 'table', 'tables', 'maths', 'pre']);

/** A description of one language as paragraphs, however its parts are nested. Nothing of its text is left out. */
export function descriptionOf(of: Element): Description {
  const paragraphs: Paragraph[] = [];
  let loose: (Element | string)[] = [];
  const flush = (): void => {
    const text = spaced(linesOf({ ...of, parts: loose }).join(' '));
    loose = [];
    if (text) paragraphs.push(paragraph(text, null, false));
  };
  const walk = (within: Element): void => {
    for (const part of within.parts) {
      if (typeof part === 'string') {
        loose.push(part);
        continue;
      }
      if (!isParagraph(part) && !blocks.has(part.local)) {
        if (holdsParagraphs(part)) {
          flush();
          walk(part);
          flush();
        } else loose.push(part);
        continue;
      }
      flush();
      if (holdsParagraphs(part)) {
        walk(part);
        flush();
        continue;
      }
      const heading = part.local === 'heading' || part.local === 'title';
      const text = linesOf(part).join('\n');
      if (text) paragraphs.push(paragraph(text, attribute(part, 'num'), heading));
    }
  };
  walk(of);
  flush();
  return { lang: langOf(of), elements: countParagraphs(of), paragraphs };
}

function paragraph(text: string, given: string | null, heading: boolean): Paragraph {
  const [whole = '', inText] = /^\[\s*([\p{L}]?\d{1,6}[\p{L}]?)\s*\]\s*/u.exec(text) ?? [];
  return {
    number: inText ?? given,
    printed: inText !== undefined,
    heading: heading || (inText === undefined && given === null && looksLikeHeading(text)),
    text: text.slice(whole.length),
  };
}

const known =
  /^(?:technical field|field(?: of the invention)?|background(?: art| of the invention)?|prior art|(?:brief )?summary(?: of the invention)?|disclosure(?: of (?:the )?invention)?|(?:brief )?description of (?:the )?(?:preferred )?(?:drawings?|figures|embodiments?)|detailed description(?: of .{1,60})?|examples?(?: \d+)?|industrial applicability|reference signs(?: list)?|citation list|technical problem|solution to problem|advantageous effects of invention|technisches gebiet|stand der technik|beschreibung|ausführungsbeispiele?|bezugszeichenliste|domaine technique|arrière-plan technologique|description)\s*:?$/iu;

/** Offices send headings as plain paragraphs: all in capitals, or one of the usual ones. */
const looksLikeHeading = (text: string): boolean =>
  text.length <= 120 &&
  (known.test(text) ||
    (/\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text) && !/[.;,]$/.test(text) && /\p{L}\s*[:)\]]?$/u.test(text)));

const holdsParagraphs = (of: Element): boolean =>
  elements(of).some((part) => isParagraph(part) || part.local === 'heading' || holdsParagraphs(part));

const countParagraphs = (of: Element): number =>
  elements(of).reduce((sum, part) => sum + (isParagraph(part) ? 1 : 0) + countParagraphs(part), 0);
