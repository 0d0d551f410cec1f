import { t } from '@dossier/core/testing/t';
import { conflict, definePlugin, idText, newId, Problem, Type } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';

const gate = { open: 'to everyone', why: 'A test asks.' } as const;
const one = Type.Object({ id: idText() });
const shown = { ...one.properties, at: Type.String() };

const plugin = definePlugin({
  id: 'shelf',
  version: '1.0.0',
  kernel: '*',
  routes: {
    silent: { method: 'GET', url: '/api/v1/shelf/silent', gate, summary: 'Says nothing of 409' },
    half: {
      method: 'GET',
      url: '/api/v1/shelf/half',
      gate,
      summary: 'Names no code',
      problems: { 409: 'It is taken' },
    },
    told: {
      method: 'GET',
      url: '/api/v1/shelf/told',
      gate,
      summary: 'Names both',
      problems: { 409: 'It is taken (`taken`)' },
    },
    broken: { method: 'GET', url: '/api/v1/shelf/broken', gate, summary: 'Fails' },
    book: {
      method: 'GET',
      url: '/api/v1/shelf/:id',
      gate,
      params: one,
      reply: Type.Object(shown),
      summary: 'Has a moment without a format',
    },
    books: {
      method: 'GET',
      url: '/api/v1/shelf',
      gate,
      reply: Type.Array(Type.Object({ id: Type.String() })),
      summary: 'Has identifiers without a format',
    },
    loose: {
      method: 'GET',
      url: '/api/v1/shelf/loose',
      gate,
      reply: Type.Object({ pages: Type.Array(Type.Object({ number: Type.Integer() })) }),
      summary: 'Tells more than its schema says',
    },
    mistaken: {
      method: 'GET',
      url: '/api/v1/shelf/mistaken',
      gate,
      reply: Type.Object({ pages: Type.Integer() }),
      summary: 'Tells a text where its schema says a number',
    },
    open: {
      method: 'GET',
      url: '/api/v1/shelf/open',
      gate,
      reply: Type.Object({ pages: Type.Integer() }, { additionalProperties: true }),
      summary: 'Says that there may be more',
    },
  },
  setup(_needs, context) {
    const refuse = (): never => {
      throw conflict('taken', 'Take another one.');
    };
    context.routes({
      silent: refuse,
      half: refuse,
      told: refuse,
      broken() {
        throw new Problem(503, 'busy', 'Busy', { detail: 'Later.' });
      },
      book: ({ params }) => ({ id: params.id, at: '2026-03-02T09:30:00.000Z' }),
      books: () => [{ id: newId() }],
      loose: () => ({ pages: [{ number: 1, secret: 'x' }] }),
      mistaken: () => JSON.parse('{ "pages": "many" }') as { pages: number },
      open: () => ({ pages: 1, cover: 'red' }),
    });
  },
});

t.test('a test client fails where a route answers what its documentation does not name', async (t) => {
  await using kernel = await testKernel({ plugins: [plugin] });
  await t.rejects(kernel.get('/api/v1/shelf/silent'), { message: /GET \/api\/v1\/shelf\/silent answers 409 taken/ });
  await t.rejects(kernel.get('/api/v1/shelf/half?of=it'), { message: /answers 409 taken/ }, 'its code is named too');
  t.match(await kernel.get('/api/v1/shelf/told'), { status: 409 });
  t.match(await kernel.get('/api/v1/shelf/broken'), { status: 503 }, 'of what is our fault all operations tell alike');
  t.match(await kernel.request({ method: 'DELETE', url: '/api/v1/shelf/told' }), { status: 405 });
  t.match(await kernel.get('/api/v1/cupboard'), { status: 404 }, 'no operation, no documentation');
});

t.test('a test client fails where an identifier or a moment has no format', async (t) => {
  await using kernel = await testKernel({ plugins: [plugin] });
  await t.rejects(kernel.get(`/api/v1/shelf/${newId()}`), {
    message: /GET \/api\/v1\/shelf\/\{id\} answers 200 with \/at = 2026/,
  });
  await t.rejects(kernel.get('/api/v1/shelf'), { message: /answers 200 with \/\*\/id = / });
});

t.test(
  'a test client fails where a reply tells what its schema does not name, or something of another type',
  async (t) => {
    await using kernel = await testKernel({ plugins: [plugin] });
    await t.rejects(kernel.get('/api/v1/shelf/loose'), { message: /\/pages\/\*\/secret is not in its schema/ });
    await t.rejects(kernel.get('/api/v1/shelf/mistaken'), { message: /\/pages must be integer/ });
    t.match(await kernel.get('/api/v1/shelf/open'), { status: 200 });
  },
);
