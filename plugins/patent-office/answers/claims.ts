import { isAboutSame, subjectOf } from './claim-subjects.ts';
import { langOf } from './documents.ts';
import { linesOf } from './lines.ts';
import { ns } from './namespaces.ts';
import { referencesIn } from './references-to-claims.ts';
import { attribute, children, descendants, elements } from './tree.ts';
import type { Element } from './tree.ts';
import type { Claim, ClaimSet } from './types.ts';

/** A line of the claims, with the number that it begins with. */
interface Line {
  readonly text: string;
  readonly number: number | null;
  /** What follows the number. */
  readonly rest: string;
  /** The first one of its piece. */
  readonly first: boolean;
}

interface Draft {
  readonly number: number;
  readonly lines: string[];
}

/**
 * The claims of one language, from any packing: one piece for each, all in one piece, a heading first, claims that go
 * on in the next piece, pieces within pieces. A claim begins where a line begins with the number after the one before;
 * a number that a later piece begins with is not taken from a list within an earlier one.
 */
export function claimSetOf(of: Element): ClaimSet {
  const own = children(of, ns.fulltext, 'claim');
  const pieces = (own.length > 0 ? own : [of]).map((claim) => ({
    given: Number(/^0*(\d{1,4})$/.exec(attribute(claim, 'num') ?? '')?.[1] ?? 0) || null,
    texts: textsOf(claim),
  }));
  const texts = pieces.flatMap((piece) => piece.texts);
  const separate = pieces.filter((piece) => piece.texts.length > 0).length > 1;
  const { heading, drafts } = separate ? one(pieces) : sequence(split(texts));
  const claims = withDependence(drafts.map(({ number, lines }) => ({ number, text: lines.join('\n') })));
  return {
    lang: langOf(of),
    elements: all(of).length,
    heading: heading || null,
    claims,
    partial: claims.length === 0 || claims[0]?.number !== 1 || jumps(texts, claims),
  };
}

/** Claims with those that they add something to: one about something else is independent, though it names them. */
function withDependence(claims: readonly Pick<Claim, 'number' | 'text'>[]): Claim[] {
  const subjects = new Map(claims.map(({ number, text }) => [number, subjectOf(text)]));
  return claims.map(({ number, text }) => {
    const own = subjectOf(text);
    const dependsOn = referencesIn(text, number).filter((at) => {
      const other = subjects.get(at);
      return !other || isAboutSame(own, other);
    });
    return { number, text, dependsOn };
  });
}

/** Pieces of text, each by its lines; those without an element of their own count as well. */
function textsOf(claim: Element): string[][] {
  const texts = descendants(claim, ns.fulltext, 'claim-text').map(linesOf);
  return (texts.length > 0 ? texts : [linesOf(claim)]).filter((lines) => lines.length > 0);
}

/** All elements of claim text, those within others too. */
function all(of: Element): Element[] {
  return elements(of).flatMap((part) => [
    ...(part.local === 'claim-text' && part.uri === ns.fulltext ? [part] : []),
    ...all(part),
  ]);
}

const numbered =
  /^(?:(?:claims?|(?:we|i) claim|what is claimed(?: is)?)\s*:?\s+)?(\d{1,4})\s*(?:\.(?!\d)|\)|:|(?=$))\s*[-–]?\s*(.*)$/iu;

const split = (texts: readonly string[][]): Line[] =>
  texts.flatMap((lines) =>
    lines.map((text, at) => {
      const [, number, rest = ''] = numbered.exec(text) ?? [];
      return { text, number: number ? Number(number) : null, rest, first: at === 0 };
    }),
  );

function sequence(lines: readonly Line[]): { heading: string; drafts: Draft[] } {
  const lastStart = new Map<number, number>();
  for (const [at, line] of lines.entries()) if (line.first && line.number !== null) lastStart.set(line.number, at);
  const begins = firstNumber(lines);
  const lead: string[] = [];
  const drafts: Draft[] = [];
  for (const [at, line] of lines.entries()) {
    const current = drafts.at(-1);
    const awaited = current ? current.number + 1 : begins;
    const taken = !line.first && line.number !== null && (lastStart.get(line.number) ?? -1) > at;
    if (line.number !== null && line.number === awaited && !taken)
      drafts.push({ number: line.number, lines: line.rest ? [line.rest] : [] });
    else (current?.lines ?? lead).push(line.text);
  }
  const heading = lead.join('\n');
  // What leads to claim 2 is claim 1, though nobody numbered it.
  if (lead.length > 0 && (drafts.length === 0 || drafts[0]?.number === 2) && !isHeading(heading))
    return { heading: '', drafts: [...unnumbered(lines, lead, drafts.length === 0), ...drafts] };
  return { heading, drafts: inOneLine(drafts) };
}

