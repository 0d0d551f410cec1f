import { Readable } from 'node:stream';
import { idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications } from './contract.ts';
import type { Exporting } from './exporting.ts';
import { List } from './routes.ts';

const { workspaceId: _workspace, limit: _limit, include: _include, cursor: _cursor, ...narrowing } = List.properties;

/** The list as a file. */
export const exportRoutes = {
  export: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/applications.csv',
    params: Type.Object({ workspaceId: idText() }),
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
    media: ['text/csv'],
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** Those of a list that may be given several times, or separated by commas. */
const several = (given: readonly string[] | undefined): readonly string[] | undefined =>
  given?.flatMap((one) => one.split(',')).filter((one) => one !== '');

export const exportHandlers = (exporting: Exporting): RouteHandlers<typeof exportRoutes> => ({
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
});
