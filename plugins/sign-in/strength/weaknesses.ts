import { invalid } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { guessesFor } from './estimate.ts';

/** Whose password it is to be. */
export interface Owner {
  readonly email: string;
  readonly name: string;
}

const shortest = 10;
export const longest = 200;

/**
 * zxcvbn's score of 3: out of reach of somebody who has the stored hashes, as those are slow. Below it are what many
 * people choose, and its kin.
 */
const fewestGuesses = 1e8;
/**
 * What a text withstands its beginning withstands already, and the time of an estimate grows with the square of the
 * length.
 */
const judged = 64;
/** Characters that must be left when what is the person's own is taken away. */
const ofItsOwn = 6;
/** A piece of a name or an address that is shorter says nothing: it stands in half of all words. */
const shortestPiece = 3;

/** What cannot be seen cannot be typed again: control and format characters, and what fonts draw as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * What is wrong with a new password, all at once, each fault at `pointer`: its length, characters nobody sees, blanks
 * at an end, the person's own name or address, or that many people have it (NIST SP 800-63B, 3.1.1.2). No rule asks for
 * kinds of characters. Throws `TooBusy` when too many ask at once.
 */
export async function weaknesses(password: string, owner: Owner, pointer: string): Promise<readonly Fault[]> {
  const text = password.normalize('NFKC');
  const fault = (code: string, detail: string): Fault => ({ pointer, code, detail });
  const count = [...text].length;
  const faults: Fault[] = [];
  if (count < shortest || count > longest) {
    faults.push(fault('password-length', `A password has ${shortest} to ${longest} characters.`));
  }
  if (invisible.test(text)) {
    faults.push(
      fault('password-invisible', 'There is a character in it that cannot be seen. Type it by hand, or copy it again.'),
    );
  }
  if (/^\s|\s$/u.test(text)) faults.push(fault('password-blank', 'A password neither begins nor ends with a blank.'));
  if (faults.length > 0) return faults;
  const pieces = piecesOf(owner);
  if (withoutOwn(text, pieces) < ofItsOwn) {
    return [
      fault(
        'password-own',
        'It is made of your name or your e-mail address, which are tried first. Take something else.',
      ),
    ];
  }
  if ((await guessesFor(firstOf(text), pieces)) >= fewestGuesses) return [];
  return [
    fault(
      'password-common',
      'Many people have this password or one like it, so it is soon guessed. ' +
        'Take some words that have nothing to do with one another, or one that a password manager makes.',
    ),
  ];
}

/** Throws `invalid` (422) for a weak one. */
export async function demandStrength(password: string, owner: Owner): Promise<void> {
  const faults = await weaknesses(password, owner, '/password');
  if (faults.length > 0) throw invalid(faults);
}

const firstOf = (text: string): string => [...text].slice(0, judged).join('');

/** Longest first, so that a whole address is taken away before its parts are. */
function piecesOf({ email, name }: Owner): readonly string[] {
  const all = [email, ...email.split(/[@.+_-]/u), name.replaceAll(/\s/gu, ''), ...name.split(/[\s.,'’-]+/u)];
  const long = all.map((one) => one.normalize('NFKC').toLowerCase()).filter((one) => [...one].length >= shortestPiece);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

/** How many characters are left. */
function withoutOwn(text: string, pieces: readonly string[]): number {
  const left = pieces.reduce((rest, piece) => rest.replaceAll(piece, ''), text.toLowerCase());
  return [...left.replaceAll(/\s/gu, '')].length;
}
