import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

type Options = {
  /** What is in front of every address. */
  path: string;
  /** The product, without a slash at its end. */
  to: string;
  /** Whether it takes the path away before it asks the product. */
  strips: boolean;
};

/** A web server of an organisation with the product below a path of it, and nothing else. */
export async function startReverseProxy({ path, to, strips }: Options) {
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    if (url !== path && !url.startsWith(`${path}/`)) {
      answer.writeHead(404).end('of another application');
      return;
    }
    const forwarded = `${to}${strips ? url.slice(path.length) || '/' : url}`;
    const onward = request(forwarded, { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${path}`, close };
}
