/** A template as one file, to be taken from one installation or organization to another. */
import { fingerprint, invalid, isRecord, shapeOf, Type } from '@dossier/sdk';
import type { Fault, OrganizationId, Static } from '@dossier/sdk';
import { draftFaults, publishFaults } from './check-content.ts';
import type { InstalledHandlers } from './check-publish.ts';
import { givenContent } from './content-schema.ts';
import { contentOf } from './content.ts';
import type { Template, TemplateContent, Templates } from './contract.ts';
import { Faults } from './faults.ts';
import { formOf } from './form/form.ts';
import type { FormField } from './form/form.ts';
import type { Kinds } from './kinds.ts';
import { HashText, mostLanguages, TranslatedText } from './languages.ts';
import type { FileTranslations } from './languages.ts';

/** What a file says that it is. */
const kindOfFile = 'dossier/template';
/** The version of the layout of files that is written; that of the content is the content's own. */
const fileVersion = 1;

/** What content needs of an installation, each with a digest of what it is there. */
const Need = Type.Object({
  id: Type.String({ maxLength: 200, description: 'As the plugin that brings it calls it.' }),
  digest: Type.String({ maxLength: 100 }),
});

export const TemplateFile = Type.Object({
  kind: Type.Literal(kindOfFile),
  version: Type.Integer({ minimum: 1 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.String({ maxLength: 2000 }),
  content: Type.Object(givenContent, { additionalProperties: false }),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Object({ text: TranslatedText, hash: HashText })), {
      description: 'By language and place, each with the hash of the text that it translates.',
      maxProperties: mostLanguages,
    }),
  ),
  needs: Type.Object({
    fieldKinds: Type.Array(Need, { maxItems: 300 }),
    handlers: Type.Array(Need, { maxItems: 300 }),
  }),
});
export type TemplateFile = Static<typeof TemplateFile>;

/** What an import would come to. */
export interface ImportCheck {
  readonly name: string;
  /** Has the organization a template of this name? */
  readonly nameTaken: boolean;
  /** What the file needs and is not installed here. */
  readonly missing: readonly Needed[];
  /** What is installed here as something else than where the file comes from. */
  readonly differing: readonly Needed[];
  /** What stands against publishing it here; it can be imported all the same. */
  readonly problems: readonly Fault[];
}
export interface Needed {
  readonly what: 'field-kind' | 'handler';
  readonly id: string;
}

export interface Transfer {
  file(template: Template, translations: FileTranslations): TemplateFile;
  /**
   * Reads a file; throws `invalid` (422) when it is none, or of a later version than is known here, with pointers below
   * `/file`.
   */
  read(file: unknown): Promise<TemplateFile>;
  check(organization: OrganizationId, file: unknown, name?: string): Promise<ImportCheck>;
}

export function createTransfer({
  templates,
  kinds,
  handlers,
}: {
  readonly templates: Templates;
  readonly kinds: Kinds;
  readonly handlers: InstalledHandlers;
}): Transfer {
  const kindDigest = (id: string): string | null => {
    const kind = kinds.get(id);
    return kind ? fingerprint({ answer: kind.answer, limits: kind.limits }) : null;
  };
  const handlerDigest = (id: string): string | null =>
    handlers.ids().includes(id) ? fingerprint(handlers.get(id)?.settings ?? null) : null;

  const read: Transfer['read'] = async (given) => {
    const faults = fileFaults(given);
    if (faults.length > 0) throw invalid(faults);
    const file = given as TemplateFile;
    const below = new Faults('/file/content');
    below.take(await draftFaults(file.content, kinds));
    if (below.all.length > 0) throw invalid(below.all);
    return file;
  };

  return {
    file: ({ name, description, draft }, translations) => ({
      kind: kindOfFile,
      version: fileVersion,
      name,
      description,
      content: structuredClone(draft) as TemplateFile['content'],
      ...(Object.keys(translations).length > 0 ? { translations } : {}),
      needs: {
        fieldKinds: kindsIn(draft).map((id) => ({ id, digest: kindDigest(id) ?? '' })),
        handlers: handlersIn(draft).map((id) => ({ id, digest: handlerDigest(id) ?? '' })),
      },
    }),
    read,
    async check(organization, given, name) {
      const file = await read(given);
      const wanted = (name ?? file.name).trim();
      const all = [
        ...file.needs.fieldKinds.map((need) => ({ what: 'field-kind' as const, ...need, here: kindDigest(need.id) })),
        ...file.needs.handlers.map((need) => ({ what: 'handler' as const, ...need, here: handlerDigest(need.id) })),
      ];
      const taken = (await templates.list(organization)).some((one) => one.name === wanted);
      return {
        name: wanted,
        nameTaken: taken,
        missing: all.flatMap(({ what, id, here }) => (here === null ? [{ what, id }] : [])),
        differing: all.flatMap(({ what, id, here, digest }) =>
          here !== null && here !== digest ? [{ what, id }] : [],
        ),
        problems: await publishFaults(contentOf(file.content, { kinds }), { handlers, kinds }),
      };
    },
  };
}

function fileFaults(given: unknown): readonly Fault[] {
  if (!isRecord(given) || given['kind'] !== kindOfFile)
    return [
      {
        pointer: '/file',
        code: 'no-template',
        detail: 'This file is no template. Choose one that was exported from here, or from another installation.',
      },
    ];
  if (Number(given['version']) > fileVersion)
    return [
      {
        pointer: '/file/version',
        code: 'newer-format',
        detail: 'This file was written by a later version. Update this installation, or export it there once more.',
      },
    ];
  return shapeOf(TemplateFile)
    .misfits(given)
    .map(({ pointer, message }) => ({
      pointer: `/file${pointer}`,
      code: 'bad-file',
      detail: `${pointer || 'The file'} ${message}.`,
    }));
}

function kindsIn(content: TemplateContent): readonly string[] {
  const all = (fields: readonly FormField[]): readonly string[] =>
    fields.flatMap(({ kind, fields: inner }) => [kind, ...all(inner)]);
  return [...new Set(all(formOf(content).fields))].toSorted();
}

const handlersIn = ({ workflow }: TemplateContent): readonly string[] =>
  [...new Set(workflow.flatMap(({ handler }) => handler ?? []))].toSorted();
