import type { Plugin, Rolldown } from 'vite';

/** The modules of the first screen, for signed-out and signed-in users, as suffixes of module ids. */
const firstScreens = {
  'data-sign-in': ['/app/sign-in/login-page.tsx'],
  'data-application': [
    '/app/app.tsx',
    '/app/frame/shell.tsx',
    '/app/guard/guard-reads.ts',
    '/texts/src/en/app/shell.ts',
  ],
};

/**
 * Tells `first-paint.js` the names of the files behind the first screen, so that the browser fetches them together with the
 * start instead of after it.
 */
export const preloadFirstScreen = (): Plugin => ({
  name: 'preload-first-screen',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = filesOf(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      );
      const attributes = Object.entries(firstScreens).map(([name, modules]) => {
        const files = filesOf(
          modules.map((module) => chunkWith(module, chunks)),
          bundle,
        );
        const paths = [...files].filter((file) => !start.has(file)).map((file) => `/${file}`);
        return `${name}="${paths.join(' ')}"`;
      });
      return html.replace('<script src="/first-paint.js"', (tag) => [tag, ...attributes].join(' '));
    },
  },
});

function chunkWith(module: string, chunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!chunk) throw new Error(`No file has ${module}.`);
  return chunk;
}

/** Scripts and style sheets that these chunks need to run. */
function filesOf(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return files;
}
