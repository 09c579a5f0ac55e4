import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '#config';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { DataFolderInUse } from '#platform/database/data-lock';
import { DatabaseEnded } from '#platform/embedded/database-ended';
import { createLog } from '#platform/log';
import { startServer } from './start-server';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const web = fileURLToPath(new URL('../../web/dist', import.meta.url));
const shutdownMs = 10_000;
/** When the database dies, open requests get this long to receive their error. */
const lastAnswersMs = 500;

process.umask(0o077); // files we write are readable by this user only

/** For people. The log goes to standard error: in full where it is collected, only warnings on a terminal. */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = readConfig(process.env, root);
  const log = createLog(config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info'));
  const server = await startServer(config, log, existsSync(web) ? web : undefined);
  server.ended.then((error) => {
    log.fatal({ err: error }, 'the database has ended');
    process.stderr.write(`${error.message}\n`);
    setTimeout(() => process.exit(1), lastAnswersMs);
  });
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), shutdownMs).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error, signal }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (server.firstAdmin) {
    say(`First start: sign in as '${server.firstAdmin.username}' with the password '${server.firstAdmin.password}'`);
  }
  say(`Key2XS is ready at ${server.url}`); // last: the reader of this line may stop the process
}

try {
  await main();
} catch (error) {
  const lines = error instanceof ConfigError ? error.lines : isExpected(error) ? [error.message] : undefined;
  if (!lines) throw error;
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Errors the operator can fix; any other is printed with its stack. */
function isExpected(error: unknown): error is Error {
  if (error instanceof DataFolderInUse || error instanceof DatabaseUnavailable) return true;
  if (error instanceof DatabaseEnded) return true;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
