/** A template in other languages: an overlay of translations by the places of texts, and which of them became stale. */
import { canonicalLanguage, conflict, demandMatch, invalid, isId, notFound, Type, visibleText } from '@dossier/sdk';
import type { Clock, Database, Emits, IfMatch, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { templateChanged } from './contract.ts';
import type { Template, TemplateContent, Templates } from './contract.ts';
import type { TemplateTables, Translation, Translations } from './entities.ts';
import { Faults } from './faults.ts';
import { locked } from './templates.ts';
import { hashOf } from './text-hash.ts';
import { retold, textsIn } from './form/texts.ts';

export const TranslatedText = Type.String({ ...visibleText(4000) });
export const HashText = Type.String({ maxLength: 64, description: 'Of the text that was translated.' });
/** Languages of a template. */
export const mostLanguages = 50;
/** Translations kept of one place, for the texts of older versions. */
const mostKept = 3;

/** Newest translations by language and place, as a file of a template has them. */
export type FileTranslations = Readonly<Record<string, Readonly<Record<string, Translation>>>>;

/** A text of the draft and its translation. It is stale when the text has changed since. */
export interface Place {
  readonly place: string;
  readonly source: string;
  readonly text: string | null;
  readonly state: 'translated' | 'stale' | 'missing';
  /** Of the source. */
  readonly hash: string;
  /** What a stale translation translates; null where that is not known. */
  readonly was: string | null;
}

export interface Language {
  readonly language: string;
  readonly texts: readonly Place[];
  readonly revision: number;
}

type Given = Readonly<Record<string, { readonly text: string; readonly hash?: string } | null>>;

export interface Languages extends Pick<Templates, 'inLanguage'> {
  /** The languages into which it was translated; throws `not-found` (404) for a template that is not here. */
  list(organization: OrganizationId, id: string): Promise<readonly Language[]>;
  /** One of them; a language that nobody began has every text missing. */
  one(organization: OrganizationId, id: string, language: string): Promise<Language>;
  /**
   * Merges: what is not named stays, null is taken away. A hash says which text was translated; without one it is the
   * draft's. Throws `invalid` (422) for a place that is not in the draft, `own-language` (409), `stale` (412).
   */
  put(access: OrganizationAccess, id: string, language: string, given: Given, ifMatch?: IfMatch): Promise<Language>;
  remove(access: OrganizationAccess, id: string, language: string): Promise<void>;
  all(organization: OrganizationId, id: string): Promise<FileTranslations>;
  /** Makes a template together with its translations, or neither. */
  withAll(access: OrganizationAccess, translations: FileTranslations, make: () => Promise<Template>): Promise<Template>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly events: Emits<typeof templateChanged>;
}

export function createLanguages({ database, clock, tenancy, events }: Deps): Languages {
  const draftOf = async (tx: Transaction, organization: OrganizationId, id: string): Promise<TemplateContent> => {
    const row = isId(id)
      ? await tx
          .sql<TemplateTables>()
          .selectFrom('template')
          .select('draft')
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!row) throw notFound();
    return row.draft;
  };
  const rowsOf = (tx: Transaction, organization: OrganizationId, id: string) =>
    tx
      .sql<TemplateTables>()
      .selectFrom('template_language')
      .select(['language', 'texts', 'revision'])
      .where('organizationId', '=', organization)
      .where('templateId', '=', id)
      .orderBy('language');
  const ownLanguage = async (organization: OrganizationId, content: TemplateContent, tx: Transaction) =>
    content.language ?? (await tenancy.organization(organization, tx))?.language ?? 'en';

  const put: Languages['put'] = (access, id, given, texts, ifMatch) =>
    database.write(access, async (tx) => {
      const language = canonical(given);
      const { draft, name } = await locked(tx, access.organization, id);
      if (language === canonical(await ownLanguage(access.organization, draft, tx)))
        throw conflict('own-language', 'The template is written in this language: change its texts themselves.');
      const rows = await rowsOf(tx, access.organization, id).execute();
      const old = rows.find((row) => row.language === language);
      demandMatch(ifMatch, old?.revision ?? 0);
      if (!old && rows.length >= mostLanguages)
        throw conflict('too-many', `A template has at most ${mostLanguages} languages. Take one away first.`);
      const merged = merge(draft, old?.texts ?? {}, texts);
      const revision = (old?.revision ?? 0) + 1;
      const kept = { texts: JSON.stringify(merged), revision, updatedAt: clock.now().toISOString() };
      await tx
        .sql<TemplateTables>()
        .insertInto('template_language')
        .values({ organizationId: access.organization, templateId: id, language, ...kept })
        .onConflict((there) => there.columns(['organizationId', 'templateId', 'language']).doUpdateSet(kept))
        .execute();
      events.emit(
        templateChanged,
        access,
        { subject: { type: 'template', id }, after: { language, texts: Object.keys(texts) } },
        { name },
      );
      return { language, texts: placesIn(draft, merged), revision };
    });

  return {
    put,
    list: (organization, id) =>
      database.read(organization, async (tx) => {
        const draft = await draftOf(tx, organization, id);
        return (await rowsOf(tx, organization, id).execute()).map(({ language, texts, revision }) => ({
          language,
          texts: placesIn(draft, texts),
          revision,
        }));
      }),
    one: (organization, id, given) =>
      database.read(organization, async (tx) => {
        const draft = await draftOf(tx, organization, id);
        const language = canonical(given);
        const row = (await rowsOf(tx, organization, id).execute()).find((one) => one.language === language);
        return { language, texts: placesIn(draft, row?.texts ?? {}), revision: row?.revision ?? 0 };
      }),
    remove: (access, id, given) =>
      database.write(access, async (tx) => {
        const { name } = await locked(tx, access.organization, id);
        const language = canonical(given);
        const { numDeletedRows } = await tx
          .sql<TemplateTables>()
          .deleteFrom('template_language')
          .where('organizationId', '=', access.organization)
          .where('templateId', '=', id)
          .where('language', '=', language)
          .executeTakeFirst();
        if (numDeletedRows > 0n)
          events.emit(
            templateChanged,
            access,
            { subject: { type: 'template', id }, before: { language }, after: { language: null } },
            { name },
          );
      }),
    all: (organization, id) =>
      database.read(organization, async (tx) =>
        Object.fromEntries(
          (await rowsOf(tx, organization, id).execute()).map(({ language, texts }) => [
            language,
            Object.fromEntries(
              Object.entries(texts).flatMap(([place, [newest]]) =>
                newest ? [[place, { text: newest.text, hash: newest.hash }]] : [],
              ),
            ),
          ]),
        ),
      ),
    withAll: (access, translations, make) =>
      database.write(access, async () => {
        const template = await make();
        const places = textsIn(template.draft);
        for (const [language, texts] of Object.entries(translations)) {
          const known = Object.entries(texts).filter(([place]) => places.has(place));
          if (known.length > 0) await put(access, template.id, language, Object.fromEntries(known));
        }
        return template;
      }),
    async inLanguage(organization, version, wanted) {
      // Joins an open transaction, in which no look-up across organizations can begin.
      const { own, rows } = await database.read(organization, async (tx) => ({
        own: await ownLanguage(organization, version, tx),
        rows: await rowsOf(tx, organization, version.templateId).execute(),
      }));
      const languages = [own, ...rows.map((row) => row.language).filter((one) => one !== own)];
      const language = lookUp(wanted, languages) ?? own;
      const texts = language === own ? undefined : rows.find((row) => row.language === language)?.texts;
      if (!texts) return { version, language: own, languages };
      const said = retold(version, (place, text) => matching(texts[place], hashOf(text))?.text ?? text);
      return { version: { ...version, ...said }, language, languages };
    },
  };
}

