import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { auth, type Endpoint, type Input, type Output, type SyncTask, sync } from '@key2xs/contract';
import { type Answered, send } from '../../apps/server/test/send';
import { nodeOptions } from '../../tools/lib/node-options.mjs';

export type Product = {
  url: string;
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E>>;
  /** The same, but anything other than success ends the program. */
  must<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>;
  /** Signs in; later calls carry the token. */
  signIn(username: string, password: string): Promise<void>;
  ended(taskId: string, onProgress?: (task: SyncTask) => boolean): Promise<SyncTask>;
  /** Ends the process, with SIGKILL by default. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** The exit code, and the last lines of the log. */
  exit: Promise<{ code: number | null; log: string }>;
  /** Suspends or resumes the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Its last output, if it exited without `kill`. */
  endedByItself(): string | undefined;
  /** Printed by the very first start. */
  credentials: { username: string; password: string } | undefined;
};

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Enough of its log to show why it did not start. */
const keptComplaints = 50;

const running = new Set<ChildProcess>();

/** Leaves no process behind when the story fails. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

type Running = { env?: Record<string, string>; uid?: number };

/** Starts the product as the README says, on a port that the system chooses and a data folder of its own; as the user `uid` if given. */
export async function startProduct(dataDir: string, { env, uid }: Running = {}): Promise<Product> {
  const child = spawn(process.execPath, [...nodeOptions, 'tools/start.mjs'], {
    env: { ...process.env, PORT: '0', KEY2XS_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  running.add(child);
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints.push(text);
    if (complaints.length > keptComplaints) complaints.shift();
  });
  let isAsked = false;
  let lastWords: string | undefined;
  const exit: Product['exit'] = new Promise((done) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      if (!isAsked) lastWords = `${signal ?? code}\n${complaints.join('')}`;
      done({ code, log: complaints.join('') });
    });
  });
  const { url, credentials } = await readGreeting(child).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints.join('')}`);
  });
  let token: string | undefined;
  const call: Product['call'] = (endpoint, input) => send(url, endpoint, input, { token });
  const must: Product['must'] = async (endpoint, input) => {
    const { status, body, text } = await call(endpoint, input);
    if (status >= 400) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`);
    return body;
  };
  return {
    url,
    credentials,
    call,
    must,
    async signIn(username, password) {
      const body = await must(auth.login, { body: { username, password, grant_type: 'password' } });
      token = body.access_token;
    },
    async ended(task_id, onProgress = () => false) {
      for (;;) {
        const body = await must(sync.status, { params: { task_id } });
        if (body.status === 'SUCCESS' || body.status === 'FAILURE' || onProgress(body)) return body;
        await pause(50);
      }
    },
    signal: (signal) => void child.kill(signal),
    endedByItself: () => lastWords,
    async kill(signal = 'SIGKILL') {
      isAsked = true;
      child.kill(signal);
      await exit;
    },
    exit,
  };
}

async function readGreeting(child: ChildProcess) {
  if (!child.stdout) throw new Error('started without a pipe');
  let url: string | undefined;
  let credentials: Product['credentials'];
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill(), 120_000);
  for await (const line of lines) {
    const [, username, password] = /sign in as '(.+)' with the password '(.+)'/.exec(line) ?? [];
    if (username && password) credentials = { username, password };
    url = /ready at (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  clearTimeout(timer);
  if (!url) throw new Error('the product did not start');
  return { url, credentials };
}
