/** Failures of a model, and of the way to it, in the words of the person who asked. */
import type { ModelFault } from '../contract.ts';

/** Reasons for which an answer did not come, or not to its end. */
export const failures = {
  'model-refused': {
    title: 'The model does not know this key',
    detail: 'The key that is entered for the assistant was refused.',
    remedy: 'An administrator can enter it again under Settings, Integrations, Assistant.',
  },
  'model-unknown': {
    title: 'There is no such model',
    detail: 'The service does not know the model that is entered, or nothing is at this address.',
    remedy: 'An administrator can check its name, and the address up to /v1.',
  },
  'model-busy': {
    title: 'The model has too much to do',
    detail: 'The service takes no more questions at the moment, or its own limit is reached.',
    remedy: 'Try again in a minute.',
  },
  'model-slow': {
    title: 'The model takes too long',
    detail: 'Nothing more came in time.',
    remedy: 'Ask again, or ask for less.',
  },
  'model-cut': {
    title: 'The answer broke off',
    detail: 'The connection to the model ended before the answer did.',
    remedy: 'Ask again.',
  },
  'model-long': {
    title: 'The answer is too long',
    detail: 'The model wrote more than is kept.',
    remedy: 'Ask for less at once.',
  },
  'model-unreadable': {
    title: 'The model answers in another way than expected',
    detail: 'What came cannot be read as an answer.',
    remedy: 'An administrator can check that its address leads to a service that speaks as OpenAI’s does.',
  },
  'model-unreachable': {
    title: 'The model cannot be reached',
    detail: 'Nobody answers at its address.',
    remedy: 'Try again in a minute; if it stays so, its address has to be checked.',
  },
  'model-blocked': {
    title: 'The model is not at a public address',
    detail: 'The address does not lead to a server that organizations may connect to.',
    remedy: 'It has to be public; the operator can open a network (OUTBOUND_PRIVATE_NETWORKS).',
  },
  'model-failed': {
    title: 'The model could not answer',
    detail: 'The service has refused the question, or failed at it.',
    remedy: 'Ask again, perhaps in other words.',
  },
} as const;

export type FailureCode = keyof typeof failures;

/** A model that did not answer, or not to the end. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: FailureCode;
  /** Words of the service itself, of 300 characters at most; empty where it said nothing. */
  readonly words: string;
  constructor(code: FailureCode, o: { readonly words?: string; readonly cause?: unknown } = {}) {
    super(failures[code].detail, { cause: o.cause });
    this.code = code;
    this.words = (o.words ?? '').slice(0, 300).toWellFormed().replaceAll('\0', '');
  }
}

/** The failure as its asker is shown it: without the words of the service, which may name what is not theirs. */
export function faultOf({ code }: ModelFailure): ModelFault {
  const { title, detail, remedy } = failures[code];
  return { code, title, detail: `${detail} ${remedy}` };
}
