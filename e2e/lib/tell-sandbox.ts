import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { controlFile, readCommand, tokenHeader } from '@key2xs/drivers/sandbox';

/** Does one thing to the sandbox of a product, as `npm run sandbox` would: `script too_many_requests --only persons`. */
export async function tellSandbox(dataDir: string, command: string): Promise<void> {
  const { method, path, body } = readCommand(command.split(' '));
  const { port, token } = JSON.parse(await readFile(join(dataDir, 'sandbox', controlFile), 'utf8'));
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { [tokenHeader]: token },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refused '${command}': ${await answer.text()}`);
}
