/** Pages of publications as files. */
import { Readable } from 'node:stream';
import { idText, inWorkspace, pathText, Problem, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { patentsFeature, searchPatents } from '../contract.ts';
import { rangeOf, within } from '../pdf/ranges.ts';
import type { PdfService } from '../pdf/service.ts';
import { DocumentState } from '../replies.ts';

const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const params = Type.Object({ workspaceId: idText(), number: Type.String({ description: 'EP1000000A1' }) });
const url = '/api/v1/workspaces/:workspaceId/patents/:number';
const asksOffice =
  'Too few credits are left (`no-credits`), the organization has set up no account (`office-not-set-up`) or a wrong one (`office-key`), the office gives no texts of this country (`no-text`) or not so much at once (`too-much`), or several publications have this number (`several-publications`)';
const DrawingReply = Type.Object({ url: pathText('Where the drawing is.') }, { title: 'PatentDrawing' });

export const routes = {
  startPdf: {
    method: 'POST',
    url: `${url}/pdf`,
    gate,
    summary:
      'Ask for the pages of a publication that are not there: all of them, or some. Each costs a credit when it has come; which pages there are costs one, where nobody has asked for that yet. They come one after the other (topic of documents), and pages that failed can be asked for again',
    params,
    body: Type.Object(
      {
        pages: Type.Optional(
          Type.Array(Type.Integer({ minimum: 1, maximum: 100_000 }), {
            minItems: 1,
            maxItems: 1_000,
            uniqueItems: true,
            description: 'From 1; all when it is left out.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: DocumentState,
    status: 202,
    resource: null,
    problems: { 409: `${asksOffice}; or the office has no pages of this publication (\`no-document\`)` },
  },
  stopPdf: {
    method: 'DELETE',
    url: `${url}/pdf`,
    gate,
    summary: 'Ask for no more pages; the one that is on its way still comes, and what has come stays',
    params,
    reply: DocumentState,
    status: 200,
    resource: null,
  },
  pdfState: {
    method: 'GET',
    url: `${url}/pdf`,
    gate,
    summary: 'Which pages of a publication are there, and what the others cost; asking costs nothing',
    params,
    reply: DocumentState,
  },
  pdfFile: {
    method: 'GET',
    url: `${url}/pdf/file`,
    gate,
    summary:
      'The pages as one PDF. While some are missing it has a sheet for each of them that says so, and X-Partial names them',
    params,
    media: ['application/pdf'],
    otherAnswers: { 206: { summary: 'The bytes of Range', media: ['application/pdf'] } },
    problems: {
      409: 'No page is there yet (`no-pages`)',
      410: 'The file is no longer kept (`gone`)',
      416: 'Nothing of Range is in the file',
    },
  },
  askDrawing: {
    method: 'POST',
    url: `${url}/drawing`,
    gate,
    summary: 'Ask for the drawing of the first page, which is kept then: 1 credit where it is not there',
    params,
    reply: DrawingReply,
    status: 200,
    resource: null,
    problems: { 409: `${asksOffice}; or the office has no such drawing (\`no-drawing\`)` },
  },
  drawing: {
    method: 'GET',
    url: `${url}/drawing`,
    gate,
    summary: 'The drawing of the first page, where it is kept',
    params,
    media: ['image/png'],
    problems: { 410: 'The file is no longer kept (`gone`)' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** Whatever a file turns out to be, a browser neither guesses its type nor runs anything in it. */
const shown = (contentType: string, fileName: string) => ({
  'content-type': contentType,
  'content-disposition': `inline; filename="${fileName}"`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
});

export const handlers = ({ documents, drawings, content }: PdfService): RouteHandlers<typeof routes> => ({
  startPdf: ({ access, params: { number }, body }) => documents.start(access, number, body.pages),
  stopPdf: ({ access, params: { number } }) => documents.stop(access, number),
  pdfState: ({ access, params: { number } }) => documents.state(access, number),
  async pdfFile({ access, params: { number }, headers }) {
    const { fileName, bytes, size, missing } = await content(access, number);
    const usual = shown('application/pdf', fileName);
    if (missing.length > 0)
      return respond(Readable.from(bytes), {
        headers: {
          ...usual,
          'content-length': String(size),
          'accept-ranges': 'none',
          'cache-control': 'private, no-store',
          'x-partial': missing.join(','),
        },
      });
    const kept = { ...usual, 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=300' };
    // There is no mark by which a reader could know that its part is of this file.
    const range = headers['if-range'] === undefined ? rangeOf([headers['range'] ?? []].flat().at(0), size) : 'whole';
    if (range === 'beyond') throw beyond(size);
    if (range === 'whole')
      return respond(Readable.from(bytes), { headers: { ...kept, 'content-length': String(size) } });
    return respond(Readable.from(within(bytes, range)), {
      status: 206,
      headers: {
        ...kept,
        'content-length': String(range.to - range.from + 1),
        'content-range': `bytes ${range.from}-${range.to}/${size}`,
      },
    });
  },
  async askDrawing({ access, params: { workspaceId, number } }) {
    await drawings.ask(access, number);
    return { url: `/api/v1/workspaces/${workspaceId}/patents/${number}/drawing` };
  },
  async drawing({ access, params: { number } }) {
    const { bytes, size } = await drawings.read(access, number);
    return respond(Readable.from(bytes), {
      headers: {
        ...shown('image/png', `${number}.png`),
        'content-length': String(size),
        'cache-control': 'private, max-age=300',
      },
    });
  },
});

export const checks = ({ documents }: PdfService): RouteChecks<typeof routes> => ({
  startPdf: ({ access, params: { number }, body: { pages = [] } }) => documents.faults(access, number, pages),
});

const beyond = (size: number): Problem =>
  new Problem(416, 'range', 'Nothing is there', {
    detail: `The file has ${size} bytes.`,
    headers: { 'content-range': `bytes */${size}` },
  });
