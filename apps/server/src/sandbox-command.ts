import { fileURLToPath } from 'node:url';
import { isSandbox, SandboxRefusal, sandboxHelp, sendCommand } from '@key2xs/drivers/sandbox';
import { ConfigError, readConfig } from '#config';
import { sandboxFolder } from '#platform/network/sandbox-peer';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Exit code 0: done, 1: failed. Without words, prints help. */
async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help') {
    process.stdout.write(sandboxHelp());
    return 0;
  }
  try {
    const [first, ...others] = words;
    const config = readConfig(process.env, root);
    const said = isSandbox(first)
      ? await sendCommand(sandboxFolder(config, first), others)
      : await sendCommand(sandboxFolder(config), words);
    process.stdout.write(`${JSON.stringify(said, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SandboxRefusal || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
