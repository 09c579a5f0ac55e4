// Every command imports this first: on an older Node it runs itself again on the pinned Node 24, fetched once by npm.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../node', import.meta.url));
const isWindows = process.platform === 'win32';

if (Number(process.versions.node.split('.')[0]) < 24) await runAgain(findOrFetch());
else if (process.channel) endWithParent();

function findOrFetch() {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, isWindows ? 'bin/node.exe' : 'bin/node');
  if (!existsSync(program)) {
    console.error(`Key2XS runs on Node 24; this is ${process.versions.node}. Fetching Node 24…`);
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });
  }
  if (existsSync(program)) return program;
  console.error('Node 24 could not be fetched. Install Node 24 and try again.');
  process.exit(1);
}

/** The same command with our terminal. Its programs find Node 24 first on the PATH. Never returns. */
async function runAgain(program) {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const child = spawn(program, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const passOn = (signal) => child.kill(signal);
  // A terminal sends Ctrl-C to both; twice would mean "kill" to the command.
  process.on('SIGINT', process.stdin.isTTY ? () => undefined : passOn);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  const [code, signal] = await new Promise((ended) => child.once('exit', (...how) => ended(how)));
  process.exit(code ?? 128 + constants.signals[signal]);
}

/** The older Node that started us may be killed; nothing is left to end us then. */
function endWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
