import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { SandboxPeer } from '#platform/network/sandbox-peer';

/** The sandbox's port in a new data folder, if free. */
const usualPort = 8_443;

type RunningSandbox = { peer: SandboxPeer; close(): Promise<void> };

/**
 * Starts the sandbox key system, whose state is in the data folder. It keeps the port of its first start, because
 * connections store it. If that port is taken it uses another, and connections to the old one show an error. Any other
 * failure is logged and returns undefined: the product starts without it. Its control port is for `npm run sandbox`
 * only.
 */
export async function startSandbox(config: Config, log: Logger): Promise<RunningSandbox | undefined> {
  const directory = join(config.dataDir, 'sandbox');
  try {
    return await start(directory, log);
  } catch (err) {
    log.error({ err, directory }, 'the sandbox cannot be started; without its folder it would begin anew');
    return undefined;
  }
}

async function start(directory: string, log: Logger): Promise<RunningSandbox> {
  const { startCliqSandbox } = await import('@key2xs/drivers/sandbox'); // production never loads it
  const portFile = join(directory, 'port');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const kept = Number(await readFile(portFile, 'utf8').catch(() => ''));
  const listenOn = (port: number) => startCliqSandbox({ port, directory, control: true });
  const sandbox = await listenOn(kept || usualPort).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    log.warn({ port: kept || usualPort }, 'the port of the sandbox is taken; another one is used');
    return listenOn(0);
  });
  if (!kept) await writeFile(portFile, String(sandbox.port));
  const { cliq_api_url, domain_name, client_certificate_bundle_pem, port } = sandbox;
  return { peer: { cliq_api_url, domain_name, client_certificate_bundle_pem, port }, close: () => sandbox.close() };
}
