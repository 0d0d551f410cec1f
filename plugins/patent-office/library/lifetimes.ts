/** For how long what the office said is taken as it is. */
import type { PatentPart } from '../contract.ts';

const DAY = 24 * 60 * 60_000;

/** Milliseconds; texts and pictures of what was published do not change. */
const lasts: Readonly<Record<PatentPart, number>> = {
  biblio: 30 * DAY,
  family: 7 * DAY,
  legal: 7 * DAY,
  citing: 7 * DAY,
  claims: Infinity,
  description: Infinity,
  images: Infinity,
};
/** That there is none: texts and drawings come to the office some days after the publication. */
const NONE_LASTS = DAY;

/**
 * Time in which who asks for the same once more may not have got the answer, which is lost on the way now and then:
 * they get it again, and pay once.
 */
const REPEATED = 5 * 60_000;

/** Whether what was answered then answers who asks now. */
export const isRepeated = (at: Date, now: Date): boolean => now.getTime() < at.getTime() + REPEATED;

export interface KeptSince {
  readonly part: PatentPart;
  readonly whole: boolean;
  readonly isNone: boolean;
  readonly at: Date;
}

/** Whether it need not be asked for: it is whole, and not too old. */
export const isFresh = ({ part, whole, isNone, at }: KeptSince, now: Date): boolean =>
  whole && now.getTime() - at.getTime() < (isNone ? NONE_LASTS : lasts[part]);