/** Usually 1; 2 where the first has no number; where neither comes, what the first piece with a number begins with. */
function firstNumber(lines: readonly Line[]): number {
  if (lines.some(({ number }) => number === 1)) return 1;
  if (lines.some(({ number, first }) => first && number === 2)) return 2;
  return lines.find(({ number, first }) => first && number !== null)?.number ?? 1;
}

/** Claims that have no number at all: each piece is one when any refers to another, otherwise all are the first. */
function unnumbered(lines: readonly Line[], lead: string[], none: boolean): Draft[] {
  const firsts = lines.filter(({ first, text }) => first && !isHeading(text));
  if (!none || firsts.length < 2 || !firsts.some(({ text }, at) => referencesIn(text, at + 1).length > 0))
    return [{ number: 1, lines: lead }];
  const drafts: Draft[] = [];
  for (const { first, text } of lines) {
    if (isHeading(text)) continue;
    if (first) drafts.push({ number: drafts.length + 1, lines: [text] });
    else drafts.at(-1)?.lines.push(text);
  }
  return drafts;
}

/** Where a sentence ends and a number and a capital follow. */
const nextInLine =
  /(?<=[\p{L}\d)]{2}\.)(?<!\b(?:[Ff]igs?|FIGS?|[Nn]os?|NOS?|[Cc]laims?)\.)\s(\d{1,4})\s?\.\s(?=\p{Lu})/gu;

/** A whole set in one line is cut where a sentence ends and the next number follows. */
function inOneLine(drafts: readonly Draft[]): Draft[] {
  const [only, ...others] = drafts;
  if (!only || others.length > 0 || only.lines.length !== 1) return [...drafts];
  const [text = ''] = only.lines;
  const found: Draft[] = [];
  let { number } = only;
  let from = 0;
  for (const match of text.matchAll(nextInLine)) {
    if (Number(match[1]) !== number + 1) continue;
    found.push({ number, lines: [text.slice(from, match.index)] });
    from = match.index + match[0].length;
    number++;
  }
  return [...found, { number, lines: [text.slice(from)] }];
}

/** Claims in elements of their own keep the numbers that the applicant gave them. */
function one(pieces: readonly { given: number | null; texts: string[][] }[]): { heading: string; drafts: Draft[] } {
  const drafts: Draft[] = [];
  const heading: string[] = [];
  for (const { given, texts } of pieces) {
    const [first, ...others] = split(texts);
    if (!first) continue;
    const number = first.number ?? given;
    if (number === null && drafts.length === 0 && isHeading(first.text)) heading.push(first.text);
    else
      drafts.push({
        number: number ?? (drafts.at(-1)?.number ?? 0) + 1,
        lines: [first.number === null ? first.text : first.rest, ...others.map(({ text }) => text)].filter(Boolean),
      });
  }
  return { heading: heading.join('\n'), drafts };
}

const isHeading = (text: string): boolean =>
  /^(?:(?:the\s+)?(?:patent\s*)?claims?|(?:what|that which)\s+(?:is|we)\s+claim\p{L}*(?:\s+is)?|(?:we|i)\s+claim|(?:patent)?ansprüche|(?:les\s+)?revendications?|reivindicaciones|rivendicazioni|conclusies|amended claims.*|claims? \(.*\))\s*[:.]?$/iu.test(
    text,
  );

/** Whether a piece begins with a number that comes too late to be a claim: those between are missing. */
function jumps(texts: readonly string[][], claims: readonly Claim[]): boolean {
  const known = new Set(claims.map(({ number }) => number));
  const last = claims.at(-1)?.number ?? 0;
  return texts.some(([text = '']) => {
    const [, number, rest = ''] = numbered.exec(text) ?? [];
    return (
      number !== undefined &&
      /^\p{Lu}/u.test(rest) &&
      Number(number) > last &&
      Number(number) <= last + 100 &&
      !known.has(Number(number))
    );
  });
}
