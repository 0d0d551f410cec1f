import type { PatentRecord } from '../../replies.ts';

export type Claims = NonNullable<PatentRecord['claims']>[number];
export type Claim = Claims['claims'][number];

export interface ClaimNode {
  readonly claim: Claim;
  readonly below: readonly ClaimNode[];
}

/** Deeper ones stand at one depth: a chain of a hundred would leave no room for their words. */
const deepest = 6;

/**
 * Claims below the first of those that they depend on, in the order of their numbers. One that depends on none that
 * comes before it stands by itself, whatever it says: nothing is left out.
 */
export const treeOf = (claims: readonly Claim[]): readonly ClaimNode[] => {
  interface Growing extends ClaimNode {
    readonly below: Growing[];
    readonly depth: number;
    readonly above: Growing | null;
  }
  const roots: Growing[] = [];
  const placed = new Map<number, Growing>();
  for (const claim of claims) {
    const on = claim.dependsOn.map((number) => placed.get(number)).find((one) => one !== undefined);
    const above = on && on.depth >= deepest ? on.above : (on ?? null);
    const node: Growing = { claim, below: [], depth: (above?.depth ?? 0) + 1, above };
    (above?.below ?? roots).push(node);
    if (!placed.has(claim.number)) placed.set(claim.number, node);
  }
  return roots;
};

/** What is selected inside a paragraph, or else all of it. */
export const selectedIn = (text: string, selected: string): string => {
  const words = selected.trim();
  return words !== '' && text.includes(words) ? words : text;
};
