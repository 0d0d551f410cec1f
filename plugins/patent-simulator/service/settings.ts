import type { Service, System } from './throttle.ts';

export type NextFault = 'lost' | 'empty' | 'truncated' | 'error' | 'html';
export type PageFault = 'broken' | 'truncated' | 'html' | 'slow' | 'other' | 'lost' | 'error';
/** A fault at one page of images: of every document, or of those whose link begins so (`EP/4352417/B1`). */
export interface FaultyPage {
  readonly page: number;
  readonly how: PageFault;
  readonly link?: string;
  /** How often; always when it is left out. */
  times?: number;
  /** Milliseconds before a slow one; 2,000 when left out. */
  readonly delay?: number;
}

export interface Limits {
  /** Bytes in an hour and in a week. */
  readonly hour: number;
  readonly week: number;
  /** Requests in a minute, instead of what the state of the system allows. */
  readonly perMinute: Readonly<Partial<Record<Service, number>>>;
}

/** What a test or a newcomer can change, and what sources disagree about. */
export interface Settings {
  system: System;
  limits: Limits;
  /** As `XmlStyle` has it. */
  prefixes: string | null;
  robot: boolean;
  /** The highest number of hits that is reported. */
  mostHits: number;
  /** Members of a family of which bibliographic data is given. */
  mostMembers: number;
  /** A search without hits is answered 404 with no body at all. */
  silentNotFound: boolean;
  /** YYYYMMDD: searches find nothing that was published later. Null: they find all there is. */
  today: string | null;
  next: NextFault[];
  pages: FaultyPage[];
}

export const newSettings = (limits: Partial<Limits> = {}): Settings => ({
  system: 'idle',
  limits: { hour: 450_000_000, week: 4_000_000_000, perMinute: {}, ...limits },
  prefixes: null,
  robot: false,
  mostHits: 10_000,
  mostMembers: 20,
  silentNotFound: false,
  today: null,
  next: [],
  pages: [],
});
