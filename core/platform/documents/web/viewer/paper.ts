/** In CSS pixels at 100 %. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Degrees clockwise by which the reader has turned it. */
export type Turn = 0 | 90 | 180 | 270;

/** What of a page is to be drawn: device pixels for each of its CSS pixels, and a part of it in device pixels. */
export interface Drawing {
  readonly scale: number;
  readonly turn: Turn;
  readonly part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly signal: AbortSignal;
}

/** The words of a page, laid over what is drawn of it. */
export interface Words {
  /** Degrees clockwise by which the page lies in its file. */
  readonly turned: number;
  /** The pieces in reading order; `ends` says that a line ends after it. */
  pieces(): Promise<readonly { readonly text: string; readonly ends: boolean }[]>;
  /** Fills the element; gives the node of each piece, null for one that is empty. */
  layOver(element: HTMLElement, signal: AbortSignal): Promise<readonly (Node | null)[]>;
}

export interface PaperPage {
  readonly size: Size;
  /** Null for pictures. */
  readonly words: Words | null;
  /** Draws on a canvas that has the size of the part. Tells whether all of it could be drawn. */
  draw(canvas: HTMLCanvasElement, drawing: Drawing): Promise<'whole' | 'in part'>;
  /** What was kept to draw it again is let go. */
  release(): void;
}

/** A file that can be laid out as pages. Pages are counted from 1. */
export interface Paper {
  readonly count: number;
  /** What a page measures that was not opened yet. */
  readonly usual: Size;
  /** Throws for a page that cannot be read; others stay as they are. */
  page(number: number): Promise<PaperPage>;
  close(): void;
}

/** Why a file cannot be drawn at all. */
export class CannotDraw extends Error {
  readonly reason: 'locked' | 'broken';
  constructor(reason: 'locked' | 'broken', cause?: unknown) {
    super(`The file is ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** A size as it lies when it was turned. */
export const turned = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };
