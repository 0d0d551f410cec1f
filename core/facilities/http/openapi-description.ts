import type { Gate, RouteSpec } from '@dossier/sdk';

/**
 * What a reader wants to know before calling: who may, under which feature, and how to repeat it or go on. Markdown.
 */
export const describe = (route: RouteSpec): string =>
  [route.description ?? ended(route.summary), whoMay(route.gate), ...habits(route)].join('\n\n');

const ended = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

function whoMay(gate: Gate): string {
  if ('open' in gate) return `Open to everyone. ${ended(gate.why)}`;
  const actors = gate.actors ?? ['user'];
  const who =
    actors.length === 0
      ? 'the operator of the installation'
      : actors.map((actor) => (actor === 'key' ? 'API keys' : 'people')).join(' and ');
  const needs = [
    ...(gate.permission ? [`the permission “${gate.permission.title}”`] : []),
    ...(gate.anyOf ? [`one of the permissions ${gate.anyOf.map(({ title }) => `“${title}”`).join(', ')}`] : []),
    ...(gate.feature ? [`the feature “${gate.feature.title}” switched on`] : []),
  ];
  return `For ${who}${places[gate.scope]}${needs.length > 0 ? `, with ${needs.join(' and ')}` : ''}.`;
}

const places: Readonly<Record<Exclude<Gate, { open: unknown }>['scope'], string>> = {
  installation: '',
  organization: ' of the organization that the credential is for',
  team: ', in the team that the request names or leads to',
  workspace: ', in the workspace that the request names or leads to',
  'any workspace': ', in any workspace of the organization',
};

function habits({ idempotent, perMinute, query }: RouteSpec): readonly string[] {
  const isPaged = query !== undefined && 'properties' in query && 'cursor' in (query.properties as object);
  return [
    ...(idempotent
      ? ['Send an `Idempotency-Key` to be able to repeat it: the same key and body give the same answer for 24 hours.']
      : []),
    ...(isPaged ? ['The answer is one page; the header `Link` leads to the next.'] : []),
    ...(perMinute === undefined ? [] : [`At most ${perMinute} times a minute from one address.`]),
  ];
}
