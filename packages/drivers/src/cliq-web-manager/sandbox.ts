import { createClock } from '../sandbox-kit/clock';
import { startControl } from '../sandbox-kit/control/control';
import { createScriptRunner, type ScriptOrder } from '../sandbox-kit/faults/run-scripts';
import { type Listener, openOrLeave, startListener } from '../sandbox-kit/listener';
import { bundleOf, loadSandboxPki, type SandboxPki } from '../sandbox-kit/pki';
import { acts, performIn } from './sandbox/control/acts';
import type { Fault, FaultPlan } from './sandbox/faults/faults';
import { scripts as allScripts, type ScriptName } from './sandbox/faults/scripts';
import { stateOf, writtenInto } from './sandbox/inspect';
import { type Running, serve, switchScripts } from './sandbox/serve';
import type { ReceivedCall } from './sandbox/services/answer';
import type { Profile } from './sandbox/services/answer-call';
import { sandboxDomain } from './sandbox/site/city';
import { generateSite, type SiteSize } from './sandbox/site/generated-site';
import { inventSite } from './sandbox/site/invented-site';
import { openSystem } from './sandbox/system/system';
import { opens } from './sandbox/system/truth';

type SandboxOptions = {
  /** 0 for any free port. Accepts local connections only. */
  port: number;
  /** Persists certificates and all changes. Without a directory, they are lost at the end. */
  directory?: string;
  /** The base of its clock; the real time by default. */
  clock?: () => Date;
  /** 'full' by default. */
  profile?: Profile;
  /** Opens the control port; with a directory, its port and token are written to `control.json`. */
  control?: boolean;
  /** Replaces the invented site by a city of that many records, generated on demand. */
  size?: SiteSize;
  /** Keys of the invented city, at most 8,999: those beyond the usual 60 are in stock. */
  keys?: number;
};

export type CliqSandbox = Awaited<ReturnType<typeof startCliqSandbox>>;

/** A key system with the protocol of the CLIQ Web Manager driver, an invented site, and client certificates. */
export async function startCliqSandbox(options: SandboxOptions) {
  const { port, directory, size, keys, profile = 'full' } = options;
  const clock = createClock(options.clock);
  // By the real time instead of its clock, because TLS clients check it.
  const pki = await loadSandboxPki(new Date(), directory);
  const scripts = createScriptRunner<ReceivedCall, Fault, ScriptName>({
    scripts: allScripts,
    self: () => `https://127.0.0.1:${listener.port}`,
    now: clock.now,
  });
  let running: Running | undefined;
  const listener: Listener = await startListener({
    port,
    pki,
    asksForCertificate: true,
    chooseFault: scripts.onConnection,
    serve: (request, response) => {
      if (running) void serve(running, request, response);
    },
  });
  // Only now: a second sandbox on the same port must not touch the files of the first.
  const siteAt = (begin: Date) => (size ? generateSite(size, begin) : inventSite(begin, keys));
  const system = await openOrLeave(listener, () => openSystem({ clock, siteAt, directory }));
  running = { system, profile, writes: 0, plan: undefined, scripts, listener };
  const control = options.control ? await startControl(acts, running, directory) : undefined;
  return {
    ...surfaceOf(running),
    ...credentialsOf(pki),
    /** Undefined unless requested. */
    control: control && { port: control.port, token: control.token },
    async close(): Promise<void> {
      await control?.close();
      await listener.close();
      system.close();
    },
  };
}

function surfaceOf(running: Running) {
  const { system, scripts, listener } = running;
  return {
    cliq_api_url: `https://127.0.0.1:${listener.port}`,
    port: listener.port,
    domain_name: sandboxDomain,
    /** Once advanced, it stays ahead; with a directory, across restarts too. */
    clock: system.clock,
    /** Simulates people, keys and programming devices: `act('hand-in-key', { key: 'K-0001' })`. */
    act: performIn(running),
    profile: () => running.profile,
    /** Whether a key really opens a cylinder, by default now: from what both hold, not from what is recorded. */
    opens: (key: string, cylinder: string, at?: Date) => opens(system, key, cylinder, at),
    /** Changes which services it offers. */
    offer(profile: Profile): void {
      running.profile = profile;
    },
    /** The written records, and the number of write calls since the start. */
    inspect: () => ({ ...writtenInto(system), writes: running.writes }),
    state: () => stateOf(running),
    /** For tests: chooses a fault for each call; undefined turns that off. */
    fault(plan: FaultPlan): void {
      running.plan = plan;
    },
    /**
     * Switches named fault scripts on, replacing those that run, and restarts the call count; no orders switch all off. The
     * first matching script of a call wins; a `fault` wins over all.
     * @throws RangeError for an invalid order; the running scripts then continue
     */
    script: (...orders: ScriptOrder<ScriptName>[]) => switchScripts(running, orders),
    /** Calls since scripts were last switched, oldest first. */
    calls: scripts.calls,
  };
}

function credentialsOf(pki: SandboxPki) {
  return {
    client_certificate_bundle_pem: bundleOf(pki, pki.client),
    /** Well-formed, but issued by another authority: the sandbox rejects it. */
    foreign_certificate_bundle_pem: bundleOf(pki, pki.stranger),
    /** Valid like the first one, to replace it. */
    second_client_certificate_bundle_pem: bundleOf(pki, pki.second_client),
    /** Issued by the right authority, but expired, or not valid yet. */
    expired_client_certificate_bundle_pem: bundleOf(pki, pki.expired_client),
    future_client_certificate_bundle_pem: bundleOf(pki, pki.future_client),
    /** The first one as a PKCS#12 file. */
    client_certificate_p12: Buffer.from(pki.client_p12.base64, 'base64'),
    client_certificate_p12_pass_phrase: pki.client_p12.pass_phrase,
  };
}
