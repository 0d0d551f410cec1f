/** The elements of one module in a page without its shell, for tests of what is shown and heard there. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildWeb } from '../build.ts';

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

/** Builds into `outDir` and serves it; `module` is the address of the module's entry in the page. */
export async function barePage(
  plugin: { readonly id: string; readonly root: string; readonly entry: string },
  outDir: string,
) {
  const built = await buildWeb({ outDir, plugins: [plugin] });
  const html = readFileSync(join(outDir, 'index.html'), 'utf8').replace(/<script type="module"[^>]*><\/script>/, '');
  const server = createServer(({ url = '/' }, response) => {
    if (!url.startsWith('/assets/')) return response.setHeader('content-type', 'text/html').end(html);
    response.setHeader('content-type', types[url.split('.').at(-1) ?? ''] ?? 'text/plain');
    return response.end(readFileSync(join(outDir, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { ...built, address: server.address(), close: () => server.close() };
}
