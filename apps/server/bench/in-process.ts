import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, type Endpoint, type Input, type Output, type SyncTask, sync } from '@key2xs/contract';
import { pino } from 'pino';
import { readConfig } from '#config';
import { send } from '#test/send';
import { startPostgres } from '../../../tools/lib/postgres.mjs';
import { type RunningServer, startServer } from '../src/start-server';

export type Bench = {
  server: RunningServer;
  token: string;
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>;
  ended(taskId: string, pollMs?: number): Promise<SyncTask>;
};

/** The whole server in this process, on an embedded database in a new folder, so that its database can be asked directly. */
export async function withServer(
  measure: (bench: Bench) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-bench-'));
  const config = { ...readConfig({ KEY2XS_DATA_DIR: folder, KEY2XS_SANDBOX: 'off', ...environment }), port: 0 };
  const server = await startServer(config, pino({ level: 'warn' }, pino.destination(2))); // why a run failed
  const { username = '', password = '' } = server.firstAdmin ?? {};
  const { body } = await send(server.url, auth.login, { body: { username, password } });
  const token = body.access_token;
  const call: Bench['call'] = async (endpoint, input) => {
    const answer = await send(server.url, endpoint, input, { token });
    if (answer.status >= 400) throw new Error(`${endpoint.path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const ended: Bench['ended'] = async (task_id, pollMs = 10) => {
    for (;;) {
      const task = await call(sync.status, { params: { task_id } });
      if (task.status === 'SUCCESS' || task.status === 'FAILURE') return task;
      await new Promise((done) => setTimeout(done, pollMs));
    }
  };
  await measure({ server, token, call, ended });
  await server.stop();
  await rm(folder, { recursive: true });
}

/** The same on a PostgreSQL server, so that the process is the server's and a little of the measuring. */
export async function onPostgres(
  measure: (bench: Bench) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const { url, stop } = await startPostgres();
  await withServer(measure, { DATABASE_URL: url, KEY2XS_ALLOWED_HOSTS: '127.0.0.1', ...environment });
  await stop();
}
