import { Readable } from 'node:stream';
import { ActorShown, idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications } from './contract.ts';
import { createExporting, MOST_ROWS } from './exporting.ts';
import { List } from './routes.ts';
import { MOST_SOURCES, sourcesMet } from './sources.ts';

const { workspaceId: _workspace, limit: _limit, include: _include, cursor: _cursor, ...narrowing } = List.properties;

const Workspace = Type.Object({ workspaceId: idText() });

/** A workspace's list as a file, and from whom it comes. */
export const listRoutes = {
  export: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/applications/export',
    params: Workspace,
    query: Type.Object({
      ...narrowing,
      columns: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Answers, in addition: the id of a template, a colon and the key of a field. Repeated, or separated by commas. What is no more is left out.',
        }),
      ),
    }),
    gate: inWorkspace({ permission: readApplications }),
    summary: 'All applications of the workspace that a list finds, as CSV; the export stands in the trail',
    problems: { 422: `The list has more than ${MOST_ROWS} applications (\`too-many-rows\`)` },
    media: ['text/csv'],
  },
  sources: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/application-sources',
    params: Workspace,
    reply: Type.Object({
      sources: Type.Array(ActorShown, {
        description: `Keys first, then people, each by name; ${MOST_SOURCES} at most.`,
      }),
      more: Type.Boolean({ description: 'There are others besides.' }),
    }),
    gate: inWorkspace({ permission: readApplications }),
    summary: 'The keys and people who have sent applications to the workspace, by which its list can be narrowed',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** Values that may be given several times, or separated by commas. */
const several = (given: readonly string[] | undefined): readonly string[] | undefined =>
  given?.flatMap((one) => one.split(',')).filter((one) => one !== '');

export function listHandlers(o: Parameters<typeof createExporting>[0]): RouteHandlers<typeof listRoutes> {
  const exporting = createExporting(o);
  const met = sourcesMet(o.database);
  return {
    async export({ access, query: { status, flag, columns, ...query } }) {
      const wanted = {
        ...query,
        ...(status === undefined ? {} : { status: several(status) }),
        ...(flag === undefined ? {} : { flag: several(flag) }),
        ...(columns === undefined ? {} : { columns: several(columns) }),
      };
      return respond(Readable.from(await exporting.of(access, wanted)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="applications.csv"',
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        },
      });
    },
    async sources({ access }) {
      const { sources, more } = await met(access);
      return { sources: [...sources], more };
    },
  };
}
