import { pagesOf } from '../images/scans.ts';
import { picture } from './pictures.ts';
import type { PictureRequest } from './pictures.ts';
import { fault, page } from './reply.ts';
import type { Reply } from './reply.ts';
import type { FaultyPage, Settings } from './settings.ts';

interface Spoiled {
  readonly reply: Reply | null;
  /** Milliseconds before it is sent. */
  readonly delay: number;
}

/** A page of images, with the fault that was asked for at this page of this document. Null is a lost answer. */
export function pageOf(request: PictureRequest, settings: Settings, now: Date): Spoiled {
  const faulty = settings.pages.find(
    ({ page: n, link = '' }) => n === request.page && `${request.link}/${request.type}`.startsWith(link),
  );
  const reply = picture(request, now);
  if (!faulty) return { reply, delay: 0 };
  if (faulty.times !== undefined && (faulty.times -= 1) <= 0)
    settings.pages = settings.pages.filter((one) => one !== faulty);
  return { reply: spoil(faulty, request, reply, now), delay: faulty.how === 'slow' ? (faulty.delay ?? 2000) : 0 };
}

function spoil(
  { how }: FaultyPage,
  request: PictureRequest,
  reply: Reply & { readonly is: 'bytes' },
  now: Date,
): Reply | null {
  const { body } = reply;
  switch (how) {
    case 'slow':
      return reply;
    case 'lost':
      return null;
    case 'error':
      return fault(500, 'SERVER.DomainAccess', 'The request could not be processed');
    case 'html':
      return page(200, 'Maintenance');
    case 'truncated':
      return { ...reply, body: body.subarray(0, Math.floor(body.length / 2)) };
    case 'broken':
      // What begins as it should and is nothing then.
      return {
        ...reply,
        body: Buffer.concat([body.subarray(0, 64), Buffer.alloc(Math.max(0, body.length - 64), 0x20)]),
      };
    case 'other': {
      const pages = pagesOf(request.publication, request.type).length;
      return picture(
        { ...request, page: request.page < pages ? request.page + 1 : Math.max(1, request.page - 1) },
        now,
      );
    }
  }
}
