/** Claims and descriptions of an answer, as they are kept. */
import { claimTree } from '../answers/claim-tree.ts';
import type { ClaimBranch } from '../answers/claim-tree.ts';
import type { ClaimSet, FulltextAnswer } from '../answers/types.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { isMeant } from '../numbers/words.ts';
import { OfficeError } from '../service/errors.ts';
import type { Claims, Paragraphs } from './kept.ts';

/**
 * An answer without the texts of other publications: those of another kind are left out where its own are there. Throws
 * {@link OfficeError} `unreadable` when it is about others alone.
 */
export function ownTexts(answer: FulltextAnswer, number: PatentNumber): FulltextAnswer {
  const of = (kind: string | null) =>
    answer.documents.filter((one) => one.number === null || isMeant(one.number, { ...number, kind }));
  const exact = of(number.kind);
  const documents = exact.length > 0 ? exact : of(null);
  if (documents.length === 0 && answer.documents.length > 0) throw new OfficeError('unreadable', { code: 'another' });
  return { ...answer, documents };
}

export const claimsOf = ({ documents }: FulltextAnswer): Claims =>
  documents
    .flatMap(({ claims }) => claims)
    .filter(({ claims }) => claims.length > 0)
    .map((set) => ({ lang: set.lang, isPartial: set.partial, claims: claimsIn(set) }));

export const paragraphsOf = ({ documents }: FulltextAnswer): Paragraphs =>
  documents
    .flatMap(({ descriptions }) => descriptions)
    .filter(({ paragraphs }) => paragraphs.length > 0)
    .map(({ lang, paragraphs }) => ({
      lang,
      paragraphs: paragraphs.map(({ number, heading, text }) => ({ number, isHeading: heading, text })),
    }));

/** In their order, each with how deep it hangs below an independent one. Without recursion: chains can be long. */
function claimsIn({ claims }: ClaimSet): Claims[number]['claims'] {
  const depths = new Map<ClaimBranch['claim'], number>();
  const open = claimTree(claims).map((branch) => ({ branch, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { branch, depth } = next;
    depths.set(branch.claim, depth);
    for (const child of branch.children) open.push({ branch: child, depth: depth + 1 });
  }
  return claims.map((claim) => ({
    number: claim.number,
    text: claim.text,
    dependsOn: [...claim.dependsOn],
    depth: depths.get(claim) ?? 0,
  }));
}
