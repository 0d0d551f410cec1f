import type { ErasedSpec, OpenApiDocument, OpenApiOperation } from '@dossier/sdk';
import { MOST_FAULTS } from './problems.ts';
import { operation, problemContent } from './openapi-operation.ts';
import { routes } from './kinds.ts';
import { resourcesOf } from './resources.ts';

/** What holds for every operation. */
const description = `The interface of the plugins that are installed here. Errors are problem details (RFC 9457) with a stable \`code\`.

**JSON** is UTF-8 (RFC 8259). What readers of JSON decide differently has one answer here, for bodies, for JSON uploads, for GraphQL requests and for JSON in a query: a member that is
named twice in its object is refused (400 \`bad-json\`, \`bad-query\` in a query) with a pointer to it. The order of members says nothing: with an \`Idempotency-Key\`, bodies are compared
in their canonical form (RFC 8785). \`-0\` is 0. Whole numbers that a double would change (9007199254740993) and numbers beyond it (1e400) are refused (422 \`out-of-range\`); a number
written with a fraction or an exponent is approximate, and the nearest double. Texts with the character NUL or half of a character (an unpaired surrogate) are refused
(422 \`unstorable-text\`), but where an operation says that it takes any. One mark of byte order (BOM) in front is passed over. \`__proto__\` is a name like any other.
A body of no bytes is none, whatever its Content-Type.`;

/**
 * The OpenAPI 3.1 document, made from the routes as the plan knows them: what is documented is what is served.
 * It tells neither of mounts, which speak protocols of their own, nor of the pages of the web application.
 */
export function openApi(plugins: readonly ErasedSpec[], o: { version: string; serverUrl: string }): OpenApiDocument {
  const resources = resourcesOf(
    plugins.flatMap((plugin) => routes.of(plugin).map((route) => ({ plugin: plugin.id, ...route }))),
  );
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const plugin of plugins) {
    for (const [name, route] of Object.entries(plugin.routes ?? {})) {
      for (const [index, url] of [route.url, ...(route.aliases ?? [])].entries()) {
        const path = url.replace(/:([A-Za-z]+)/g, '{$1}');
        (paths[path] ??= {})[route.method.toLowerCase()] = operation(
          plugin.id,
          index === 0 ? name : `${name}-${index}`,
          route,
          resources(route),
        );
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version: o.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: o.serverUrl }],
    tags: plugins
      .filter((plugin) => Object.keys(plugin.routes ?? {}).length > 0)
      .map((plugin) => ({ name: plugin.id })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'API key of an organization; `Authorization: Bearer` takes it as well.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Personal access token, or an access token of the identity provider.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'dossier',
          description: 'Session of a browser; unsafe methods also need the header X-Dossier-CSRF.',
        },
      },
      responses: {
        Problem: {
          description:
            'Not the fault of who asks: a part of the installation is starting or failing, or busy (503, with `Retry-After` where it is known). The same request may succeed later.',
          content: problemContent,
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'code', 'detail'],
          properties: {
            type: { type: 'string', format: 'uri-reference' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string' },
            detail: { type: 'string' },
            errors: {
              type: 'array',
              maxItems: MOST_FAULTS,
              description: 'What was found wrong, each with a JSON pointer into the body, or ?name for a parameter.',
              items: {
                type: 'object',
                required: ['pointer', 'code', 'detail'],
                properties: {
                  pointer: { type: 'string' },
                  code: { type: 'string' },
                  detail: { type: 'string' },
                  position: {
                    type: 'integer',
                    minimum: 1,
                    description: 'Character of the text there at which it is wrong, in UTF-16 units from 1.',
                  },
                },
              },
            },
            more: {
              type: 'integer',
              minimum: 1,
              description: `Faults that were found in addition, when there are more than ${MOST_FAULTS}.`,
            },
          },
        },
      },
    },
  };
}
