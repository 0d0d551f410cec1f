import { publications } from '../collection/index.ts';
import type { Publication } from '../collection/types.ts';
import { clippingOf } from '../documents/layout.ts';
import { pdf } from '../images/pdf.ts';
import { pagesOf, pictureOf, scanOf } from '../images/scans.ts';
import type { ImageType } from '../images/scans.ts';
import { tiff } from '../images/tiff.ts';
import { fault, noResults } from './reply.ts';
import type { Reply } from './reply.ts';

export interface PictureRequest {
  /** `EP/4352417/B1`. */
  readonly link: string;
  readonly publication: Publication;
  readonly type: ImageType;
  readonly format: 'pdf' | 'tiff' | 'png' | 'jpeg';
  readonly page: number;
}

/** What a call asks for; what is wrong with it otherwise. A span is not refused: it means another page. */
export function pictureRequest(link: string, range: string | null, accept: string): PictureRequest | Reply {
  const [, country, number, kind, type, extension] =
    /^([A-Z]{2})\/(\w+)\/([A-Z][A-Z\d]?)\/(fullimage|thumbnail|firstpage)(?:\.(pdf|tiff|png|jpeg))?$/.exec(link) ?? [];
  if (!country || (type !== 'fullimage' && type !== 'thumbnail' && type !== 'firstpage'))
    return fault(404, 'CLIENT.InvalidReference', 'The reference is invalid');
  const publication = publications.find(
    (one) => one.country === country && one.number === number && (kind === 'PA' ? clippingOf(one) : one.kind === kind),
  );
  if (!publication) return noResults();
  const format = (['pdf', 'tiff', 'png', 'jpeg'] as const).find(
    (one) => one === extension || (!extension && accept.includes(one)),
  );
  if (!format || ((format === 'png' || format === 'jpeg') && type !== 'firstpage'))
    return fault(404, 'CLIENT.NotFound', 'The requested format is not available');
  const [, first = '1', last = first] = /^(\d+)(?:-(\d+))?$/.exec(range ?? '') ?? [];
  const pages = pagesOf(publication, type).length;
  const page = last === first ? Number(first) : Number(first) < pages ? Number(first) + 1 : Number(first) - 1;
  return { link: `${country}/${number}/${kind}`, publication, type, format, page };
}

/** One page, made anew each time around the scan that is kept. */
export function picture(
  { publication, type, format, page }: PictureRequest,
  now: Date,
): Reply & { readonly is: 'bytes' } {
  const there = pagesOf(publication, type)[page - 1];
  if (!there) return noResults();
  const bytes = (mime: string, body: Buffer): Reply & { readonly is: 'bytes' } => ({
    is: 'bytes',
    status: 200,
    type: mime,
    body,
  });
  if (format === 'png' || format === 'jpeg') return bytes(`image/${format}`, pictureOf(publication, format));
  const scan = scanOf(publication, type, page);
  if (!scan) return noResults();
  if (format === 'tiff') return bytes('application/tiff', tiff(scan));
  const { section } = there.page;
  const title = `${section.charAt(0)}${section.slice(1).toLowerCase().replace('_', ' ')}`;
  return bytes('application/pdf', pdf(scan, { title, now }));
}
