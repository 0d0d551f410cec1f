import { icon } from '@dossier/sdk/web/ui/icon';
import { html, render } from 'lit';
import type { Found } from './found.ts';
import { turned } from './paper.ts';
import type { Drawing, Paper, PaperPage, Size, Turn } from './paper.ts';

/** Most device pixels of a canvas, and of one of its sides, that all browsers can draw. */
const largestArea = 2 ** 24;
const longestSide = 8192;

/** How pages stand at present. */
export interface Standing {
  readonly share: number;
  readonly turn: Turn;
}

/** What of a page can be seen, in shares of its width and height. */
export interface Seen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const made = (name: string): HTMLElement => {
  const element = document.createElement('div');
  element.className = name;
  return element;
};

/**
 * One page in its place: paper of the right size, on which it is drawn when it comes near, with its words on top. A
 * page too large to be drawn sharply as a whole is drawn sharply where it is seen.
 */
export class PageView {
  readonly number: number;
  readonly element: HTMLElement;
  readonly #paper: Paper;
  readonly #onSize: (grown: number) => void;
  readonly #words = made('words');
  readonly #note = made('note');
  #page: PaperPage | null = null;
  #size: Size;
  #standing: Standing = { share: 1, turn: 0 };
  #sheet: HTMLCanvasElement | null = null;
  #detail: HTMLCanvasElement | null = null;
  #drawnAs: Standing | null = null;
  #nodes: Promise<readonly (Node | null)[]> | null = null;
  #stop = new AbortController();

  constructor(paper: Paper, number: number, name: string, onSize: (grown: number) => void) {
    this.#paper = paper;
    this.number = number;
    this.#onSize = onSize;
    this.#size = paper.usual;
    this.element = document.createElement('section');
    this.element.className = 'page';
    this.element.dataset['number'] = String(number);
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', paper.count === 1 ? name : `Page ${number} of ${paper.count}`);
    this.#measure();
  }

  get size(): Size {
    return this.#size;
  }

  stand(standing: Standing): void {
    const hasTurned = standing.turn !== this.#standing.turn;
    this.#standing = standing;
    if (!hasTurned) return;
    // What was drawn lies the other way; nothing is better than that.
    this.#sheet?.remove();
    this.#sheet = null;
    this.#forgetDetail();
    this.#measure();
    this.#turnWords();
  }

  /** Whether anything of it is kept. */
  get isHeld(): boolean {
    return this.#drawnAs !== null;
  }

  /** Whether it is drawn as it stands. */
  get isDrawn(): boolean {
    const { share, turn } = this.#standing;
    return this.#drawnAs?.share === share && this.#drawnAs.turn === turn;
  }

  /** Draws it as it stands. What goes wrong is written on the paper. */
  async draw(): Promise<void> {
    const standing = this.#standing;
    const { signal } = this.#stop;
    try {
      const page = (this.#page ??= await this.#paper.page(this.number));
      signal.throwIfAborted();
      this.#resize(page.size);
      const whole = turned(this.#size, standing.turn);
      const scale = Math.min(
        standing.share * devicePixelRatio,
        Math.sqrt(largestArea / (whole.width * whole.height)),
        longestSide / Math.max(whole.width, whole.height),
      );
      const part = {
        x: 0,
        y: 0,
        width: Math.max(1, Math.round(whole.width * scale)),
        height: Math.max(1, Math.round(whole.height * scale)),
      };
      const sheet = await this.#drawn(page, { scale, turn: standing.turn, part, signal }, 'sheet');
      if (standing.turn === this.#standing.turn) {
        this.#sheet?.remove();
        this.#sheet = sheet;
        this.element.prepend(sheet);
        this.#nodes ??= this.#layWords(page, signal);
      }
      this.#drawnAs = standing;
    } catch {
      if (signal.aborted) return;
      this.#drawnAs = standing;
      this.#say('nothing');
    }
  }

  async #drawn(page: PaperPage, drawing: Drawing, name: string): Promise<HTMLCanvasElement> {
    const canvas = document.createElement('canvas');
    canvas.className = name;
    canvas.width = drawing.part.width;
    canvas.height = drawing.part.height;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'A picture of this page');
    const outcome = await page.draw(canvas, drawing);
    drawing.signal.throwIfAborted();
    if (outcome === 'in part') this.#say('in part');
    return canvas;
  }

