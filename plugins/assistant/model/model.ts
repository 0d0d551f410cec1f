/** A language model on the wire of OpenAI's chat completions, which many services and servers of one's own speak. */
import type OpenAI from 'openai';
import type { Clock, Http } from '@dossier/sdk';
import type { Sent } from '../contract.ts';
import type { AssistantSettings } from '../settings.ts';
import { ModelFailure } from './failure.ts';
import type { FailureCode } from './failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { WholeLetters } from './whole-letters.ts';

/** Milliseconds for an answer to its end. */
const LIMIT = 10 * 60_000;
/** Characters of an answer. */
const MOST_CHARACTERS = 40_000;

export interface Model {
  readonly name: string;
  /**
   * Pieces of the answer, in whole letters, as they come. Rejects with {@link ModelFailure}; once `signal` is aborted
   * it ends without one.
   */
  answer(messages: Sent['messages'], signal: AbortSignal): AsyncIterable<string>;
}

/** Services by which models are asked. */
export interface ModelDeps {
  readonly http: Pick<Http, 'stream'>;
  readonly clock: Pick<Clock, 'wait'>;
  /** Milliseconds for which a model may be silent. */
  readonly patience: number;
}

/** `isOwn`: the model is part of this process, whose address no organization could enter. */
export function modelAt(
  { http, clock, patience }: ModelDeps,
  { url, key, model: name }: AssistantSettings,
  isOwn = false,
): Model {
  async function* pieces(messages: Sent['messages'], call: AbortSignal): AsyncGenerator<string> {
    // The library takes longer to load than many a plugin to start, and other installations never need it.
    const { default: Client } = await import('openai');
    // The library would read all of this from the environment: that would be the account of somebody else.
    const client = new Client({
      apiKey: key ?? 'none',
      baseURL: url,
      organization: null,
      project: null,
      webhookSecret: null,
      adminAPIKey: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: LIMIT,
      fetch: guardedFetch(http, { timeout: LIMIT, ...(isOwn ? {} : { guard: 'public' }) }),
      defaultHeaders: key === undefined ? { authorization: null } : {},
    });
    let state: 'asked' | 'reached' | 'begun' | 'ended' = 'asked';
    try {
      const stream = await client.chat.completions.create(
        { model: name, messages: [...messages], stream: true },
        { signal: call },
      );
      state = 'reached';
      for await (const { choices } of stream) {
        // Some services send a line without any, for what was used.
        const choice = choices?.[0];
        if (choice && state !== 'ended') state = typeof choice.finish_reason === 'string' ? 'ended' : 'begun';
        // A refusal is an answer too: the model says in its own words that it gives none.
        yield choice?.delta?.content ?? choice?.delta?.refusal ?? '';
      }
    } catch (error) {
      const failure = failureOf(error, Client);
      // Once it was reached, the connection has broken.
      throw failure.code === 'model-unreachable' && state !== 'asked'
        ? new ModelFailure('model-cut', { cause: error })
        : failure;
    }
    if (state !== 'ended' && !call.aborted)
      throw new ModelFailure(state === 'begun' ? 'model-cut' : 'model-unreadable');
  }

  return {
    name,
    async *answer(messages, signal) {
      const silence = silenceOf(clock, patience);
      const call = AbortSignal.any([signal, silence.signal]);
      const letters = new WholeLetters();
      let length = 0;
      try {
        for await (const piece of pieces(messages, call)) {
          silence.broken();
          const whole = letters.add(String(piece));
          length += whole.length;
          if (length > MOST_CHARACTERS) throw new ModelFailure('model-long');
          if (whole !== '') yield whole;
        }
        if (silence.signal.aborted) throw new ModelFailure('model-slow');
      } catch (error) {
        if (signal.aborted) return;
        throw silence.signal.aborted ? new ModelFailure('model-slow', { cause: error }) : error;
      } finally {
        silence.end();
      }
    },
  };
}

interface Silence {
  /** Aborted when nothing came for too long. */
  readonly signal: AbortSignal;
  broken(): void;
  end(): void;
}

function silenceOf(clock: Pick<Clock, 'wait'>, patience: number): Silence {
  const late = new AbortController();
  let waiting = new AbortController();
  const wait = (): void => {
    const { signal } = waiting;
    void clock.wait(patience, signal).then(() => {
      if (!signal.aborted) late.abort();
    });
  };
  wait();
  return {
    signal: late.signal,
    broken() {
      waiting.abort();
      waiting = new AbortController();
      wait();
    },
    end: () => waiting.abort(),
  };
}

/** The failure behind what the library throws, or what reading its stream does. */
function failureOf(error: unknown, { APIConnectionError, APIError }: typeof OpenAI): ModelFailure {
  const reason = httpReason(error);
  if (reason !== null) return new ModelFailure(reasons[reason] ?? 'model-cut', { cause: error });
  if (error instanceof APIConnectionError) return new ModelFailure('model-unreachable', { cause: error });
  if (error instanceof APIError) {
    const { status, message } = error;
    return new ModelFailure(byStatus(status), { words: message, cause: error });
  }
  return new ModelFailure('model-unreadable', { cause: error });
}

function byStatus(status: number | undefined): FailureCode {
  if (status === 401 || status === 403) return 'model-refused';
  if (status === 404) return 'model-unknown';
  if (status === 429 || status === 503) return 'model-busy';
  if (status !== undefined && status >= 300 && status < 400) return 'model-unreadable';
  return 'model-failed';
}

const reasons: Readonly<Record<string, FailureCode>> = {
  blocked: 'model-blocked',
  unreachable: 'model-unreachable',
  timeout: 'model-slow',
  'too-large': 'model-long',
};

/** The reason of an `HttpError`, however deep the library has wrapped it. */
function httpReason(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.name === 'HttpError' && 'reason' in at && typeof at.reason === 'string') return at.reason;
  return null;
}
