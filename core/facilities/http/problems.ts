import { badQuery, invalid, misfitClause, NO_TIME_ZONE, notFound, pointerTo, Problem } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { cutOff } from './cut-off.ts';
import { withoutBranches } from './unions.ts';

declare module 'fastify' {
  /** Whose route it is, and which: for the log. */
  interface FastifyContextConfig {
    readonly plugin?: string;
    readonly route?: string;
  }
}

/**
 * Sends problem details (RFC 9457). Nothing of the server's inside leaves it: an unexpected error shows the request's
 * id only.
 */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = asProblem(error, request.id);
  if (problem.status === 413) cutOff(request, reply);
  if (problem.status >= 500) {
    const { plugin, route } = request.routeOptions.config;
    request.log.error({ err: error, code: problem.code, reqId: request.id, plugin, route }, 'request failed');
  }
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(contentOf(problem)));
}

/** More faults nobody reads at once, and each costs its sender and us. */
export const MOST_FAULTS = 100;

/** A problem as it is sent, wherever it goes: at most {@link MOST_FAULTS} faults, and how many `more` there are. */
export function contentOf(problem: Problem): ReturnType<Problem['toJSON']> {
  const { errors = [], more: before = 0, ...rest } = problem.toJSON();
  const more = before + Math.max(errors.length - MOST_FAULTS, 0);
  if (more === 0) return errors.length === 0 ? rest : { ...rest, errors };
  return {
    ...rest,
    detail: `${rest.detail} These are the first ${MOST_FAULTS} … and ${more} more.`,
    errors: errors.slice(0, MOST_FAULTS),
    more,
  };
}

/** Translates what Fastify and its plugins throw. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (Problem.is(error)) return error;
  const known = error as Partial<FastifyError> | null;
  if (known?.validation) return validationProblem(known.validation, known.validationContext);
  const translated = byCode[known?.code ?? ''];
  if (translated) return translated();
  if (known instanceof SyntaxError || known?.statusCode === 400)
    return new Problem(400, 'bad-request', 'The request cannot be read', {
      detail: 'The request is malformed. Check its syntax.',
    });
  return new Problem(500, 'internal', 'Something went wrong', {
    detail: `This is our fault, not yours. Quote ${requestId} when you ask for help.`,
    cause: error,
  });
}

const tooLarge = (): Problem =>
  new Problem(413, 'too-large', 'Too large', {
    detail: 'The request is larger than this operation accepts. Send less at once.',
  });
export const unreadable = (): Problem =>
  new Problem(400, 'bad-json', 'The body cannot be read', {
    detail: 'The body is not valid JSON. Check commas, quotes and the encoding (UTF-8).',
  });
const byCode: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  // No identifier is as long.
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_INVALID_JSON_FIELD_ERROR: () =>
    new Problem(400, 'bad-multipart', 'The form cannot be read', {
      detail: 'A part says that it is JSON, and is not.',
    }),
  FST_ERR_CTP_INVALID_JSON_BODY: unreadable,
  FST_ERR_CTP_EMPTY_JSON_BODY: unreadable,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: unreadable,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem(415, 'unsupported-media-type', 'Media type not supported', {
      detail: 'This operation reads application/json, and multipart/form-data where files are uploaded.',
    }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Problem(415, 'unsupported-media-type', 'Media type not supported', {
      detail: 'Send multipart/form-data or application/json.',
    }),
};

/**
 * 404 for a path that does not fit, 400 for a query, 422 for a body; every fault with its pointer, and one for each
 * pointer. Faults past the limit are only counted: a fault takes longer to put into words than to find.
 */
export function validationProblem(errors: readonly ErrorObject[], context: string | undefined): Problem {
  if (context === 'params') return notFound();
  // Several may be of one place. The others are only counted.
  const looked = errors.slice(0, MOST_FAULTS * 20);
  const places = [...Map.groupBy(withoutBranches(looked), pointerOf).values()];
  const faults = places
    .slice(0, MOST_FAULTS)
    .map((atOnePlace) => fault(mostHelpful(atOnePlace), context === 'querystring'));
  const more = places.length - faults.length + errors.length - looked.length;
  return context === 'querystring' ? badQuery(faults, more) : invalid(faults, more);
}

/** What comes first explains the others: an empty text fits no pattern either. */
const order = [
  'out-of-range',
  'type',
  'const',
  'enum',
  'unstorable-text',
  'minLength',
  'maxLength',
  'format',
  'pattern',
];
const rank = ({ keyword }: ErrorObject): number => (order.indexOf(keyword) + order.length + 1) % (order.length + 1);
const mostHelpful = (errors: readonly ErrorObject[]): ErrorObject =>
  errors.toSorted((one, other) => rank(one) - rank(other))[0]!;

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const member =
    keyword === 'required'
      ? String(params['missingProperty'])
      : keyword === 'additionalProperties'
        ? String(params['additionalProperty'])
        : undefined;
  return member === undefined ? instancePath : instancePath + pointerTo(member);
}

function fault(error: ErrorObject, inQuery: boolean): Fault {
  const path = pointerOf(error);
  const name = nameAt(path);
  return { pointer: inQuery ? path.replace(/^\//, '?') : path, code: error.keyword, detail: sentence(error, name) };
}

/** The last member of a pointer; an item by its list, as `emails[0]`. */
function nameAt(pointer: string): string {
  const [last = '', above = ''] = pointer.split('/').reverse();
  return /^\d+$/.test(last) && above !== '' ? `${above}[${last}]` : last || 'The body';
}

function sentence(error: ErrorObject, name: string): string {
  switch (error.keyword) {
    case 'required':
      return `${name} is missing.`;
    case 'additionalProperties':
      return `${name} is not known here. Leave it out.`;
    // An expression is for machines; people read the schema's description of it.
    case 'pattern':
      return described(error) === '' ? `${name} ${misfitClause(error)}.` : `${name}: ${described(error)}`;
    case 'format':
      return error.params['format'] === 'time-zone' ? NO_TIME_ZONE : `${name} ${misfitClause(error)}.`;
    default:
      return `${name} ${misfitClause(error)}.`;
  }
}

const described = ({ parentSchema }: ErrorObject): string => String(parentSchema?.['description'] ?? '');
