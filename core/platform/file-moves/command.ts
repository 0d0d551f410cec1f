import type { Command, SystemAccess } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import type { FileMoves, MovedFile } from '../files/contract.ts';

const usage = 'Write: dossier files move SLUG';

const faults = {
  missing: 'is not where its record says, and stays so: restore it from a backup',
  damaged: 'has other bytes than were stored: it stays where it was; restore it from a backup',
} as const;

interface Deps {
  readonly moves: FileMoves;
  readonly tenancy: Pick<Tenancy, 'organizationBySlug'>;
  readonly system: SystemAccess;
}

/** `dossier files move SLUG`: carries what an organization has stored to where its new files are kept. */
export const filesCommand = ({ moves, tenancy, system }: Deps): Command => ({
  summary: 'Move the stored files of an organization to where its new ones are kept: files move SLUG',
  async run([verb, slug, ...more], print) {
    if (verb !== 'move' || slug === undefined || more.length > 0) {
      print(usage);
      return 2;
    }
    const organization = await tenancy.organizationBySlug(slug);
    if (!organization) {
      print(`There is no organization "${slug}".`);
      return 1;
    }
    const access = await system(organization.id);
    const { to, files, bytes } = await moves.ahead(access);
    if (files === 0) {
      print(`All files of ${organization.name} are in "${to}", where its new ones are kept.`);
      return 0;
    }
    print(
      `Moving ${files} ${files === 1 ? 'file' : 'files'} (${megabytes(bytes)}) of ${organization.name} to "${to}".`,
    );
    print('It can be stopped at any time (Ctrl-C); the same command goes on later.');
    const moved = await walk(moves.run(access), { files, bytes }, print);
    const { files: left } = await moves.ahead(access);
    print(left === 0 ? `${moved} moved.` : `${moved} moved. ${left} still elsewhere: run it again, or see above.`);
    return left === 0 ? 0 : 1;
  },
});

/** Prints a line for each percent, and for each file that cannot be moved; resolves with the number of the moved. */
async function walk(
  moving: AsyncIterable<MovedFile>,
  all: { readonly files: number; readonly bytes: number },
  print: (line: string) => void,
): Promise<number> {
  let [moved, files, bytes, shown] = [0, 0, 0, 0];
  for await (const { id, size, outcome } of moving) {
    if (outcome === 'moved') moved += 1;
    files += 1;
    bytes += size;
    if (outcome === 'missing' || outcome === 'damaged') print(`File ${id} ${faults[outcome]}.`);
    const percent = Math.min(100, Math.floor((files * 100) / all.files));
    if (percent === shown) continue;
    shown = percent;
    print(`${percent} % · ${files} of ${all.files} files, ${megabytes(bytes)} of ${megabytes(all.bytes)}`);
  }
  return moved;
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
