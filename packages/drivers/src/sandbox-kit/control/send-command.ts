import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const controlFile = 'control.json';
export const tokenHeader = 'x-sandbox-token';

const Control = z.object({ port: z.int(), token: z.string() });
const Refusal = z.object({ error: z.string() });

/** A sandbox has refused a command. The message gives the reason. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal';
}

/** Sends a command to the sandbox of that directory. @returns its answer @throws SandboxRefusal */
export async function sendCommand(directory: string, words: readonly string[]): Promise<unknown> {
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
    throw notRunning(); // it was killed, and has left its file
  });
  const reply: unknown = await answer.json();
  if (!answer.ok) throw new SandboxRefusal(Refusal.parse(reply).error);
  return reply;
}
