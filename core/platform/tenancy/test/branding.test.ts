import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import { Tenancy } from '../contract.ts';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { jpeg, png, webp } from '../../files/test/pictures.ts';
import { auditEntries } from './stage.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const url = '/api/v1/organization';
const inJson = (bytes: Uint8Array) => ({ contentBase64: Buffer.from(bytes).toString('base64') });
const logoOf = async (who: TestClient): Promise<string | null> => (await who.get(url)).body.branding.logo;

/** Sends the logo as a form does. */
async function inForm(who: TestClient, parts: Readonly<Record<string, string | Uint8Array>>): Promise<TestAnswer> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    form.append(
      name,
      typeof part === 'string' ? part : new File([new Uint8Array(part)], 'logo.bin', { type: 'text/html' }),
    );
  const encoded = new Response(form);
  return who.request({
    method: 'PUT',
    url: `${url}/logo`,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  });
}

t.test('an administrator chooses an accent and hears how it can be read', async (t) => {
  const chosen = await acme.admin.put(`${url}/branding`, { accent: '#0A7D5C' });
  t.match(chosen, {
    status: 200,
    body: {
      logo: null,
      accent: '#0A7D5C',
      contrast: { onLight: 5.12, text: '#fff', verdict: 'good' },
      adjusted: { light: '#0A7D5C', dark: /^#[0-9a-f]{6}$/ },
    },
  });
  t.same((await acme.officer.get(url)).body.branding, chosen.body);
  t.match(await platform.service(Tenancy).accent(acme.organization), {
    accent: '#0A7D5C',
    adjusted: chosen.body.adjusted,
  });
  t.match((await acme.officer.get('/api/v1/organizations')).body, [{ accent: '#0A7D5C' }]);
  t.match(await acme.officer.graphql('{ viewer { organization { accent logo } } }'), {
    data: { viewer: { organization: { accent: '#0A7D5C', logo: null } } },
  });
  t.match(
    (await beta.admin.get(url)).body.branding,
    { accent: null, contrast: null },
    'another organization keeps its own',
  );
  t.match((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1), {
    type: 'tenancy/branding-changed@1',
    actor: { id: acme.admin.id },
    before: { accent: null },
    after: { accent: '#0A7D5C' },
  });

  t.match((await acme.admin.put(`${url}/branding`, { accent: null })).body, {
    accent: null,
    contrast: null,
    adjusted: null,
  });
  t.equal(await platform.service(Tenancy).accent(acme.organization), null);
});

t.test('an accent is a colour and nothing else', async (t) => {
  for (const accent of [
    'red',
    '#fff',
    '#12345',
    '#1234567',
    '#12345g',
    'url(//evil.example)',
    '#000000;} body{display:none',
    '',
    5,
    undefined,
  ]) {
    t.match(
      await acme.admin.put(`${url}/branding`, { accent }),
      { status: 422, body: { errors: [{ pointer: '/accent' }] } },
      `${accent}`,
    );
  }
  t.equal((await acme.admin.get(url)).body.branding.accent, null);
});

t.test('the session of everybody there has the accent as it can be read on light and on dark', async (t) => {
  t.equal((await acme.officer.get('/api/v1/session')).body.shades, null);
  const { adjusted } = (await acme.admin.put(`${url}/branding`, { accent: '#FFD400' })).body;
  t.same((await acme.officer.get('/api/v1/session')).body.shades, adjusted);
  t.equal((await beta.officer.get('/api/v1/session')).body.shades, null, 'another organization keeps its own');
  await acme.admin.put(`${url}/branding`, { accent: null });
});

t.test('a colour is tried without changing anything', async (t) => {
  t.match(await acme.admin.get(`${url}/branding/preview?accent=%23FFD400`), {
    status: 200,
    body: { accent: '#FFD400', contrast: { text: '#000', verdict: 'adjusted' } },
  });
  for (const query of ['', '?accent=yellow', '?accent=%23FFD400&x=1'])
    t.ok([400, 422].includes((await acme.admin.get(`${url}/branding/preview${query}`)).status), query);
  t.equal((await acme.admin.get(url)).body.branding.accent, null);
});

t.test('a logo is shown wherever the organization is', async (t) => {
  const picture = png(120, 40);
  const answer = await acme.admin.put(`${url}/logo`, inJson(picture));
  t.match(answer, { status: 200, body: { logo: /^\/logos\/[\w-]{20,}$/ } });
  const { logo } = answer.body;
  t.match((await acme.officer.get('/api/v1/organizations')).body, [{ name: 'ACME', logo }]);
  t.match((await acme.officer.get('/api/v1/session')).body, { organizations: [{ logo }] });
  t.match(await acme.client.graphql('{ viewer { organizations { logo } } }'), {
    data: { viewer: { organizations: [{ logo }] } },
  });
  t.equal(await logoOf(beta.admin), null);

  const loaded = await platform.get(logo);
  t.match(loaded, {
    status: 200,
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
  t.not(loaded.bytes.equals(picture), 'drawn anew: nothing of what was sent is served');
  t.match(await platform.get(logo, { 'if-none-match': String(loaded.headers['etag']) }), { status: 304, text: '' });
  t.match(await platform.service(Tenancy).logo(acme.organization), {
    contentType: 'image/png',
    width: 120,
    height: 40,
  });
  t.ok(Buffer.from((await platform.service(Tenancy).logo(acme.organization))!.bytes).equals(loaded.bytes), 'for a PDF');
  t.match((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1), {
    type: 'tenancy/branding-changed@1',
    before: { logo: null },
    after: { logo },
  });
});

t.test('an address belongs to one content in one organization', async (t) => {
  const logo = await logoOf(acme.admin);
  const entries = (await auditEntries(platform, acme, 'organization', acme.organization)).length;
  t.equal((await acme.admin.put(`${url}/logo`, inJson(png(120, 40)))).body.logo, logo);
  t.equal(
    (await auditEntries(platform, acme, 'organization', acme.organization)).length,
    entries,
    'the same again is no change',
  );
  t.not(
    (await beta.admin.put(`${url}/logo`, inJson(png(120, 40)))).body.logo,
    logo,
    'who has the file learns nothing about others',
  );
  const next = (await acme.admin.put(`${url}/logo`, inJson(png(120, 40, 255)))).body.logo;
  t.not(next, logo);
  t.equal((await platform.get(logo!)).status, 404, 'the former one is gone');
  t.equal((await platform.get(next)).status, 200);
  for (const other of ['/logos/x', `/logos/${'a'.repeat(43)}`, '/logos/..%2f..%2fsecret.key'])
    t.match(await platform.get(other), { status: 404, body: { code: 'not-found' } });
});

t.test('a logo comes as a form too, and leaves again', async (t) => {
  const answer = await inForm(acme.admin, { anything: png(300, 20) });
  t.equal(answer.status, 200, answer.text);
  t.match(
    await platform.get(answer.body.logo),
    { status: 200, headers: { 'content-type': 'image/png' } },
    'its own type, not the declared one',
  );
  const logo = await logoOf(acme.admin);
  t.match(await acme.admin.delete(`${url}/logo`), { status: 200, body: { logo: null } });
  t.equal((await platform.get(logo!)).status, 404);
  t.equal(await platform.service(Tenancy).logo(acme.organization), null);
  t.match((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1), {
    before: { logo },
    after: { logo: null },
  });
  t.equal((await acme.admin.delete(`${url}/logo`)).status, 200, 'removing nothing is no fault');
});

/** A picture of stripes, or of noise that nothing makes light. */
async function drawn(
  type: 'png' | 'jpeg' | 'webp',
  width: number,
  height: number,
  o: { noise?: boolean; through?: boolean } = {},
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#7A1F3D';
  context.fillRect(0, 0, width / 2, height);
  if (!o.through) context.fillRect(0, 0, width, height);
  if (o.noise) {
    const points = context.getImageData(0, 0, width, height);
    let seed = 1;
    for (let at = 0; at < points.data.length; at++)
      points.data[at] = at % 4 === 3 ? (o.through ? 200 : 255) : (seed = (seed * 48_271) % 2_147_483_647) % 256;
    context.putImageData(points, 0, 0);
  }
  return type === 'png' ? canvas.encode('png') : canvas.encode(type, 80);
}

t.test(
  'every logo that is taken can be drawn by reports, letters and pages: as PNG or JPEG, small and light, whatever it came as',
  async (t) => {
    const cases: readonly (readonly [string, Buffer, readonly [number, number]])[] = [
      ['WebP', await drawn('webp', 300, 40, { through: true }), [300, 40]],
      ['JPEG', await drawn('jpeg', 300, 200), [300, 200]],
      ['wide', await drawn('png', 4_096, 128), [640, 20]],
      ['very wide', png(4_096, 1), [640, 1]],
      ['tall', await drawn('webp', 40, 2_400), [4, 240]],
      ['the largest', await drawn('webp', 4_096, 4_096), [240, 240]],
      ['a photograph', await drawn('webp', 1_280, 480, { noise: true }), [640, 240]],
      ['noise to look through', await drawn('png', 400, 200, { noise: true, through: true }), [120, 60]],
    ];
    for (const [name, bytes, [width, height]] of cases) {
      const answer = await acme.admin.put(`${url}/logo`, inJson(bytes));
      t.equal(answer.status, 200, `${name} ${answer.text}`);
      const served = await platform.get(answer.body.logo);
      const kept = (await platform.service(Tenancy).logo(acme.organization))!;
      t.match(String(served.headers['content-type']), /^image\/(?:png|jpeg)$/, name);
      t.ok(served.bytes.length <= 50_000, `${name}: ${served.bytes.length} bytes`);
      const picture = await loadImage(served.bytes);
      t.strictSame([picture.width, picture.height], [kept.width, kept.height], name);
      t.ok(picture.width <= width && picture.height <= height, `${name}: ${picture.width} × ${picture.height}`);
      t.ok(Math.abs(picture.width / picture.height - width / height) <= width / height / 10, `${name} keeps its shape`);
    }
    for (const none of [jpeg(300, 200), webp('VP8L', 300, 200)])
      t.match(
        await acme.admin.put(`${url}/logo`, inJson(none)),
        { status: 415, body: { detail: /damaged/ } },
        'what looks like a picture and cannot be drawn is refused',
      );
    await acme.admin.delete(`${url}/logo`);
  },
);

t.test('what is no small picture is refused, and nothing changes', async (t) => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [name, bytes] of [
    ['SVG', svg],
    ['HTML', Buffer.from('<!doctype html><script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a cut PNG', png(10, 10).subarray(0, 50)],
    ['a PNG with a tail', Buffer.concat([png(10, 10), svg])],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
  ] as const) {
    t.match(
      await acme.admin.put(`${url}/logo`, inJson(bytes)),
      { status: 415, body: { code: 'unsupported-type', detail: /PNG, JPEG or WebP.*SVG/ } },
      name,
    );
    t.equal((await inForm(acme.admin, { file: bytes })).status, 415, name);
  }
  t.match(await acme.admin.put(`${url}/logo`, inJson(png(4097, 10))), {
    status: 422,
    body: { errors: [{ code: 'bad-size', detail: /4097 × 10/ }] },
  });
  t.equal((await acme.admin.put(`${url}/logo`, inJson(jpeg(10, 0)))).status, 422);
  for (const size of [1_048_577, 3_000_000]) {
    const large = Buffer.concat([png(10, 10), Buffer.alloc(size)]);
    t.match(await acme.admin.put(`${url}/logo`, inJson(large)), { status: 413 });
    t.match(await inForm(acme.admin, { file: large }), { status: 413 });
  }
  for (const body of [
    {},
    { contentBase64: '' },
    { contentBase64: 'not base64!' },
    { ...inJson(png(1, 1)), contentType: 'image/svg+xml' },
  ])
    t.equal((await acme.admin.put(`${url}/logo`, body)).status, 422, JSON.stringify(body));
  t.equal((await inForm(acme.admin, { note: 'a text part' })).status, 422);
  t.equal((await inForm(acme.admin, {})).status, 422);
  t.equal(await logoOf(acme.admin), null);
});
