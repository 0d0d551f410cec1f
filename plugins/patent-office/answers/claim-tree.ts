import type { Claim } from './types.ts';

/** A claim with those that depend on it. One that depends on several stands under the first of them. */
export interface ClaimBranch {
  readonly claim: Claim;
  readonly children: readonly ClaimBranch[];
}

/** Independent claims in order, each with what hangs on it. Every claim stands in it once. */
export function claimTree(claims: readonly Claim[]): ClaimBranch[] {
  interface Growing extends ClaimBranch {
    readonly children: Growing[];
  }
  const roots: Growing[] = [];
  const known = new Map<number, Growing>();
  for (const claim of claims) {
    const branch: Growing = { claim, children: [] };
    const parent = claim.dependsOn.map((number) => known.get(number)).find((found) => found !== undefined);
    (parent?.children ?? roots).push(branch);
    if (!known.has(claim.number)) known.set(claim.number, branch);
  }
  return roots;
}
