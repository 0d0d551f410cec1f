/**
 * The texts of a template that are translated, each at a place that stays when keys are renamed and things are moved:
 * `field/ID/title`, `step/KEY/description` … Alike on the server and in browsers.
 */
import { isRecord } from '@dossier/sdk/record';
import type { TSchema } from '@dossier/sdk';
import type { TemplateContent } from '../contract.ts';
import { idOf } from '@dossier/sdk/field-id';
import { fieldsOf, innerOf } from './form.ts';
import type { FieldSchema } from './form.ts';

/** Gives the text that stands at a place instead of this one. */
type Say = (place: string, text: string) => string;

/** The content with each text as `say` has it. */
export function retold(content: TemplateContent, say: Say): TemplateContent {
  const texts = <T extends object>(one: T, at: string, members: readonly (keyof T & string)[]): T =>
    members.reduce<T>((said, member) => {
      const text = said[member];
      return typeof text === 'string' && text !== '' ? { ...said, [member]: say(`${at}/${member}`, text) } : said;
    }, one);
  return {
    ...texts(content, 'template', ['next']),
    schema: schemaRetold(content.schema, say),
    wizard: content.wizard.map((step) => texts(step, `step/${step.key}`, ['title', 'description'])),
    requiredDocuments: content.requiredDocuments.map((document) =>
      texts(document, `document/${document.key}`, ['title', 'description']),
    ),
    workflow: content.workflow.map((step) => texts(step, `workflow/${step.key}`, ['name', 'forClients'])),
  };
}

/** The texts of content by their places. */
export function textsIn(content: TemplateContent): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  retold(content, (place, text) => {
    texts.set(place, text);
    return text;
  });
  return texts;
}

const fieldTexts = ['title', 'description', 'x-message', 'x-placeholder'];

function schemaRetold(schema: TSchema, say: Say): TSchema {
  const properties = membersRetold(schema, say);
  return properties ? { ...schema, properties } : schema;
}

function membersRetold(level: object, say: Say): Readonly<Record<string, unknown>> | undefined {
  const properties: unknown = 'properties' in level ? level.properties : undefined;
  if (!isRecord(properties)) return undefined;
  const fields = fieldsOf(level);
  return Object.fromEntries(
    Object.entries(properties).map(([key, field]) => [key, fields[key] ? fieldRetold(key, fields[key], say) : field]),
  );
}

function fieldRetold(key: string, field: FieldSchema, say: Say): FieldSchema {
  const at = `field/${idOf(key, field)}`;
  const inner = innerOf(field);
  const said = Object.fromEntries(
    Object.entries(field).map(([member, text]) => [
      member,
      fieldTexts.includes(member) && typeof text === 'string' && text !== '' ? say(`${at}/${member}`, text) : text,
    ]),
  );
  const told = { ...said, ...optionsRetold(field, at, say) };
  if (inner === field) return { ...told, properties: membersRetold(field, say) };
  if (inner) return { ...told, items: { ...inner, properties: membersRetold(inner, say) } };
  return isRecord(field['items'])
    ? { ...told, items: { ...field['items'], ...optionsRetold(field['items'], at, say) } }
    : told;
}

/** Options that have titles; those without are what they are called. */
function optionsRetold({ oneOf }: FieldSchema, at: string, say: Say): FieldSchema {
  if (!Array.isArray(oneOf)) return {};
  return {
    oneOf: oneOf.map((option: unknown) =>
      isRecord(option) && typeof option['title'] === 'string'
        ? { ...option, title: say(`${at}/option/${String(option['const'])}`, option['title']) }
        : option,
    ),
  };
}
