import type { CliqSandbox, SandboxOptions } from './sandbox/cliq-sandbox';
import { performIn } from './sandbox/control/acts';
import { startControl } from './sandbox/control/control';
import { createScriptRunner } from './sandbox/faults/run-scripts';
import { stateOf, writtenInto } from './sandbox/inspect';
import { type Listener, startListener } from './sandbox/listener';
import { bundleOf, loadSandboxPki, type SandboxPki } from './sandbox/pki';
import { type Running, serve, switchScripts } from './sandbox/serve';
import { sandboxDomain } from './sandbox/site/city';
import { generateSite } from './sandbox/site/generated-site';
import { inventSite } from './sandbox/site/invented-site';
import { createClock } from './sandbox/system/clock';
import { openSystem, type System } from './sandbox/system/system';

export type { CliqSandbox } from './sandbox/cliq-sandbox';

/** A key system that speaks the wire of the CLIQ Web Manager driver, with an invented site and client certificates. */
export async function startCliqSandbox(options: SandboxOptions): Promise<CliqSandbox> {
  const { port, directory, size, profile = 'full' } = options;
  const clock = createClock(options.clock);
  // By the real time, whatever its clock says: that is what the other side of TLS goes by.
  const pki = await loadSandboxPki(new Date(), directory);
  const scripts = createScriptRunner(() => `https://127.0.0.1:${listener.port}`);
  let running: Running | undefined;
  const listener: Listener = await startListener({
    port,
    pki,
    chooseFault: scripts.onConnection,
    serve: (request, response) => {
      if (running) void serve(running, request, response);
    },
  });
  // Only now: a second sandbox on the same port must not get as far as the file of the first.
  const siteAt = size ? (begin: Date) => generateSite(size, begin) : inventSite;
  const system = await openOrLeave(listener, () => openSystem({ clock, siteAt, directory }));
  running = { system, profile, writes: 0, plan: undefined, scripts, listener };
  const sandbox = assemble(running, pki);
  const control = options.control ? await startControl(running, directory) : undefined;
  return {
    ...sandbox,
    control: control && { port: control.port, token: control.token },
    async close() {
      await control?.close();
      await sandbox.close();
    },
  };
}

/** What cannot be opened takes no port. */
async function openOrLeave(listener: Listener, open: () => System): Promise<System> {
  try {
    return open();
  } catch (error) {
    await listener.close();
    throw error;
  }
}

function assemble(running: Running, pki: SandboxPki): CliqSandbox {
  const { system, scripts, listener } = running;
  return {
    cliq_api_url: `https://127.0.0.1:${listener.port}`,
    port: listener.port,
    domain_name: sandboxDomain,
    ...credentialsOf(pki),
    clock: system.clock,
    act: performIn(running),
    profile: () => running.profile,
    offer: (next) => {
      running.profile = next;
    },
    inspect: () => ({ ...writtenInto(system), writes: running.writes }),
    state: () => stateOf(running),
    fault: (plan) => {
      running.plan = plan;
    },
    script: (...orders) => switchScripts(running, orders),
    calls: scripts.calls,
    control: undefined,
    async close() {
      await listener.close();
      system.close();
    },
  };
}

function credentialsOf(pki: SandboxPki) {
  return {
    client_certificate_bundle_pem: bundleOf(pki, pki.client),
    foreign_certificate_bundle_pem: bundleOf(pki, pki.stranger),
    second_client_certificate_bundle_pem: bundleOf(pki, pki.second_client),
    expired_client_certificate_bundle_pem: bundleOf(pki, pki.expired_client),
    future_client_certificate_bundle_pem: bundleOf(pki, pki.future_client),
    client_certificate_p12: Buffer.from(pki.client_p12.base64, 'base64'),
    client_certificate_p12_pass_phrase: pki.client_p12.pass_phrase,
  };
}
