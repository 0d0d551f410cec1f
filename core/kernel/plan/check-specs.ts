import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import type { ErasedSpec } from '@dossier/sdk';
import type { Report } from './plan.ts';

/** What can be said about a plugin alone: its id, its version, the kernel it was written for. */
export function checkSpecs(specs: readonly ErasedSpec[], kernelVersion: string, report: Report): void {
  for (const spec of specs) {
    if (typeof spec.id !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(spec.id) || spec.id === 'kernel') {
      report(
        'K_BAD_ID',
        spec.id,
        `"${spec.id}" is not a plugin id; write it in kebab case, for example letter-box${spec.id === 'kernel' ? ' ("kernel" is taken by the kernel)' : ''}.`,
      );
    }
    if (valid(spec.version) === null)
      report(
        'K_BAD_VERSION',
        spec.id,
        `${spec.id} has the version "${spec.version}"; write a semantic version, for example 1.0.0.`,
      );
    if (validRange(spec.kernel) === null) {
      report(
        'K_KERNEL_VERSION',
        spec.id,
        `${spec.id} asks for the kernel "${spec.kernel}", which is not a range of versions; write for example ^1.0.0.`,
      );
    } else if (!satisfies(kernelVersion, spec.kernel, { includePrerelease: true })) {
      report(
        'K_KERNEL_VERSION',
        spec.id,
        `${spec.id} ${spec.version} works with kernel ${spec.kernel}, and this is kernel ${kernelVersion}; install a version of ${spec.id} made for it, or leave the plugin out.`,
      );
    }
  }
}
