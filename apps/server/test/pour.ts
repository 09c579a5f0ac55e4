import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestApp } from './app';

type Poured = {
  /** Up to and including the empty line, without Content-Length. */
  head: string;
  /** Sent repeatedly. */
  chunk?: Buffer;
  /** Content-Length, sent completely unless the answer comes first; undefined sends endless chunks. */
  bytes?: number | undefined;
  /** Sent before the chunks; only without a length. */
  begin?: string;
};

export type Answer = {
  status: number;
  headers: string;
  body: string;
  /** Bytes of the whole request that the server has read from its socket. */
  taken: number;
  /** Bytes that the client could write before the answer. */
  sent: number;
};

const filler = Buffer.alloc(65_536, ' ');
const endless = 64 * 1_048_576; // more than any limit here

/** Sends a raw request as fast as the server reads it, and stops at the answer. */
export async function pour(app: TestApp, { head, chunk = filler, bytes, begin }: Poured): Promise<Answer> {
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const received: Buffer[] = [];
  let isAnswered = false;
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      received.push(data);
      if (isWhole(Buffer.concat(received).toString())) resolve();
    });
    socket.once('end', resolve);
    socket.once('error', reject);
  }).finally(() => {
    isAnswered = true;
  });
  const length = bytes === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  socket.write(`${head}${length}\r\nHost: 127.0.0.1\r\n\r\n`);
  if (begin) socket.write(`${Buffer.byteLength(begin).toString(16)}\r\n${begin}\r\n`);
  let sent = 0;
  while (!isAnswered && sent < (bytes ?? endless)) {
    const part = bytes === undefined ? chunk : chunk.subarray(0, bytes - sent);
    const framed = bytes === undefined ? [`${part.length.toString(16)}\r\n`, part, '\r\n'] : [part];
    const isRoom = framed.map((piece) => socket.write(piece)).at(-1);
    sent += part.length;
    if (!isRoom) await Promise.race([once(socket, 'drain'), answered]);
  }
  await answered;
  const taken = app.serverSocket(socket.localPort ?? 0)?.bytesRead ?? 0;
  socket.destroy();
  return { ...parse(Buffer.concat(received).toString()), taken, sent };
}

/** Ignores interim answers. */
const withoutInterim = (text: string) => text.replace(/^HTTP\/1\.1 100 [\s\S]*?\r\n\r\n/, '');

function isWhole(text: string): boolean {
  const [headers = '', body] = split(withoutInterim(text));
  const length = /^content-length: (\d+)/im.exec(headers)?.[1];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}

const split = (text: string) => text.split(/\r\n\r\n([\s\S]*)/);

function parse(text: string) {
  const [headers = '', body = ''] = split(withoutInterim(text));
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0), headers, body };
}
