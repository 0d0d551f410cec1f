import { notFound, respond, Type } from '@dossier/sdk';
import type { Answer, InterfaceDocuments, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { assets } from './assets.ts';
import { eventsPage } from './events-page.ts';
import { page, policy } from './page.ts';
import type { PageParts } from './page.ts';
import { restPage } from './rest-page.ts';
import { schemaPage } from './schema-page.ts';

const gate = {
  open: 'to everyone',
  why: 'It shows the documents of the interface, which everybody may read, and no data.',
} as const;
const media = ['text/html'];

export const routes = {
  rest: {
    method: 'GET',
    url: '/docs',
    gate,
    media,
    summary: 'The reference for people: every operation of REST, to be read and tried.',
  },
  events: {
    method: 'GET',
    url: '/docs/events',
    gate,
    media,
    summary: 'The reference for people: addresses and messages of the realtime push.',
  },
  schema: {
    method: 'GET',
    url: '/docs/graphql',
    gate,
    media,
    summary: 'The reference for people: what GraphQL reads.',
  },
  asset: {
    method: 'GET',
    url: '/docs/assets/:name',
    gate,
    media: ['text/javascript', 'text/css'],
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    summary: 'A script or a style sheet of the reference; its address names its content.',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** Pages are made once: what they show changes with what is installed alone. */
export function handlers(documents: InterfaceDocuments): RouteHandlers<typeof routes> {
  return {
    rest: once(() => restPage(documents.openApi())),
    events: once(() => eventsPage(documents.asyncApi())),
    schema: once(() => schemaPage(documents.graphql())),
    async asset({ params: { name } }) {
      const found = (await assets()).files.get(name);
      if (!found) throw notFound();
      const type = `${found.type}; charset=utf-8`;
      return respond(found.bytes, {
        headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
      });
    },
  };
}

function once(make: () => PageParts): () => Promise<Answer> {
  let made: Promise<Answer> | undefined;
  return () => (made ??= shown(make()));
}

const shown = async (parts: PageParts): Promise<Answer> =>
  respond(page(parts, await assets()), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(parts),
      'cache-control': 'no-cache',
    },
  });
