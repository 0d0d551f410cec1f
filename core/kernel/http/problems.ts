import { notFound, Problem } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Sends problem details (RFC 9457). Nothing of the server's inside leaves it: an unexpected error shows the request's id only. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = asProblem(error, request.id);
  if (problem.status >= 500) request.log.error({ err: error, code: problem.code, reqId: request.id }, 'request failed');
  return reply.code(problem.status).headers(problem.headers).header('cache-control', 'no-store').type('application/problem+json').send(JSON.stringify(problem));
}

/** Translates what Fastify and its plugins throw. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (Problem.is(error)) return error;
  const known = error as Partial<FastifyError> | null;
  if (known?.validation) return validationProblem(known.validation, known.validationContext);
  const translated = byCode[known?.code ?? ''];
  if (translated) return translated();
  if (known instanceof SyntaxError || known?.statusCode === 400) return new Problem(400, 'bad-request', 'The request cannot be read', { detail: 'The request is malformed. Check its syntax.' });
  return new Problem(500, 'internal', 'Something went wrong', { detail: `This is our fault, not yours. Quote ${requestId} when you ask for help.`, cause: error });
}

const tooLarge = (): Problem => new Problem(413, 'too-large', 'Too large', { detail: 'The request is larger than this operation accepts. Send less at once.' });
export const unreadable = (): Problem => new Problem(400, 'bad-json', 'The body cannot be read', { detail: 'The body is not valid JSON. Check commas, quotes and the encoding (UTF-8).' });
const byCode: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  // No identifier is as long.
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_FILES_LIMIT: () => new Problem(413, 'too-many-files', 'Too many files', { detail: 'Send fewer files at once.' }),
  FST_PARTS_LIMIT: () => new Problem(413, 'too-many-parts', 'Too many parts', { detail: 'The multipart body has more parts than this operation accepts.' }),
  FST_FIELDS_LIMIT: () => new Problem(413, 'too-many-fields', 'Too many fields', { detail: 'The multipart body has more fields than this operation accepts.' }),
  FST_ERR_CTP_INVALID_JSON_BODY: unreadable,
  FST_ERR_CTP_EMPTY_JSON_BODY: unreadable,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: unreadable,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem(415, 'unsupported-media-type', 'Media type not supported', { detail: 'This operation reads application/json, and multipart/form-data where files are uploaded.' }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new Problem(415, 'unsupported-media-type', 'Media type not supported', { detail: 'Send multipart/form-data or application/json.' }),
};

/** 404 for a path that does not fit, 400 for a query, 422 for a body; always every fault, each with its pointer. */
export function validationProblem(errors: readonly ErrorObject[], context: string | undefined): Problem {
  const faults = withChoices(errors).filter((error) => error.keyword !== 'if' && !(error.keyword === 'anyOf' && errors.length > 1)).map((error) => fault(error, context === 'querystring'));
  if (context === 'params') return notFound();
  const detail = faults.length === 1 ? faults[0]!.detail : `${faults.length} things need to be corrected.`;
  if (context === 'querystring') return new Problem(400, 'bad-query', 'The query is not valid', { detail, errors: faults });
  return new Problem(422, 'invalid', 'The request is not valid', { detail, errors: faults });
}

/** Branches of a union of constants; TypeBox gives each its type too, which says nothing that the choice does not say. */
const BRANCH = /\/anyOf\/\d+\/(?:const|type)$/;
const isChoice = ({ schemaPath, parentSchema }: ErrorObject): boolean => BRANCH.test(schemaPath) && Object.hasOwn(parentSchema ?? {}, 'const');

/** A union of constants fails in every branch at once. The branches, each alone, would contradict one another: they become one choice. */
function withChoices(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = Map.groupBy(errors.filter(isChoice), ({ instancePath, schemaPath }) => `${instancePath} ${schemaPath.replace(BRANCH, '')}`);
  const choices = new Map<ErrorObject, ErrorObject>([...unions.values()].map((branches) => {
    const allowedValues = branches.filter(({ keyword }) => keyword === 'const').map(({ params }) => params['allowedValue'] as unknown);
    return [branches[0]!, { ...branches[0]!, keyword: 'enum', params: { allowedValues } }] as const;
  }));
  return errors.flatMap((error) => (isChoice(error) ? choices.get(error) ?? [] : error));
}

function fault(error: ErrorObject, inQuery: boolean): Fault {
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : error.keyword === 'additionalProperties' ? String(error.params['additionalProperty']) : undefined;
  const path = missing === undefined ? error.instancePath : `${error.instancePath}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const name = nameAt(path);
  return { pointer: inQuery ? path.replace(/^\//, '?') : path, code: error.keyword, detail: sentence(error, name) };
}

/** The last member of a pointer; an item by its list, as `emails[0]`. */
function nameAt(pointer: string): string {
  const [last = '', above = ''] = pointer.split('/').reverse();
  return /^\d+$/.test(last) && above !== '' ? `${above}[${last}]` : last || 'The body';
}

function sentence(error: ErrorObject, name: string): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required': return `${name} is missing.`;
    case 'additionalProperties': return `${name} is not known here. Leave it out.`;
    case 'type': return `${name} must be of type ${String(params['type'])}.`;
    case 'enum': return `${name} must be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'const': return `${name} must be ${JSON.stringify(params['allowedValue'])}.`;
    // An expression is for machines; people read the schema's description of it.
    case 'pattern': return described(error) === '' ? `${name} is not written as expected.` : `${name}: ${described(error)}`;
    case 'format': return `${name} must be a valid ${String(params['format'])}.`;
    case 'minItems': return `${name} needs at least ${String(params['limit'])}.`;
    case 'maxItems': return `${name} takes at most ${String(params['limit'])}.`;
    case 'minLength': return Number(params['limit']) === 1 ? `${name} must not be empty.` : `${name} needs at least ${String(params['limit'])} characters.`;
    case 'maxLength': return `${name} takes at most ${String(params['limit'])} characters.`;
    default: return `${name} ${error.message ?? 'is not valid'}.`;
  }
}

const described = ({ parentSchema }: ErrorObject): string => String(parentSchema?.['description'] ?? '');