/** RFC 4647, section 3.4: each range is shortened from its end until there is such a language. */
function lookUp(wanted: readonly string[], there: readonly string[]): string | undefined {
  for (const range of wanted)
    for (let parts = range.toLowerCase().split('-'); parts.length > 0; parts = shortened(parts)) {
      const found = there.find((language) => language.toLowerCase() === parts.join('-'));
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Without its last part, and without the single letter before it, which introduces it. */
const shortened = (parts: readonly string[]): string[] => {
  const rest = parts.slice(0, -1);
  return rest.at(-1)?.length === 1 ? rest.slice(0, -1) : rest;
};

function canonical(language: string): string {
  const tag = canonicalLanguage(language);
  if (tag === undefined) throw notFound();
  return tag;
}

const matching = (kept: readonly Translation[] | undefined, hash: string): Translation | undefined =>
  kept?.find((one) => one.hash === hash);

function placesIn(draft: TemplateContent, texts: Translations): readonly Place[] {
  return [...textsIn(draft)].map(([place, source]) => {
    const hash = hashOf(source);
    const kept = texts[place] ?? [];
    const fits = matching(kept, hash);
    const text = fits?.text ?? kept[0]?.text ?? null;
    const state = fits ? 'translated' : text === null ? 'missing' : 'stale';
    return { place, source, text, state, hash, was: (state === 'stale' && kept[0]?.of) || null };
  });
}

function merge(draft: TemplateContent, old: Translations, given: Given): Translations {
  const sources = textsIn(draft);
  const faults = new Faults('/texts');
  const merged = new Map(Object.entries(old));
  for (const [place, one] of Object.entries(given)) {
    const source = sources.get(place);
    if (one === null) merged.delete(place);
    else if (source === undefined)
      faults.add('unknown-place', 'The draft has no text at this place any more. Leave it out.', place);
    else {
      const now = hashOf(source);
      const hash = one.hash ?? now;
      const others = (merged.get(place) ?? []).filter((kept) => kept.hash !== hash);
      const of = hash === now ? source : merged.get(place)?.find((kept) => kept.hash === hash)?.of;
      const newest = { text: one.text, hash, ...(of === undefined ? {} : { of }) };
      merged.set(place, [newest, ...others].slice(0, mostKept));
    }
  }
  if (faults.all.length > 0) throw invalid(faults.all.slice(0, 100));
  return Object.fromEntries(merged);
}
