import type { ContributionGate, Gate } from '@dossier/sdk';

/** A gate in words: `workspace of application :id; permission applications.read; people`. */
export function describeGate(gate: Gate | ContributionGate | 'inherit'): string {
  if (gate === 'inherit') return 'as the field above';
  if ('open' in gate) return gate.open === 'to everyone' ? `open to everyone: ${gate.why}` : 'members';
  const words: string[] = [];
  if ('scope' in gate) {
    const at = 'at' in gate ? gate.at : undefined;
    const where = at === undefined ? '' : at.in === 'params' ? `:${at.name}` : `${at.name} (${at.in})`;
    words.push(
      at === undefined
        ? gate.scope
        : at.subject === undefined
          ? `${gate.scope} ${where}`
          : `${gate.scope} of ${at.subject} ${where}`,
    );
  }
  if (gate.feature) words.push(`feature ${gate.feature.id}`);
  if (gate.permission) words.push(`permission ${gate.permission.id}`);
  if ('anyOf' in gate && gate.anyOf) words.push(`one of ${gate.anyOf.map((permission) => permission.id).join(', ')}`);
  if ('scope' in gate)
    words.push((gate.actors ?? ['user']).map((actor) => (actor === 'user' ? 'people' : 'API keys')).join(' and '));
  return words.join('; ');
}
