import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { folders } from './folders.ts';

export interface BundleResult {
  /** Input name → path of its file below the output folder. */
  readonly entries: ReadonlyMap<string, string>;
  /** File → the files of the same build that it imports at once. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** File → bare specifiers that stay bare. */
  readonly bare: ReadonlyMap<string, readonly string[]>;
  readonly styles: readonly string[];
}

const chunksOf = (output: unknown): readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[] => {
  const list: readonly unknown[] = Array.isArray(output) ? output : [output];
  return list.flatMap((one) =>
    typeof one === 'object' && one !== null && 'output' in one && Array.isArray(one.output) ? one.output : [],
  );
};

/** One Vite build into `folder` (below `outDir`), with `external` left to the import map. */
export const bundle = async (o: {
  root: string;
  outDir: string;
  folder: string;
  input: Readonly<Record<string, string>>;
  external: readonly string[];
  oneChunk?: RegExp;
}): Promise<BundleResult> => {
  // Vite is needed only when something is built: a start with a fresh page never loads it.
  const { build } = await import('vite');
  const external = new Set(o.external);
  const output = await build({
    root: o.root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    base: '/',
    plugins: [folders(o.folder)],
    resolve: {
      alias: [
        {
          find: /^@vaadin\/vaadin-(usage-statistics|development-mode-detector)\/.*$/,
          replacement: join(import.meta.dirname, 'nothing.ts'),
        },
      ],
    },
    build: {
      outDir: o.outDir,
      emptyOutDir: false,
      target: 'es2023',
      // The first that know light-dark() and relative colours: both are left as they stand, so that a part of a page
      // can wear the other theme.
      cssTarget: ['chrome125', 'firefox128', 'safari18'],
      modulePreload: false,
      reportCompressedSize: false,
      assetsDir: o.folder,
      // The page's policy loads files, no data addresses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { ...o.input },
        external: (id: string) => external.has(id),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: `${o.folder}/[name]-[hash].js`,
          chunkFileNames: `${o.folder}/[name]-[hash].js`,
          assetFileNames: `${o.folder}/[name]-[hash][extname]`,
          ...(o.oneChunk ? { codeSplitting: { groups: [{ name: 'core', test: o.oneChunk }] } } : {}),
        },
      },
    },
  });
  const entries = new Map<string, string>();
  const imports = new Map<string, readonly string[]>();
  const bare = new Map<string, readonly string[]>();
  const styles: string[] = [];
  for (const part of chunksOf(output)) {
    if (part.type === 'asset') {
      if (part.fileName.endsWith('.css')) styles.push(part.fileName);
      continue;
    }
    if (part.isEntry) entries.set(part.name, part.fileName);
    imports.set(
      part.fileName,
      part.imports.filter((one) => !external.has(one)),
    );
    bare.set(
      part.fileName,
      part.imports.filter((one) => external.has(one)),
    );
  }
  return { entries, imports, bare, styles };
};

/** A file with everything that it imports at once, itself last. */
export const withImports = (result: BundleResult, file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...(result.imports.get(file) ?? []).flatMap((next) => withImports(result, next, seen)), file];
};
