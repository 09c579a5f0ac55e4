import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliqSandbox } from '@key2xs/drivers/sandbox';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { type SandboxPeer, type SandboxPeers, sandboxFolder } from '#platform/network/sandbox-peer';
import { sourceSandboxes } from './features/providers/registry';

type RunningSandboxes = { peers: SandboxPeers; close(): Promise<void> };
type Startable = { port: number; close(): Promise<void> };

/**
 * Starts the sandboxes: a key system and those of identity sources, whose state is in the data folder. Each keeps the port of
 * its first start, because connections store it. If that port is taken it uses another, and connections to the old one show
 * an error. Any other failure is logged and leaves the product without that one. Their control ports are for
 * `npm run sandbox` only.
 */
export async function startSandboxes(config: Config, log: Logger): Promise<RunningSandboxes> {
  const certificates = sandboxFolder(config);
  const keySystem = await startOrLog(certificates, log, 8_443, async (options) => {
    const { startCliqSandbox } = await import('@key2xs/drivers/sandbox'); // production never loads it
    return startCliqSandbox({ ...options, ...(config.sandboxKeys && { keys: config.sandboxKeys }) });
  });
  const running: Startable[] = keySystem ? [keySystem] : [];
  const sources: SandboxPeers['sources'] = {};
  // Afterwards: the certificates are made by then, which takes most of the time.
  for (const { provider, folder, usualPort, start } of sourceSandboxes()) {
    const directory = sandboxFolder(config, folder);
    const started = await startOrLog(directory, log, usualPort, (options) => start({ ...options, certificates }));
    if (!started) continue;
    running.push(started);
    sources[provider] = started.peer;
  }
  return {
    peers: { keySystem: keySystem && keySystemPeer(keySystem), sources },
    close: async () => {
      await Promise.all(running.map((sandbox) => sandbox.close()));
    },
  };
}

type Start<S> = (options: { port: number; directory: string; control: true }) => Promise<S>;

async function startOrLog<S extends Startable>(
  directory: string,
  log: Logger,
  usualPort: number,
  start: Start<S>,
): Promise<S | undefined> {
  try {
    return await startOnItsPort(directory, log, usualPort, start);
  } catch (err) {
    log.error({ err, directory }, 'the sandbox cannot be started; without its folder it would begin anew');
    return undefined;
  }
}

async function startOnItsPort<S extends Startable>(
  directory: string,
  log: Logger,
  usualPort: number,
  start: Start<S>,
): Promise<S> {
  const portFile = join(directory, 'port');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const kept = Number(await readFile(portFile, 'utf8').catch(() => ''));
  const listenOn = (port: number) => start({ port, directory, control: true });
  const sandbox = await listenOn(kept || usualPort).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    log.warn({ port: kept || usualPort }, 'the port of the sandbox is taken; another one is used');
    return listenOn(0);
  });
  if (!kept) await writeFile(portFile, String(sandbox.port));
  return sandbox;
}

function keySystemPeer({ cliq_api_url, domain_name, client_certificate_bundle_pem, port }: CliqSandbox): SandboxPeer {
  return { cliq_api_url, domain_name, client_certificate_bundle_pem, port };
}
