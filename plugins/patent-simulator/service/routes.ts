import { families } from './families.ts';
import { pictureRequest } from './pictures.ts';
import type { PictureRequest } from './pictures.ts';
import { published } from './published.ts';
import type { Endpoint } from './published.ts';
import { referenceOf, split } from './references.ts';
import type { Format, Reference, ReferenceType } from './references.ts';
import { fault, page } from './reply.ts';
import type { Reply } from './reply.ts';
import { searching } from './searching.ts';
import type { Settings } from './settings.ts';
import { standardization } from './standardization.ts';
import type { Service } from './throttle.ts';

export interface Call {
  readonly method: string;
  /** Below `rest-services/`, decoded, without a suffix for the format. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  /** `X-OPS-Range`. */
  readonly range: string | null;
  readonly contentType: string;
  readonly body: string;
}
type Answer = Reply | { readonly is: 'picture'; readonly request: PictureRequest };

/** Which allowance a call counts against. */
export function serviceOf(path: string): Service {
  if (path.startsWith('published-data/search')) return 'search';
  if (path.startsWith('published-data/images')) return 'images';
  if (path.startsWith('published-data/')) return 'retrieval';
  return path.startsWith('family/') || path.startsWith('legal/') ? 'inpadoc' : 'other';
}

const reference = String.raw`(publication|application|priority)\/(docdb|epodoc)`;
const data = new RegExp(
  String.raw`^published-data\/${reference}(?:\/(.+?))?\/(biblio|abstract|full-cycle|fulltext|claims|description|equivalents|images)((?:[\/,][a-z,\/-]+)?)$`,
);
const family = new RegExp(
  String.raw`^(family|legal)\/${reference}(?:\/(.+?))?((?:\/(?:biblio|legal|biblio,legal|legal,biblio))?)$`,
);
const number =
  /^number-service\/(publication|application|priority)\/(docdb|epodoc|original)\/(.+)\/(docdb|epodoc|original)$/;

/** Answers a call of the interface; everything here is asked after the token. */
export function route(call: Call, settings: Settings): Answer {
  const { path, query, method } = call;
  if (method !== 'GET' && method !== 'POST') return fault(405, 'CLIENT.MethodNotAllowed', 'The method is not allowed');
  const form = method === 'POST' && call.contentType.includes('form') ? new URLSearchParams(call.body) : query;
  const range = call.range ?? form.get('Range') ?? form.get('range') ?? query.get('Range') ?? query.get('range');
  const search = /^published-data\/search(?:\/(.+))?$/.exec(path);
  if (search) return searching(form.get('q') ?? query.get('q'), range, search[1] ?? '', settings);
  const image = /^published-data\/images(?:\/(.+))?$/.exec(path);
  if (image) {
    const request = pictureRequest(image[1] ?? call.body.trim(), range, call.accept);
    return 'is' in request ? request : { is: 'picture', request };
  }
  if (method === 'POST' && !call.contentType.startsWith('text/plain')) return page(415, 'Unsupported Media Type');
  const asked = (type: string | undefined, format: string | undefined, input: string | undefined): Reference[] =>
    split(input ?? call.body).flatMap((text) => {
      const one = referenceOf(typeOf(type), formatOf(format), text);
      return one ? [one] : [];
    });
  const [, type, format, input, endpoint = '', rest = ''] = data.exec(path) ?? [];
  if (type) {
    const references = asked(type, format, input);
    if (references.length > 100)
      return fault(413, 'SERVER.LimitedServerResources', 'Please request bibliographic data in smaller chunks');
    return published(references, endpointOf(endpoint), rest.slice(1));
  }
  const [, service, familyType, familyFormat, member, parts = ''] = family.exec(path) ?? [];
  if (service) {
    const legal = service === 'legal' || parts.includes('legal');
    // Posted numbers come back without bibliographic data.
    const biblio = parts.includes('biblio') && method === 'GET';
    const stylesheet = service === 'legal' ? 'legal' : `family${legal ? '-legal' : ''}${biblio ? '-biblio' : ''}`;
    const [one = null] = asked(familyType, familyFormat, member);
    return families(one, { legal, biblio, stylesheet }, settings.mostMembers);
  }
  const [, numberType, from, text = '', to] = number.exec(path) ?? [];
  if (numberType) return standardization(referenceOf(typeOf(numberType), formatOf(from), text), formatOf(to));
  return page(404, 'Not Found');
}

const endpoints: readonly Endpoint[] = [
  'abstract',
  'full-cycle',
  'fulltext',
  'claims',
  'description',
  'equivalents',
  'images',
];
const endpointOf = (text: string): Endpoint => endpoints.find((one) => one === text) ?? 'biblio';
const typeOf = (text: string | undefined): ReferenceType =>
  text === 'application' || text === 'priority' ? text : 'publication';
const formatOf = (text: string | undefined): Format => (text === 'epodoc' || text === 'original' ? text : 'docdb');
