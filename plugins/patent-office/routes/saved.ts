import { entityTag, idText, ofSubject, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { mostOfPatents, patentsFeature, SavedPatent, savePatents } from '../contract.ts';
import type { Exporting } from '../export/exporting.ts';
import type { Saving } from '../saved/saved.ts';

const reads = { feature: patentsFeature, permission: readApplications };
const writes = { feature: patentsFeature, permission: savePatents };
const params = Type.Object({ id: idText('Of the application.') });
const one = Type.Object({
  id: idText('Of the application.'),
  number: Type.String({ maxLength: 60, description: 'Of the patent, in any usual spelling.' }),
});
const several = 'Several publications have this number (`several-publications`)';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const routes = {
  saved: {
    method: 'GET',
    url: '/api/v1/applications/:id/patents',
    gate: ofSubject('application', reads),
    params,
    reply: Type.Array(SavedPatent),
    summary: 'Patents that are saved to an application, the last one first',
  },
  savedOne: {
    method: 'GET',
    url: '/api/v1/applications/:id/patents/:number',
    etag: 'sent',
    gate: ofSubject('application', reads),
    params: one,
    reply: SavedPatent,
    problems: { 409: several },
    summary: 'One of them; its ETag is for If-Match',
  },
  save: {
    method: 'PUT',
    url: '/api/v1/applications/:id/patents/:number',
    etag: 'compared',
    gate: ofSubject('application', writes),
    params: one,
    body: Type.Object(
      {
        tag: Type.String({
          maxLength: mostOfPatents.tag,
          description: 'What it is to the application, in a word or two: closest art. May be empty.',
        }),
        reason: Type.String({ maxLength: mostOfPatents.reason, description: 'May be empty.' }),
      },
      { additionalProperties: false },
    ),
    reply: SavedPatent,
    problems: {
      409: 'As many are saved as there may be (`too-many-saved`), or several publications have this number (`several-publications`)',
    },
    summary:
      'Save a patent to an application, or change its tag and reason. It has to be known here: found by a search, or read. Once is as good as twice, in whatever spelling',
  },
  unsave: {
    method: 'DELETE',
    url: '/api/v1/applications/:id/patents/:number',
    etag: 'compared',
    gate: ofSubject('application', writes),
    params: one,
    problems: { 409: several },
    summary: 'Remove a patent from an application; it stays known here, with the notes about it',
  },
  savedCsv: {
    method: 'GET',
    url: '/api/v1/applications/:id/patents.csv',
    gate: ofSubject('application', reads),
    params,
    media: ['text/csv'],
    summary: 'Patents that are saved to an application, as CSV; the export stands in the trail',
  },
  savedXlsx: {
    method: 'GET',
    url: '/api/v1/applications/:id/patents.xlsx',
    gate: ofSubject('application', reads),
    params,
    media: [xlsx],
    problems: { 409: 'This installation makes no Excel files (`no-workbooks`)' },
    summary: 'Patents that are saved to an application, as XLSX; the export stands in the trail',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface SavedServices {
  readonly saving: Saving;
  readonly exporting: Exporting;
}

export const handlers = ({ saving, exporting }: SavedServices): RouteHandlers<typeof routes> => ({
  saved: async ({ access, params: { id } }) => [...(await saving.list(access, id))],
  savedOne: async ({ access, params: { id, number } }) => tagged(await saving.one(access, id, number)),
  save: async ({ access, params: { id, number }, body, headers }) =>
    tagged(await saving.save(access, id, number, body, headers['if-match'])),
  unsave: ({ access, params: { id, number }, headers }) => saving.remove(access, id, number, headers['if-match']),
  savedCsv: async ({ access, params: { id } }) =>
    respond(await exporting.csv(access, id), { headers: download('text/csv; charset=utf-8', 'csv') }),
  savedXlsx: async ({ access, params: { id } }) =>
    respond(await exporting.xlsx(access, id), { headers: download(xlsx, 'xlsx') }),
});

const tagged = (saved: SavedPatent) => respond(saved, { headers: { etag: entityTag(saved.version) } });

const download = (type: string, ending: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="saved-patents.${ending}"`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
});
