/** The namespaces of what the service answers. Prefixes differ between its parts and years; these do not. */
export const ns = {
  ops: 'http://ops.epo.org',
  exchange: 'http://www.epo.org/exchange',
  fulltext: 'http://www.epo.org/fulltext',
  register: 'http://www.epo.org/register',
  cpc: 'http://www.epo.org/cpcexport',
} as const;

/** What a prefix means in JSON answers that were taken out of their envelope and declare none. */
export const usualPrefixes: Readonly<Record<string, string>> = {
  '': ns.exchange,
  ops: ns.ops,
  exch: ns.exchange,
  ftxt: ns.fulltext,
  reg: ns.register,
  cpc: ns.cpc,
};
