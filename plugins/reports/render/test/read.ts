import { readFileSync } from 'node:fs';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist';

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

export interface ReadPage {
  /** All text, in the order in which it was drawn. */
  readonly text: string;
  /** What a screen reader is given: each element with its text, in its order; artifacts are not in it. */
  readonly spoken: readonly { readonly role: string; readonly text: string; readonly alt?: string }[];
  /** How many pictures are drawn. */
  readonly images: () => Promise<number>;
  /** Colours that something is filled with, as `#rrggbb`. */
  readonly colours: () => Promise<readonly string[]>;
  readonly width: number;
  readonly links: readonly unknown[];
}

/**
 * A PDF as pdf.js, which is another program than the one that wrote it, reads it; of a long one only the last pages, on
 * demand.
 */
export async function readPdf(path: string, { last = Infinity }: { last?: number } = {}) {
  const loading = getDocument({
    data: new Uint8Array(readFileSync(path)),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const pdf = await loading.promise;
  const pages: ReadPage[] = [];
  for (let number = Math.max(1, pdf.numPages - last + 1); number <= pdf.numPages; number++)
    pages.push(await readPage(await pdf.getPage(number)));
  const metadata = await pdf.getMetadata();
  const info: Readonly<Record<string, unknown>> = { ...metadata.info };
  const xmp = metadata.metadata?.getRaw() ?? '';
  const outline = ((await pdf.getOutline()) ?? []).map(({ title, dest }) => ({ title, dest }));
  const pageOf = async (dest: unknown): Promise<number> => {
    const found = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    return Array.isArray(found) ? (await pdf.getPageIndex(found[0])) + 1 : 0;
  };
  const result = {
    count: pdf.numPages,
    pages,
    info,
    xmp: String(xmp),
    marks: await pdf.getMarkInfo(),
    outline: await Promise.all(outline.map(async ({ title, dest }) => ({ title, page: await pageOf(dest) }))),
    pageOf,
    text: pages.map(({ text }) => text).join('\n'),
  };
  return { ...result, close: () => loading.destroy() };
}

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const content = await page.getTextContent({ includeMarkedContent: true });
  const marked = new Map<string, string>();
  const open: (string | undefined)[] = [];
  let text = '';
  for (const item of content.items) {
    if ('str' in item) {
      text += item.str;
      for (const id of open) if (id) marked.set(id, `${marked.get(id) ?? ''}${item.str}`);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id);
  }
  const spoken: { role: string; text: string; alt?: string }[] = [];
  const visit = (node: Node): void => {
    const own = (node.children ?? [])
      .filter(({ type }) => type === 'content')
      .map(({ id }) => marked.get(id ?? '') ?? '')
      .join('');
    if (node.role) spoken.push({ role: node.role, text: own.trim(), ...(node.alt ? { alt: node.alt } : {}) });
    for (const child of node.children ?? []) visit(child);
  };
  const tree: Node | null = await page.getStructTree();
  if (tree) visit(tree);
  const annotations = await page.getAnnotations();
  const colours = async (): Promise<string[]> => {
    const { fnArray, argsArray } = await page.getOperatorList();
    return fnArray.flatMap((one, i) => (one === OPS.setFillRGBColor ? [String(argsArray[i]?.[0]).toLowerCase()] : []));
  };
  return {
    text,
    spoken,
    colours,
    images: async () => (await page.getOperatorList()).fnArray.filter((one) => one === OPS.paintImageXObject).length,
    width: page.view[2] ?? 0,
    links: annotations.map((one: { dest?: unknown }) => one.dest),
  };
}
