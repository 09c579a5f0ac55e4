import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Runs the command that verifies an exported file of the administration log. */
export async function verifyFile(...args: string[]): Promise<{ code: number; said: string }> {
  const program = fileURLToPath(new URL('../src/audit-verify.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env: { PATH: process.env.PATH } });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, said };
}
