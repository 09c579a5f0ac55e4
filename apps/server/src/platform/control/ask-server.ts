import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { saveBackup } from '../backup/write-backup';
import { type MigrationPlan, planOf } from '../schema/migration-times';
import { controlPath } from './control-socket';

/** The server refuses or ends before the answer is whole. The message is for the operator. */
export class ServerRefuses extends Error {
  override name = 'ServerRefuses';
}

const timeoutMs = 10_000;

type Order = { method: 'GET' | 'POST'; path: string; body?: unknown; signal?: AbortSignal };

/** @returns undefined where no server takes commands for this data folder */
async function ask(dataDir: string, { method, path, body, signal }: Order): Promise<IncomingMessage | undefined> {
  const asking = request({ socketPath: controlPath(dataDir), method, path, ...(signal && { signal }) });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return answer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

type Wanted = { file: string; recipient: string; signal: AbortSignal };

/**
 * Lets the server of this data folder write a backup while it runs.
 * @returns undefined where none runs
 * @throws ServerRefuses, and errors of the file
 */
export async function backUpByServer(dataDir: string, { file, recipient, signal }: Wanted) {
  const answer = await ask(dataDir, { method: 'POST', path: '/backup', body: { recipient }, signal });
  if (!answer) return undefined;
  if (answer.statusCode !== 200) {
    const { message } = (await json(answer)) as { message: string };
    throw new ServerRefuses(message);
  }
  const { bytes } = await saveBackup(answer, file, signal).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
      throw new ServerRefuses('The server has ended the backup before its end: its log says why. Nothing was written.');
    }
    throw error;
  });
  return { bytes, rows: Number(answer.trailers.rows) };
}

/**
 * What this version would run in the database of the server of this data folder, which may be of an earlier version.
 * @returns undefined where none runs, or one that does not know the question
 */
export async function planByServer(dataDir: string): Promise<MigrationPlan | undefined> {
  const answer = await ask(dataDir, { method: 'GET', path: '/migrations', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer) return undefined;
  const found = (await json(answer)) as Pick<MigrationPlan, 'executed' | 'growth_bytes'>;
  return answer.statusCode === 200 ? planOf(found.executed, found.growth_bytes) : undefined;
}
