import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { CliqSandbox } from '../cliq-sandbox';
import { controlRoutes } from './control-routes';

export const controlFile = 'control.json';
export const tokenHeader = 'x-sandbox-token';

export type Control = { port: number; token: string; close(): Promise<void> };

const maxBodyBytes = 64 * 1024;

/**
 * Lets the command line play operator, programming device and bad luck: plain HTTP on this machine only, for whoever
 * can read the token. With a directory, port and token stand in `control.json`, which its owner alone can read.
 */
export async function startControl(sandbox: CliqSandbox, directory?: string): Promise<Control> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    answer(sandbox, token, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }, response.destroy.bind(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  const path = directory === undefined ? undefined : join(directory, controlFile);
  if (directory !== undefined && path !== undefined) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    rmSync(path, { force: true }); // else the mode of an old one stays
    writeFileSync(path, JSON.stringify({ port, token }), { mode: 0o600 });
  }
  return {
    port,
    token,
    async close() {
      if (path !== undefined) rmSync(path, { force: true });
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Reply = { status: number; body: unknown };

const refusal = (status: number, message: string): Reply => ({ status, body: { error: message } });

async function answer(sandbox: CliqSandbox, token: string, request: IncomingMessage): Promise<Reply> {
  if (!isToken(request.headers[tokenHeader], token))
    return refusal(401, `The header ${tokenHeader} is missing or wrong.`);
  const { pathname } = new URL(request.url ?? '/', 'http://control');
  const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  try {
    const body = await readJson(request);
    for (const { method, path, act } of controlRoutes) {
      const ids = request.method === method ? match(path, segments) : undefined;
      if (ids) return { status: 200, body: act(sandbox, body, ...ids) ?? null };
    }
    return refusal(404, 'There is no such control.');
  } catch (error) {
    if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error));
    if (error instanceof RangeError || error instanceof SyntaxError) return refusal(400, error.message);
    throw error;
  }
}

/** The segments that stand where the path has a `*`; undefined when it is another path. */
function match(path: string, segments: readonly string[]): string[] | undefined {
  const pattern = path.split('/').filter(Boolean);
  const isMatch =
    pattern.length === segments.length && pattern.every((part, i) => part === '*' || part === segments[i]);
  return isMatch ? segments.filter((_, i) => pattern[i] === '*') : undefined;
}

function isToken(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

/** An empty body counts as an empty object. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new RangeError('The body is too large.');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text.trim() === '' ? {} : JSON.parse(text);
}
