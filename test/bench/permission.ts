import { permission } from '@dossier/sdk';
import { GrantedAccess, packPermissions } from '../../core/kernel/access/access.ts';
import { createGateRegistry } from '../../core/kernel/access/registry.ts';
import { median } from './load.ts';

const checks = 2_000_000;

/**
 * Nanoseconds for one permission check among so many permissions, half of which are granted, as the median of ten
 * rounds.
 */
export function permissionTime(count: number): number {
  const permissions = Array.from({ length: count }, (_, i) => permission(`bench.${i}`, { title: `Do ${i}` }));
  const registry = createGateRegistry([], permissions);
  const granted = packPermissions(
    permissions.filter((_, i) => i % 2 === 0).map(({ id }) => id),
    null,
    registry,
  );
  const access = new GrantedAccess(
    {
      scope: 'workspace',
      actor: { kind: 'user', id: 'bench', name: 'Bench' },
      organization: 'bench',
      audience: 'staff',
      workspace: 'bench',
      workspaceType: 'STAFF',
      readOnly: false,
      features: new Set(),
      permissions: granted,
      granted,
    },
    registry,
  );
  const times = Array.from({ length: 10 }, () => {
    let held = 0;
    const started = performance.now();
    for (let i = 0; i < checks; i++) if (access.can(permissions[i % count]!)) held++;
    const elapsed = performance.now() - started;
    if (held !== checks / 2) throw new Error(`${held} of ${checks} checks held.`);
    return (elapsed * 1e6) / checks;
  });
  return median(times);
}
