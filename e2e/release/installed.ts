import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { auth, type Endpoint, type Input, type Output } from '@key2xs/contract';
import { send } from '../../apps/server/test/send';

/** What a command of the launcher said. */
export type Said = { code: number; output: string };

/** No Node and no npm of this machine is found by what the archive starts. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

export function runLauncher(program: string, ...args: string[]): Said {
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (error) throw error;
  return { code: status ?? 1, output: `${stdout}${stderr}` };
}

const started = new Set<ChildProcess>();

export const killStarted = (): void => {
  // Each leads a group: the launcher has started the server as its child.
  for (const { pid } of started) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
};

export type Server = {
  url: string;
  firstAdmin: { username: string; password: string } | undefined;
  signIn(who: { username: string; password: string }): Promise<void>;
  /** @throws Error unless it succeeds */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>;
  stop(): Promise<void>;
};

/** Starts the installed server in the foreground, until it says that it is ready. */
export async function startInstalled(program: string): Promise<Server> {
  const child = spawn(program, ['start'], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.add(child);
  const exit = once(child, 'exit');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  let firstAdmin: Server['firstAdmin'];
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, username, password] = /sign in as '(.+)' with the password '(.+)'/.exec(line) ?? [];
    if (username && password) firstAdmin = { username, password };
    url = /ready at (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  if (!url) throw new Error(`The installed server did not start.\n${log}`);
  return serverAt(url, firstAdmin, async () => {
    child.kill('SIGTERM');
    await exit;
    started.delete(child);
  });
}

function serverAt(url: string, firstAdmin: Server['firstAdmin'], stop: Server['stop']): Server {
  let token: string | undefined;
  const call: Server['call'] = async (endpoint, input) => {
    const { status, body, text } = await send(url, endpoint, input, { token });
    if (status >= 400) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`);
    return body;
  };
  return {
    url,
    firstAdmin,
    call,
    stop,
    async signIn(who) {
      token = (await call(auth.login, { body: { ...who, grant_type: 'password' } })).access_token;
    },
  };
}
