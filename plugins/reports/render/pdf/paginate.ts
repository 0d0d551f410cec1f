import { lying, upright } from './theme.ts';

/** A piece that is never broken over pages. */
export interface Block {
  /** In points. */
  readonly height: number;
  /** Space above it, left out at the top of a page. */
  readonly above?: number;
  /**
   * It stays on one page with the block after it: no heading stands alone at the foot. A picture lets its values go to
   * the next page rather than leave a large part of this one empty.
   */
  readonly keep?: boolean | 'unless a page would stay empty';
  /** What begins here, for the outline and the table of contents. */
  readonly heading?: string;
  /** The head of the table that goes on here, drawn again where this block is the first on its page. */
  readonly repeat?: { readonly height: number; draw(top: number): void };
  /** On a lying page. */
  readonly wide?: boolean;
  draw(top: number): void;
}

interface Placed {
  readonly block: Block;
  readonly top: number;
}

export interface Page {
  readonly wide: boolean;
  readonly placed: readonly Placed[];
}

/**
 * Puts blocks on pages in their order. The first page begins at its upper edge, because the cover is there; all others
 * below the running head.
 */
export function paginate(blocks: readonly Block[]): readonly Page[] {
  const pages: { wide: boolean; placed: Placed[] }[] = [];
  let y = 0;
  let bottom = 0;
  for (let at = 0; at < blocks.length;) {
    const whole = chainFrom(blocks, at);
    const chain = y + heightOf(whole) > bottom && bottom - y > emptyEnough ? loosened(whole, bottom - y) : whole;
    const wide = chain[0]?.wide ?? false;
    const last = pages.at(-1);
    const fits = last !== undefined && last.wide === wide && y + heightOf(chain) <= bottom;
    if (!fits) {
      const area = wide ? lying : upright;
      pages.push({ wide, placed: [] });
      y = pages.length === 1 ? 0 : area.top;
      bottom = area.bottom;
    }
    const page = pages.at(-1)?.placed;
    for (const block of chain) {
      const first = page?.length === 0;
      // A chain longer than a page is broken where it must be.
      if (!first && y + (block.above ?? 0) + block.height > bottom + 0.01) break;
      y += first ? (block.repeat?.height ?? 0) : (block.above ?? 0);
      page?.push({ block, top: y });
      y += block.height;
      at++;
    }
  }
  return pages;
}

/** The block and those it has to stay with. */
function chainFrom(blocks: readonly Block[], at: number): readonly Block[] {
  let end = at;
  while (
    blocks[end]?.keep &&
    end + 1 < blocks.length &&
    (blocks[end + 1]?.wide ?? false) === (blocks[at]?.wide ?? false)
  )
    end++;
  return blocks.slice(at, end + 1);
}

/** As much of a page as may stay empty at its foot, in points. */
const emptyEnough = 250;

/** What of the chain fits on the rest of the page, if it may be broken there. */
function loosened(chain: readonly Block[], room: number): readonly Block[] {
  const first = chain.slice(0, chain.findIndex(({ keep }) => keep === 'unless a page would stay empty') + 1);
  return first.length > 0 && heightOf(first) <= room ? first : chain;
}

const heightOf = (chain: readonly Block[]): number =>
  chain.reduce((sum, { height, above = 0 }) => sum + above + height, 0);
