import { createHash } from 'node:crypto';
import type { PagePolicy } from '@dossier/sdk';

export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

export const sha = (kind: 'sha256' | 'sha384', bytes: string | Uint8Array): string =>
  `${kind}-${createHash(kind).update(bytes).digest('base64')}`;

/** Fills the page: the import map comes before anything that loads a module. */
export const fillPage = (
  template: string,
  o: { importMap: ImportMap; styles: readonly string[]; preload: readonly string[]; entry: string },
): { html: string; scriptHash: string } => {
  const map = JSON.stringify(o.importMap);
  const head = [
    `<script type="importmap">${map}</script>`,
    ...o.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...o.preload.map(
      (href) => `<link rel="modulepreload" href="${href}" integrity="${o.importMap.integrity[href] ?? ''}">`,
    ),
    `<script type="module" src="${o.entry}"></script>`,
  ].join('\n    ');
  return { html: template.replace('<!-- head -->', () => head), scriptHash: sha('sha256', map) };
};

/** Directives of the page's policy with what each allows: own files only, and no string that becomes markup. */
const base: readonly (readonly [directive: string, ...sources: readonly string[]])[] = [
  ['default-src', "'self'"],
  ['script-src', "'self'"],
  // Components set style attributes while they lay themselves out.
  ['style-src', "'self'", "'unsafe-inline'"],
  ['img-src', "'self'", 'data:', 'blob:'],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['worker-src', "'self'"],
  ['media-src', "'self'"],
  ['frame-src'],
  ['object-src'],
  ['base-uri'],
  ['form-action', "'self'"],
  ['frame-ancestors'],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'default', 'lit-html'],
];

/** Everything that a web part may ask for beyond that, with the directive that it widens. */
const more: Readonly<Record<PagePolicy, readonly [directive: string, source: string]>> = {
  'wasm-unsafe-eval': ['script-src', "'wasm-unsafe-eval'"],
  'worker-src blob:': ['worker-src', 'blob:'],
  'media-src blob:': ['media-src', 'blob:'],
  'frame-src blob:': ['frame-src', 'blob:'],
};

/**
 * The policy under which the page works; the one place where it is written. No inline script runs but the import map.
 * `asked` is what the web parts of plugins need beyond it; the plan has refused what nobody may ask for.
 */
export const policy = (scriptHash: string, asked: readonly PagePolicy[] = []): string => {
  // What is not on the list widens nothing: a plugin that asks for it has failed before.
  const wanted = [...new Set(asked)].filter((one) => Object.hasOwn(more, one)).map((one) => more[one]);
  const added = [['script-src', `'${scriptHash}'`] as const, ...wanted];
  return base
    .map(([directive, ...sources]) => {
      const all = [...sources, ...added.filter(([wide]) => wide === directive).map(([, source]) => source)];
      return `${directive} ${all.length === 0 ? "'none'" : all.join(' ')}`;
    })
    .join('; ');
};