  /** Draws what is seen of it once more, when all of it was too large to be sharp. */
  async sharpen(seen: Seen): Promise<void> {
    const { share, turn } = this.#standing;
    const { signal } = this.#stop;
    const scale = share * devicePixelRatio;
    const whole = turned(this.#size, turn);
    if (!this.#page || !this.#sheet || this.#sheet.width >= whole.width * scale * 0.99) return this.#forgetDetail();
    const part = {
      x: Math.floor(seen.left * whole.width * scale),
      y: Math.floor(seen.top * whole.height * scale),
      width: Math.ceil((seen.right - seen.left) * whole.width * scale),
      height: Math.ceil((seen.bottom - seen.top) * whole.height * scale),
    };
    if (part.width < 1 || part.height < 1 || part.width * part.height > largestArea) return;
    try {
      const detail = await this.#drawn(this.#page, { scale, turn, part, signal }, 'detail');
      if (share !== this.#standing.share || turn !== this.#standing.turn) return;
      detail.setAttribute('aria-hidden', 'true');
      const place = { left: seen.left, top: seen.top, width: seen.right - seen.left, height: seen.bottom - seen.top };
      for (const [side, at] of Object.entries(place)) detail.style.setProperty(side, `${at * 100}%`);
      this.#forgetDetail();
      this.#detail = detail;
      this.#sheet.after(detail);
    } catch {
      // The whole of it is there, less sharp.
    }
  }

  /** Lets go what was drawn: it is far from being seen. */
  release(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#drawnAs = null;
    this.#nodes = null;
    this.#sheet?.remove();
    this.#sheet = null;
    this.#forgetDetail();
    this.#words.replaceChildren();
    this.#words.remove();
    this.#note.remove();
    this.#page?.release();
  }

  /** Where something was found, once its words are there; null where none can be pointed at. */
  async rangeOf({ from, to }: Found): Promise<StaticRange | null> {
    const nodes = (await this.#nodes) ?? [];
    const [start, end] = [nodes[from.piece], nodes[to.piece]];
    if (!start || !end) return null;
    const length = (node: Node): number => node.textContent?.length ?? 0;
    return new StaticRange({
      startContainer: start,
      startOffset: Math.min(from.at, length(start)),
      endContainer: end,
      endOffset: Math.min(to.at, length(end)),
    });
  }

  async #layWords(page: PaperPage, signal: AbortSignal): Promise<readonly (Node | null)[]> {
    if (!page.words) return [];
    this.#words.replaceChildren();
    this.element.append(this.#words);
    this.#turnWords();
    try {
      const nodes = await page.words.layOver(this.#words, signal);
      // Who cannot see it is read the words; without any, what is there is a picture.
      if (nodes.some((one) => one?.textContent?.trim())) this.#sheet?.setAttribute('aria-hidden', 'true');
      return nodes;
    } catch {
      return [];
    }
  }

  #turnWords(): void {
    const angle = ((this.#page?.words?.turned ?? 0) + this.#standing.turn) % 360;
    this.#words.dataset['turned'] = String(angle);
  }

  #resize(size: Size): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    const { share, turn } = this.#standing;
    const grown = (turned(size, turn).height - turned(this.#size, turn).height) * share;
    this.#size = size;
    this.#measure();
    this.#onSize(grown);
  }

  #measure(): void {
    const { width, height } = turned(this.#size, this.#standing.turn);
    this.element.style.setProperty('--width', String(width));
    this.element.style.setProperty('--height', String(height));
  }

  #forgetDetail(): void {
    this.#detail?.remove();
    this.#detail = null;
  }

  #say(what: 'nothing' | 'in part'): void {
    const text =
      what === 'nothing'
        ? 'This page cannot be shown. Download the file to see it.'
        : 'A picture on this page cannot be shown. Download the file to see it.';
    render(html`${icon('warning', 16)} <span>${text}</span>`, this.#note);
    this.element.append(this.#note);
  }
}
