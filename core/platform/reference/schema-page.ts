import { isTypeDefinitionNode, Kind, parse, print } from 'graphql';
import type { InputValueDefinitionNode, StringValueNode, TypeDefinitionNode, TypeNode, ValueNode } from 'graphql';
import { escapeHtml } from '@dossier/sdk';
import { search } from './page.ts';
import type { PageParts } from './page.ts';
import { prose } from './texts.ts';

/** Types and fields with their descriptions, from the schema definition language. What can be asked for comes first. */
export function schemaPage(sdl: string): PageParts {
  const definitions = parse(sdl).definitions.filter(isTypeDefinitionNode);
  const first = ['Query', 'Mutation', 'Subscription'];
  const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  const known = new Set(definitions.map(({ name }) => name.value));
  const sorted = definitions.toSorted(
    ({ name: { value: a } }, { name: { value: b } }) => rank(a) - rank(b) || (a < b ? -1 : 1),
  );
  return {
    path: '/docs/graphql',
    heading: 'GraphQL reference',
    body: `<p class="lead">Send <code>{ "query": "…" }</code> to <code>POST /graphql</code> with a token, as for REST:
<a href="/docs#core.graphql">try it there</a>.
Every field has a gate of its own, so an answer holds what its reader may see.</p>
${search('Search types, fields and descriptions', 'entries')}
${sorted.map((one) => section(one, known)).join('\n')}`,
  };
}

const kinds: Readonly<Record<TypeDefinitionNode['kind'], string>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'type',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
};

function section(node: TypeDefinitionNode, known: ReadonlySet<string>): string {
  const name = node.name.value;
  return `<section class="entry card" id="type-${name}" aria-labelledby="title-${name}">
<h2 id="title-${name}"><span class="kind">${kinds[node.kind]}</span> <a href="#type-${name}">${name}</a></h2>
${described(node)}${content(node, known)}
</section>`;
}

/** Fields, values or members, as far as a kind of definition has some. */
function content(node: TypeDefinitionNode, known: ReadonlySet<string>): string {
  const one = (type: TypeNode): string => link(type, known);
  if ('types' in node && node.types) return `<p><code>${node.types.map(one).join(' | ')}</code></p>`;
  const values = 'values' in node && node.values ? node.values.map((value) => member(value.name.value, '', value)) : [];
  const fields =
    'fields' in node && node.fields
      ? node.fields.map((field) => {
          const args = 'arguments' in field ? (field.arguments ?? []) : [];
          const list = args.length === 0 ? '' : `(${args.map((arg) => argument(arg, known)).join(', ')})`;
          const value = 'defaultValue' in field ? usual(field) : '';
          return member(field.name.value, `${list}: ${one(field.type)}${value}`, field, args);
        })
      : [];
  const all = [...values, ...fields];
  return all.length === 0 ? '' : `<dl class="members">${all.join('\n')}</dl>`;
}

type Described = { readonly description?: StringValueNode };

/** `after` is HTML. */
function member(name: string, after: string, node: Described, args: readonly InputValueDefinitionNode[] = []): string {
  const ofArgs = args.flatMap((arg) =>
    arg.description ? [`<p><code>${arg.name.value}</code> ${escapeHtml(arg.description.value)}</p>`] : [],
  );
  return `<div class="field"><dt><code><b>${name}</b>${after}</code></dt>
<dd>${described(node)}${ofArgs.join('')}</dd></div>`;
}

const argument = (arg: InputValueDefinitionNode, known: ReadonlySet<string>): string =>
  `${arg.name.value}: ${link(arg.type, known)}${usual(arg)}`;

/** What holds when nothing is said. */
const usual = ({ defaultValue }: { readonly defaultValue?: ValueNode }): string =>
  defaultValue ? ` = ${escapeHtml(print(defaultValue))}` : '';

const described = ({ description }: Described): string => (description ? prose(description.value) : '');

/** A type, with a link to its description unless it is built in. */
function link(type: TypeNode, known: ReadonlySet<string>): string {
  if (type.kind === Kind.NON_NULL_TYPE) return `${link(type.type, known)}!`;
  if (type.kind === Kind.LIST_TYPE) return `[${link(type.type, known)}]`;
  const name = type.name.value;
  return known.has(name) ? `<a href="#type-${name}">${name}</a>` : name;
}
