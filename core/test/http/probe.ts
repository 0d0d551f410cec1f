import { definePlugin, feature, inOrganization, inWorkspace, permission, Type } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';

export const probing = feature('probing', { title: 'Probing' });
export const probe = permission('probe.use', { title: 'Use the probe', feature: probing });

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    size: Type.Integer({ minimum: 1 }),
    kind: Type.Union([Type.Literal('A'), Type.Literal('B')]),
    tags: Type.Optional(
      Type.Array(Type.Object({ key: Type.String() }, { additionalProperties: false }), { maxItems: 2 }),
    ),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    why: Type.Optional(Type.String({ pattern: '\\S', description: 'Say why.' })),
    note: Type.Optional(Type.Union([Type.String({ minLength: 2, pattern: '\\S' }), Type.Null()])),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    part: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Literal('text'), text: Type.String() }, { additionalProperties: false }),
        Type.Object({ kind: Type.Literal('size'), size: Type.Integer() }, { additionalProperties: false }),
        Type.Null(),
      ]),
    ),
    mark: Type.Optional(Type.Union([Type.Literal('x'), Type.Literal(1), Type.Null()])),
  },
  { additionalProperties: false },
);

/**
 * One route of each sort, so that each class of failure can be met. `secret` is in everything that must not leave the
 * server.
 */
export const probePlugin = (o: { failing?: () => boolean } = {}): Plugin =>
  definePlugin({
    id: 'probe',
    version: '1.0.0',
    kernel: '^1.0.0',
    features: [probing],
    permissions: [probe],
    routes: {
      write: {
        method: 'POST',
        url: '/probe/:workspaceId',
        gate: inWorkspace({ permission: probe, actors: ['user', 'key'] }),
        summary: 'Write',
        body: Body,
      },
      small: {
        method: 'PUT',
        url: '/small',
        gate: inOrganization(),
        summary: 'Small',
        bodyLimit: 100,
        body: Type.Object({ text: Type.String() }),
      },
      find: {
        method: 'GET',
        url: '/find',
        gate: inOrganization(),
        summary: 'Find',
        query: Type.Object(
          { limit: Type.Integer({ minimum: 1, maximum: 10, default: 5 }), on: Type.Optional(Type.Boolean()) },
          { additionalProperties: false },
        ),
      },
      break: { method: 'GET', url: '/break', gate: inOrganization(), summary: 'Break' },
      slow: {
        method: 'POST',
        url: '/slow',
        gate: { open: 'to everyone', why: 'A test of slow clients.' },
        summary: 'Slow',
        body: Type.Object({}),
      },
      files: {
        method: 'POST',
        url: '/files',
        gate: inOrganization(),
        summary: 'Files',
        multipart: { fileSize: 10, files: 1 },
      },
    },
    setup(_needs, plugin) {
      if (o.failing?.()) throw new Error('secret: the set-up failed');
      plugin.routes({
        write: ({ body }) => body,
        small: ({ body }) => body,
        find: ({ query }) => query,
        break() {
          throw Object.assign(new Error('secret: connection to 10.0.0.5 refused'), {
            code: 'ECONNREFUSED',
            detail: 'secret',
            statusCode: 503,
          });
        },
        slow: () => ({}),
        async files(request) {
          const parts: object[] = [];
          for await (const part of request.parts()) {
            if (part.kind === 'field') continue;
            let size = 0;
            for await (const bytes of part.stream) size += bytes.length;
            parts.push({ name: part.fileName, size, truncated: part.stream.truncated });
          }
          return { parts };
        },
      });
    },
  });
