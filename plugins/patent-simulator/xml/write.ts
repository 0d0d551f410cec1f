import { namespaces, resolve } from './names.ts';
import type { XmlElement, XmlNode } from './tree.ts';

export interface XmlStyle {
  /** Start of the prefixes of all namespaces (`ns` makes `ns2:`, `ns3:`…); null for those of the service's own. */
  readonly prefixes: string | null;
}

/** Characters that XML 1.0 cannot hold are dropped. */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const escapeText = (text: string): string =>
  text.replace(impossible, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
const escapeAttribute = (text: string): string =>
  escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The document with its declaration and the instruction that names a stylesheet, which the service writes always. */
export function writeDocument(root: XmlElement, stylesheet: string, style: XmlStyle): string {
  const head = `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="/3.2/style/${stylesheet}.xsl"?>\n`;
  return head + (style.prefixes === null ? write(root, 0) : write(renamed(root, style.prefixes), 0));
}

function write(node: XmlElement, depth: number): string {
  const start = `<${node.name}${Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')}`;
  if (node.children.length === 0) return `${start}/>`;
  // Full text is written without breaks, since each would be one more blank in a claim.
  const flat = node.children.some((child) => typeof child === 'string' || child.name.startsWith('ftxt:') || depth < 0);
  const inner = node.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : write(child, flat ? -1 : depth + 1),
  );
  if (flat) return `${start}>${inner.join('')}</${node.name}>`;
  const indent = `\n${'    '.repeat(depth + 1)}`;
  return `${start}>${indent}${inner.join(indent)}\n${'    '.repeat(depth)}</${node.name}>`;
}

/** The same document with other prefixes and no default namespace. */
function renamed(root: XmlElement, start: string): XmlElement {
  const prefixOf = new Map(Object.values(namespaces).map((uri, i) => [uri as string, `${start}${i + 2}`]));
  const rename = (node: XmlNode, standing: string): XmlNode => {
    if (typeof node === 'string') return node;
    const { xmlns = standing, ...attributes } = node.attributes;
    const { namespace, local } = resolve(node.name, xmlns);
    return {
      name: `${prefixOf.get(namespace)}:${local}`,
      attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('xmlns:'))),
      children: node.children.map((child) => rename(child, xmlns)),
    };
  };
  const done = rename(root, namespaces.exchange);
  if (typeof done === 'string') return root;
  const declared = Object.fromEntries([...prefixOf].map(([uri, prefix]) => [`xmlns:${prefix}`, uri]));
  return { ...done, attributes: { ...declared, ...done.attributes } };
}
