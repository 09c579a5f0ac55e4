import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Matrix</title><link rel="stylesheet" href="page.css"><div id="root"></div><script type="module" src="page.js"></script></html>';

/** The matrix alone, bundled as the product is, on a free port of this machine. */
export async function servePage() {
  const { outputFiles } = await build({
    entryPoints: { page: 'apps/web/bench/matrix-page.tsx' },
    bundle: true,
    minify: true,
    write: false,
    outdir: '.',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'dataurl' },
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*\//, '/'), contents]));
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const file = files.get(pathname);
    const type = pathname.endsWith('.js') ? 'text/javascript' : pathname.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(file ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}
