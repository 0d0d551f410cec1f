import { turned } from './paper.ts';
import type { Size, Turn } from './paper.ts';

/** A share of 100 %, or what it is made to fit. */
export type Zoom = 'width' | 'page' | number;

/** Of the largest sheet that a PDF can have, 14,400 points, a phone still shows all. */
const smallest = 0.015;
const largest = 8;
export const steps: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

const within = (share: number): number => Math.min(largest, Math.max(smallest, share));

/** The share that a zoom is of a page in this room. */
export const shareOf = (zoom: Zoom, room: Size, page: Size, turn: Turn): number => {
  if (typeof zoom === 'number') return within(zoom);
  const { width, height } = turned(page, turn);
  const wide = room.width / width;
  return within(zoom === 'width' ? wide : Math.min(wide, room.height / height));
};

/** The next step above or below, from wherever one is. */
export const stepFrom = (share: number, way: 1 | -1): number =>
  within(
    way === 1
      ? (steps.find((one) => one > share * 1.01) ?? share * 1.25)
      : (steps.findLast((one) => one < share * 0.99) ?? share / 1.25),
  );
