import { createHash } from 'node:crypto';

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

/**
 * The policy under which the page works: own files only, no inline script but the import map, no string that becomes
 * markup.
 */
export const policy = (scriptHash: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' '${scriptHash}'`,
    // Components set style attributes while they lay themselves out.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default lit-html',
  ].join('; ');
