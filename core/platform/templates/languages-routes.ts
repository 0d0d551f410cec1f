import { entityTag, inOrganization, orNull, regionalMembers, respond, Type } from '@dossier/sdk';
import type { RouteHandlers } from '@dossier/sdk';
import { exactly } from './content-schema.ts';
import { manageTemplates } from './contract.ts';
import { HashText, TranslatedText } from './languages.ts';
import type { Language, Languages, Place } from './languages.ts';
import { bodyLimit, Id } from './routes.ts';

const gate = inOrganization({ permission: manageTemplates });
const One = Type.Object({ ...Id.properties, language: regionalMembers.language });
const Row = Type.Object({
  language: Type.String(),
  texts: Type.Integer({ description: 'Texts of the draft.' }),
  translated: Type.Integer(),
  stale: Type.Integer({ description: 'Their text has changed since it was translated.' }),
  missing: Type.Integer(),
});
const LanguageReply = Type.Object({
  language: Type.String(),
  texts: Type.Array(
    Type.Object({
      place: Type.String({ description: 'It stays when keys are renamed and things are moved.' }),
      source: Type.String(),
      text: Type.Union([Type.String(), Type.Null()]),
      state: Type.Union([Type.Literal('translated'), Type.Literal('stale'), Type.Literal('missing')]),
      hash: Type.String({ description: 'Of the source; send it with the translation of it.' }),
      was: orNull(Type.String({ description: 'What a stale translation translates, where that is known.' })),
    }),
  ),
});
const Texts = Type.Object(
  {
    texts: Type.Record(
      Type.String(),
      Type.Union([Type.Object({ text: TranslatedText, hash: Type.Optional(HashText) }, exactly), Type.Null()]),
      { maxProperties: 5000, description: 'By place; null takes a translation away.' },
    ),
  },
  exactly,
);

/** A template in other languages. */
export const languageRoutes = {
  languages: {
    method: 'GET',
    url: '/api/v1/templates/:id/languages',
    params: Id,
    reply: Type.Array(Row),
    gate,
    summary: 'The languages into which a template was translated, and how far',
  },
  language: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/templates/:id/languages/:language',
    params: One,
    reply: LanguageReply,
    gate,
    summary: 'The texts of the draft and their translations; its ETag is for If-Match',
  },
  translate: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/templates/:id/languages/:language',
    params: One,
    body: Texts,
    bodyLimit,
    reply: LanguageReply,
    gate,
    summary: 'Translate texts; those that are not named stay. With If-Match only what you read (412)',
    problems: {
      409: 'The template is written in this language (`own-language`), or has as many as it may have (`too-many`)',
    },
  },
  removeLanguage: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/templates/:id/languages/:language',
    params: One,
    gate,
    summary: 'Take a language away from a template, with its translations',
  },
} as const;

const count = (texts: readonly Place[], state: Place['state']): number =>
  texts.filter((one) => one.state === state).length;
const reply = ({ language, texts, revision }: Language) =>
  respond({ language, texts: [...texts] }, { headers: { etag: entityTag(revision) } });

/** How much of a template is translated into a language. */
export const coverageOf = ({ language, texts }: Language) => ({
  language,
  texts: texts.length,
  translated: count(texts, 'translated'),
  stale: count(texts, 'stale'),
  missing: count(texts, 'missing'),
});

export const languageHandlers = (languages: Languages): RouteHandlers<typeof languageRoutes> => ({
  languages: async ({ access, params }) => (await languages.list(access.organization, params.id)).map(coverageOf),
  language: async ({ access, params }) => reply(await languages.one(access.organization, params.id, params.language)),
  translate: async ({ access, params, body, headers }) =>
    reply(await languages.put(access, params.id, params.language, body.texts, headers['if-match'])),
  removeLanguage: ({ access, params }) => languages.remove(access, params.id, params.language),
});
