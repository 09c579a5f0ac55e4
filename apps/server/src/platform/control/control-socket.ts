import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { encryptBackup } from '../backup/write-backup';
import type { Deps } from '../deps';
import { readMigrationPlan } from '../schema/migration-times';
import { findSecretKey } from '../secrets/secret-key';

/** The longest path that every system takes as the address of a socket. */
const maxPathBytes = 100;

/** Where the running server takes commands: who may enter the data folder may give them. */
export const controlPath = (dataDir: string): string => join(dataDir, 'control.sock');

const BackupOrder = z.object({ recipient: z.string() });

type ControlDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>;

/**
 * Takes commands of this machine over a socket in the data folder, which only the user of the server can open. Without it the server
 * works all the same. The data folder is locked by this process.
 * @returns ends what runs, and removes the socket
 */
export async function openControl(deps: ControlDeps): Promise<() => Promise<void>> {
  const path = controlPath(deps.config.dataDir);
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    answer(deps, stopping.signal, request, response).catch((error: unknown) => {
      if (!stopping.signal.aborted)
        deps.log.warn({ err: error, path: request.url }, 'a command of this machine failed');
      response.destroy();
    });
  });
  try {
    if (Buffer.byteLength(path) > maxPathBytes) throw new Error(`its path has more than ${maxPathBytes} bytes`);
    await rm(path, { force: true }); // of a process that was killed
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ path, reason }, 'no socket for commands: stop the server before a backup by command');
    server.close();
    return async () => undefined;
  }
  return async () => {
    stopping.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
}

async function answer(
  deps: ControlDeps,
  stopping: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = `${request.method} ${request.url}`;
  if (order === 'GET /migrations') return sendJson(response, 200, await readMigrationPlan(deps.db));
  // On a server the command reads the database itself: who has the data folder need not have the database.
  if (order === 'POST /backup' && !deps.config.databaseUrl) return sendBackup(deps, stopping, request, response);
  sendJson(response, 404, { message: 'This server does not take this command.' });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends it to the caller, who may write where the server may not. A backup without its end has no `rows`. */
async function sendBackup(
  deps: ControlDeps,
  stopping: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = BackupOrder.safeParse(await json(request));
  const secretKey = await findSecretKey(deps.config);
  if (!order.success || !secretKey) return sendJson(response, 400, { message: 'The server cannot write a backup.' });
  const left = new AbortController();
  response.once('close', () => left.abort());
  const signal = AbortSignal.any([stopping, left.signal]);
  const source = { db: deps.db, secretKey, now: deps.clock(), stopping: signal };
  const { bytes, rows } = await encryptBackup(source, order.data.recipient);
  response.writeHead(200, { 'content-type': 'application/octet-stream', trailer: 'rows' });
  try {
    await pipeline(bytes, response, { end: false, signal });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    deps.log.info('a backup by command was stopped before its end');
    return;
  }
  response.addTrailers({ rows: String(rows()) });
  response.end();
  deps.log.info({ rows: rows() }, 'backup sent to a command');
}
