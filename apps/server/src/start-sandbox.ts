import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliqSandbox, EntraSandbox } from '@key2xs/drivers/sandbox';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { EntraSandboxPeer, SandboxPeer, SandboxPeers } from '#platform/network/sandbox-peer';

type RunningSandboxes = { peers: SandboxPeers; close(): Promise<void> };
type Startable = { port: number; close(): Promise<void> };

/**
 * Starts the sandboxes: a key system and a Microsoft Entra ID, whose state is in the data folder. Each keeps the port of its
 * first start, because connections store it. If that port is taken it uses another, and connections to the old one show
 * an error. Any other failure is logged and leaves the product without that one. Their control ports are for
 * `npm run sandbox` only.
 */
export async function startSandboxes(config: Config, log: Logger): Promise<RunningSandboxes> {
  const certificates = sandboxFolder(config);
  const keySystem = await startOrLog(certificates, log, 8_443, async (options) => {
    const { startCliqSandbox } = await import('@key2xs/drivers/sandbox'); // production never loads it
    return startCliqSandbox(options);
  });
  // Afterwards: the certificates are made by then, which takes most of the time.
  const entraId = await startOrLog(sandboxFolder(config, 'entra-id'), log, 8_444, async (options) => {
    const { startEntraSandbox } = await import('@key2xs/drivers/sandbox');
    return startEntraSandbox({ ...options, certificates });
  });
  return {
    peers: { keySystem: keySystem && keySystemPeer(keySystem), entraId: entraId && entraPeer(entraId) },
    close: async () => {
      await Promise.all([keySystem?.close(), entraId?.close()]);
    },
  };
}

/** Where the state of a sandbox is: that of the key system, or of another beside it. */
export const sandboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>, other = ''): string =>
  join(dataDir, 'sandbox', other);

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

export function entraPeer(sandbox: EntraSandbox): EntraSandboxPeer {
  const { tenant_id, login_url, graph_url, consent_url, authority_pem, port } = sandbox;
  const { client_id, secret: client_secret } = sandbox.own_application();
  const shared = sandbox.shared_application();
  return {
    tenant_id,
    login_url,
    graph_url,
    consent_url,
    authority_pem,
    port,
    client_id,
    client_secret,
    certificate_p12: sandbox.certificate_p12.toString('base64'),
    certificate_pass_phrase: sandbox.certificate_p12_pass_phrase,
    shared_application: { client_id: shared.client_id, client_secret: shared.secret },
  };
}
