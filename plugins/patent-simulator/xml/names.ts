export const namespaces = {
  ops: 'http://ops.epo.org',
  exchange: 'http://www.epo.org/exchange',
  fulltext: 'http://www.epo.org/fulltext',
  xlink: 'http://www.w3.org/1999/xlink',
} as const;

/** The namespace of a name as the tree has it, in a place where `standing` is the default namespace. */
export function resolve(name: string, standing: string): { readonly namespace: string; readonly local: string } {
  const [first = '', second] = name.split(':');
  if (second === undefined) return { namespace: standing, local: first };
  return { namespace: first === 'ops' ? namespaces.ops : namespaces.fulltext, local: second };
}
