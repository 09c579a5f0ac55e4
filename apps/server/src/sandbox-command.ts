import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, controlFile, readCommand, sandboxHelp, tokenHeader } from '@key2xs/drivers/sandbox';
import { z } from 'zod';
import { ConfigError, readConfig } from '#config';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const Control = z.object({ port: z.int(), token: z.string() });

const notRunning = (dataDir: string) =>
  new CommandError(`No sandbox runs for ${dataDir}. Start it with "npm start", or set KEY2XS_DATA_DIR to where it is.`);

/** Does one thing to the sandbox of that data folder, and answers what it said. */
async function control(dataDir: string, words: readonly string[]): Promise<string> {
  const { method, path, body } = readCommand(words);
  const file = await readFile(join(dataDir, 'sandbox', controlFile), 'utf8').catch(() => undefined);
  if (file === undefined) throw notRunning(dataDir);
  const { port, token } = Control.parse(JSON.parse(file));
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { [tokenHeader]: token },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw notRunning(dataDir); // killed, so that it left its file behind
  });
  const said: unknown = await answer.json();
  if (answer.ok) return JSON.stringify(said, null, 2);
  throw new CommandError(z.object({ error: z.string() }).parse(said).error);
}

/** 0: done, 1: not done; without words it explains itself. */
async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help') {
    process.stdout.write(sandboxHelp());
    return 0;
  }
  try {
    process.stdout.write(`${await control(readConfig(process.env, root).dataDir, words)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
