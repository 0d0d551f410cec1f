import { inOrganization, invalid, notFound, pointerTo, respond, Type } from '@dossier/sdk';
import type { Part, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readAccent } from './accent.ts';
import { logoLimit } from './branding.ts';
import type { Branding as Brandings } from './branding.ts';
import { AccentReading, Branding, manageOrganization } from './contract.ts';
import type { Organizations } from './organizations.ts';
import { brandingShown } from './replies.ts';

const gate = inOrganization({ permission: manageOrganization });
const Accent = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  minLength: 7,
  maxLength: 7,
  description: 'A colour as #RRGGBB.',
});

export const brandingRoutes = {
  branding: {
    method: 'GET',
    etag: { of: ['logo', 'accent'] },
    url: '/api/v1/organization/branding',
    gate,
    summary: 'Logo and accent colour of the active organization, with how the accent can be read',
    reply: Branding,
  },
  setAccent: {
    method: 'PUT',
    url: '/api/v1/organization/branding',
    gate,
    summary: 'Choose the accent colour, or none; the answer says how it can be read',
    reply: Branding,
    body: Type.Object(
      { accent: Type.Union([Accent, Type.Null()]) },
      { additionalProperties: false, examples: [{ accent: '#0A7D5C' }] },
    ),
  },
  previewAccent: {
    method: 'GET',
    url: '/api/v1/organization/branding/preview',
    gate,
    summary: 'How an accent colour could be read; changes nothing',
    reply: AccentReading,
    query: Type.Object({ accent: Accent }, { additionalProperties: false }),
  },
  setLogo: {
    method: 'PUT',
    resource: '/api/v1/organization/branding',
    url: '/api/v1/organization/logo',
    gate,
    reply: Branding,
    summary:
      'Upload the logo: PNG, JPEG or WebP of at most 1 MB and 4096 pixels each way, as multipart/form-data with one file or as JSON with base64. It is kept as a picture of at most 640 by 240 pixels, PNG or JPEG, which reports, letters and pages all draw',
    multipart: { fileSize: logoLimit, files: 1 },
    bodyLimit: Math.ceil(logoLimit / 3) * 4 + 4_096,
    body: Type.Object(
      { contentBase64: Type.String({ contentEncoding: 'base64' }) },
      { additionalProperties: false, examples: [{ contentBase64: 'iVBORw0KGgo=' }] },
    ),
  },
  removeLogo: {
    method: 'DELETE',
    resource: '/api/v1/organization/branding',
    url: '/api/v1/organization/logo',
    gate,
    summary: 'Remove the logo',
    reply: Branding,
  },
  logo: {
    method: 'GET',
    url: '/logos/:hash',
    summary: 'A logo; its address stands in the branding',
    media: ['image/png', 'image/jpeg', 'image/webp'],
    gate: {
      open: 'to everyone',
      why: 'An organization shows its logo to the outside: in mail and on pages of people who work in other organizations too. The address cannot be guessed.',
    },
    params: Type.Object({ hash: Type.String() }),
    perMinute: 600,
    otherAnswers: { 304: { summary: 'If-None-Match names it already' } },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const brandingHandlers = (
  branding: Brandings,
  organizations: Pick<Organizations, 'own'>,
): RouteHandlers<typeof brandingRoutes> => ({
  async branding({ access }) {
    const organization = await organizations.own(access);
    if (!organization) throw notFound();
    return brandingShown(organization);
  },
  setAccent: async ({ access, body }) => brandingShown(await branding.setAccent(access, body.accent)),
  previewAccent: ({ query }) => readAccent(query.accent),
  async setLogo(request) {
    const bytes = request.isMultipart ? await onlyFile(request.parts()) : decoded(request.body?.contentBase64 ?? '');
    return brandingShown(await branding.setLogo(request.access, bytes));
  },
  removeLogo: async ({ access }) => brandingShown(await branding.removeLogo(access)),
  async logo({ params: { hash }, headers }) {
    const logo = /^[\w-]{20,64}$/.test(hash) ? await branding.logoAt(hash) : null;
    if (!logo) throw notFound();
    const kept = {
      // The address names the content, so what was loaded once holds for ever.
      etag: `"${hash}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      // Pages that show a mail are of another origin.
      'cross-origin-resource-policy': 'cross-origin',
      // A browser neither guesses another type nor runs anything in it.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    };
    if (headers['if-none-match'] === kept.etag) return respond(undefined, { status: 304, headers: kept });
    return respond(logo.bytes, {
      headers: { ...kept, 'content-type': logo.contentType, 'content-disposition': 'inline' },
    });
  },
});

const noFile = () =>
  invalid([{ pointer: '/contentBase64', code: 'no-file', detail: 'Send one picture: PNG, JPEG or WebP.' }]);

/** The file of a multipart form, under any field name; as much of it as shows that it is too large. */
async function onlyFile(parts: AsyncIterable<Part>): Promise<Buffer> {
  let bytes: Buffer | undefined;
  for await (const part of parts) {
    if (part.kind === 'field')
      throw invalid([
        {
          pointer: pointerTo(part.name.slice(0, 100)),
          code: 'additionalProperties',
          detail: 'This form takes one file and nothing else.',
        },
      ]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of part.stream) chunks.push(chunk);
    // What the server has cut off was larger than a logo may be.
    bytes = Buffer.concat(part.stream.truncated ? [...chunks, Buffer.alloc(logoLimit)] : chunks);
  }
  if (bytes === undefined || bytes.length === 0) throw noFile();
  return bytes;
}

function decoded(text: string): Buffer {
  if (text === '') throw noFile();
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalid([
      { pointer: '/contentBase64', code: 'bad-base64', detail: 'This is not base64 (RFC 4648, section 4).' },
    ]);
  return Buffer.from(text, 'base64');
}
