import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const controlFile = 'control.json';
export const tokenHeader = 'x-sandbox-token';

const Control = z.object({ port: z.int(), token: z.string() });
const Refusal = z.object({ error: z.string() });

/** What a sandbox was told was not done. The message says why. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal';
}

/** Has the sandbox of that directory do what the words say, and answers what it said. @throws SandboxRefusal */
export async function tellSandbox(directory: string, words: readonly string[]): Promise<unknown> {
  const notRunning = () =>
    new SandboxRefusal(
      `No sandbox runs in ${directory}. Start it with "npm start", or set KEY2XS_DATA_DIR to where it is.`,
    );
  const file = await readFile(join(directory, controlFile), 'utf8').catch(() => {
    throw notRunning();
  });
  const { port, token } = Control.parse(JSON.parse(file));
  const request = { method: 'POST', headers: { [tokenHeader]: token }, body: JSON.stringify(words) };
  const answer = await fetch(`http://127.0.0.1:${port}/`, request).catch(() => {
    throw notRunning(); // it was killed, and its file is still there
  });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new SandboxRefusal(Refusal.parse(said).error);
  return said;
}
