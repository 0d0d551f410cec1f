import type { Answer, WireFault, Words } from './answer.ts';

/** A request that cannot be answered, by what is wrong with it. */
export const badRequest = (message: string, status = 400, code: string | null = null): WireFault => ({
  status,
  type: 'invalid_request_error',
  code,
  message,
});

/** 401, for a key that is missing or another one. */
export const wrongKey = (given: boolean): WireFault =>
  badRequest(
    given ? 'Incorrect API key provided.' : "You didn't provide an API key in the Authorization header.",
    401,
    'invalid_api_key',
  );

/** 404 for a model of that name. */
export const unknownModel = (model: string): WireFault =>
  badRequest(`The model \`${model}\` does not exist or you do not have access to it.`, 404, 'model_not_found');

/** 429, with the seconds after which to try again. */
export const busy: WireFault = {
  status: 429,
  type: 'requests',
  code: 'rate_limit_exceeded',
  message: 'Rate limit reached for requests. Please try again in 20s.',
  headers: { 'retry-after': '20' },
};

/** 500, which says no more than that. */
export const broken: WireFault = {
  status: 500,
  type: 'server_error',
  code: null,
  message: 'The server had an error while processing your request. Sorry about that!',
};

const begun = (fault: Words['fault']): Words => ({
  is: 'words',
  pieces: ['This answer ', 'does not come ', 'to its end '],
  field: 'content',
  fault,
});

/** Faults that a test can ask for, by name; a model is of no matter to them. */
export const faults = {
  'wrong-key': { is: 'fault', fault: wrongKey(true) },
  'unknown-model': { is: 'fault', fault: unknownModel('unknown') },
  busy: { is: 'fault', fault: busy },
  error: { is: 'fault', fault: broken },
  silent: { is: 'silence' },
  html: { is: 'page' },
  cut: begun('cut'),
  malformed: begun('malformed'),
} as const satisfies Readonly<Record<string, Answer>>;
