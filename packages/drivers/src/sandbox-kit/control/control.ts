import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { type Acts, readWords } from './command-line';
import { controlFile, tokenHeader } from './send-command';

export type Control = { port: number; token: string; close(): Promise<void> };

const maxBodyBytes = 64 * 1024;
const Words = z.array(z.string());

/**
 * The control port, through which the command line sends commands and switches faults: words as JSON in a POST over plain
 * HTTP, from this machine only, with a token. With a directory, port and token are written to `control.json`, readable by
 * its owner only.
 */
export async function startControl<Running>(
  acts: Acts<Running>,
  running: Running,
  directory?: string,
): Promise<Control> {
  const token = randomBytes(24).toString('base64url');
  const perform = (words: readonly string[]) => {
    const { act, args } = readWords(acts, words);
    return act.run(running, args);
  };
  const server = createServer((request, response) => {
    answer(token, request, perform).then(({ status, body }) => {
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

async function answer(
  token: string,
  request: IncomingMessage,
  perform: (words: readonly string[]) => unknown,
): Promise<Reply> {
  if (!isToken(request.headers[tokenHeader], token))
    return refusal(401, `The header ${tokenHeader} is missing or wrong.`);
  try {
    const done = await perform(Words.parse(JSON.parse(await readText(request))));
    return { status: 200, body: done ?? null };
  } catch (error) {
    if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error));
    if (error instanceof RangeError || error instanceof SyntaxError) return refusal(400, error.message);
    throw error;
  }
}

function isToken(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new RangeError('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
