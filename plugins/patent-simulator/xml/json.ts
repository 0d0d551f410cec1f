import type { XmlElement } from './tree.ts';

type Json = { [key: string]: string | Json | Json[] };

/**
 * The answer as the service's JSON: attributes `@name`, text `$`, namespaces in `@xmlns` (the default one under `$`),
 * a repeated element an array and a single one a bare object, slashes escaped.
 */
export const writeJson = (root: XmlElement): string =>
  JSON.stringify({ [root.name]: json(root) }).replaceAll('/', String.raw`\/`);

function json(node: XmlElement): Json {
  const made: Json = {};
  const spaces: Json = {};
  for (const [name, value] of Object.entries(node.attributes))
    if (name === 'xmlns') spaces['$'] = value;
    else if (name.startsWith('xmlns:')) spaces[name.slice(6)] = value;
    else made[`@${name}`] = value;
  if (Object.keys(spaces).length > 0) made['@xmlns'] = spaces;
  const text = node.children.filter((child) => typeof child === 'string').join('');
  if (text) made['$'] = text;
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const there = made[child.name];
    const one = json(child);
    if (there === undefined) made[child.name] = one;
    else if (Array.isArray(there)) there.push(one);
    else if (typeof there !== 'string') made[child.name] = [there, one];
  }
  return made;
}
