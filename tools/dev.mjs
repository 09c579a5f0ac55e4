import './lib/node-24.mjs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command, start, tool } from './lib/run.mjs';

await command(ensureInstalled);
process.chdir(root);

const serverUrl = `http://127.0.0.1:${process.env.PORT || 8080}`;
const webFolder = join(root, 'apps/web');
const { createServer } = await import(
  pathToFileURL(createRequire(join(webFolder, 'package.json')).resolve('vite')).href
);

// Ends on Ctrl-C like everything from `start`, together with vite, which runs in this process.
const server = start(tool('tsx'), ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
server.once('exit', (code) => process.exit(code ?? 1));

// Requests keep the server's own host, as if it served the web application itself.
const api = { target: serverUrl, changeOrigin: true, headers: { origin: serverUrl } };
const web = await createServer({ root: webFolder, server: { proxy: { '/api': api } } });
await web.listen();
console.log(`server  ${serverUrl}\nweb     ${web.resolvedUrls.local[0]}`);
