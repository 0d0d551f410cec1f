import { plainText } from './clean.ts';
import { offices, vagueKinds } from './offices.ts';
import { shapeOf } from './shapes.ts';
import type { Parsed, PatentNumber, Question } from './types.ts';
import { spoken } from './words.ts';

/**
 * Reads a number in any usual spelling. It costs nothing: what may mean several publications, or none, comes back as a
 * question. A number without its kind is one, with the kind null.
 */
export function parseNumber(text: string): Parsed {
  const plain = plainText(text);
  if (plain === '') return ask('unknown', 'Write the number of a publication, as EP 1 000 000 A1.');
  if (/^PCT\b/.test(plain)) return application(plain);
  const [, country, rest = ''] = /^([A-Z]{2})[-./: ]*(.*)$/.exec(plain) ?? [];
  if (country === undefined) return /^\d/.test(plain) ? withoutCountry(plain) : several(plain);
  if (!offices.has(country) && /\d/.test(rest)) return ask('office', `No patent office has the code ${country}.`);
  const parts = partsOf(country, rest);
  if (!parts) return several(plain);
  // Without a kind it is rather an application of 2000 to 2009 than a publication with a needless zero.
  const [, number] = (country === 'EP' && parts.kind === null && /^0(\d{7})(?:\.\d)?$/.exec(parts.written)) || [];
  if (number) return application(plain, [{ country, number, kind: null }]);
  const shape = shapeOf(country, parts.written);
  if (!shape) return several(plain);
  const numbers = shape.numbers.map((number): PatentNumber => ({ country, number, kind: parts.kind }));
  if ('application' in shape) return application(plain, numbers);
  const vague = vagueKinds[country + (parts.kind ?? '')];
  const possible = vague ? numbers.flatMap((number) => vague.map((kind) => ({ ...number, kind }))) : numbers;
  const [only, ...others] = possible;
  if (only && others.length === 0) return { ok: true, number: only };
  return ask('which', `${plain} may be ${possible.map(spoken).join(' or ')}. Which one is meant?`, possible);
}

/** Splits off the kind, which stands behind the number or, in citations, before it; and a date behind both. */
function partsOf(country: string, rest: string): { written: string; kind: string | null } | null {
  const undated = rest.replace(/(?<=[A-Z]\d?)[. ](?:19|20)\d{6}$/, '');
  const [, before, number] = /^([ABCUY]\d?)[-. ]+(?=[\d ])(.*)$/.exec(undated) ?? [];
  const between = before !== undefined && !/^[A-Z]+\d+[-/]/.test(country === 'JP' ? undated : '');
  const from = between && number !== undefined ? number : undated;
  const [, written = '', behind] = /^(.*?\d)[-./ ]*([A-Z]\d?)?$/.exec(from.replace(/ +/g, ' ')) ?? [];
  if (!written || (between && behind !== undefined && behind !== before)) return null;
  return { written: written.replaceAll(' ', ''), kind: (between ? before : behind) ?? null };
}

/** Digits alone: those offices that have numbers as long are asked about. */
function withoutCountry(plain: string): Parsed {
  const [, digits = '', kind] = /^([\d .,'/-]*\d)[- ]*([A-Z]\d?)?$/.exec(plain) ?? [];
  const likely = digits.replace(/\D/g, '').length >= 10 ? ['US', 'WO', 'DE', 'CN'] : ['EP', 'US', 'DE', 'GB', 'FR'];
  const candidates = digits
    ? likely.flatMap((country) => {
        const parsed = parseNumber(`${country} ${digits} ${kind ?? ''}`);
        return parsed.ok ? [parsed.number] : [];
      })
    : [];
  if (candidates.length === 0) return several(plain);
  return ask('which', `Which office published ${plain}? Write its two letters before the number.`, candidates);
}

function application(plain: string, candidates: readonly PatentNumber[] = []): Parsed {
  const filed = asFiled(plain);
  return ask(
    'application',
    `${plain} is the number of an application. Publications have numbers of their own: ${filed === null ? '' : `search for ap=${filed}, or `}write the number of a publication.`,
    candidates,
  );
}

/**
 * The number of an application as the service searches for it: with the whole year, and without a check digit. Null
 * where no application of the EPO or by the PCT can be seen in the text, or it is written so already.
 */
export function asFiled(text: string): string | null {
  const compact = plainText(text).replace(/[ .]/g, '');
  const [, year, serial] = /^EP(\d{2})(\d{6})\d?$/.exec(compact) ?? [];
  if (year && serial) return `EP${Number(year) < 78 ? 20 : 19}${year}0${serial}`;
  const [, country, filed, number] = /^PCT\/([A-Z]{2})((?:19|20)\d{2})\/0(\d{5})$/.exec(compact) ?? [];
  return country && filed && number ? `WO${filed}${country}${number}` : null;
}

/** More than one number, or none. */
function several(plain: string): Parsed {
  const pieces = plain.split(/\s*(?:[;\n&+]|,(?!\d{3}(?!\d))|\b(?:AND|OR|UND|ODER|ET|OU)\b)\s*/).filter(Boolean);
  const candidates: PatentNumber[] = [];
  if (pieces.length > 1 && pieces.length <= 50)
    for (const piece of pieces) {
      const parsed = parseNumber(piece);
      if (parsed.ok) candidates.push(parsed.number);
    }
  return candidates.length > 0
    ? ask('which', 'That is more than one number. Which one is meant?', candidates)
    : ask('unknown', `${plain.slice(0, 60)} is no number of a publication, as EP 1 000 000 A1 would be.`);
}

const ask = (about: Question['about'], text: string, candidates: readonly PatentNumber[] = []): Parsed => ({
  ok: false,
  question: { about, text, candidates },
});
