import { escapeHtml } from '@dossier/sdk';

/** The keywords of JSON Schema that are shown. */
interface Shown {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shown>>;
  readonly required?: readonly string[];
  readonly items?: Shown;
  readonly anyOf?: readonly Shown[];
}

const typeOf = (schema: Shown): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  const type = [schema.type ?? 'anything'].flat().join(' | ');
  return schema.format === undefined ? type : `${type}, ${schema.format}`;
};

/**
 * The members of an object as HTML, each with its type and what is said of it, and those of the objects in it below it.
 * Empty for what has none.
 */
export function members(schema: Shown): string {
  const holder = schema.properties ? schema : schema.items;
  const all = Object.entries(holder?.properties ?? {});
  if (all.length === 0) return '';
  const required = new Set(holder?.required);
  return `<dl class="members">${all.map(([name, member]) => entry(name, member, required.has(name))).join('\n')}</dl>`;
}

function entry(name: string, member: Shown, required: boolean): string {
  const said = member.description === undefined ? '' : `<p>${escapeHtml(member.description)}</p>`;
  const type = escapeHtml(typeOf(member));
  const needed = required ? '' : ', optional';
  return `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${type}${needed}</span></dt>
<dd>${said}${members(member)}</dd></div>`;
}
