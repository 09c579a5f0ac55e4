import { createClock } from '../sandbox-kit/clock';
import { startControl } from '../sandbox-kit/control/control';
import { createScriptRunner, type ScriptOrder } from '../sandbox-kit/faults/run-scripts';
import { type Listener, startListener } from '../sandbox-kit/listener';
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
import { openSystem, type System } from './sandbox/system/system';

type SandboxOptions = {
  /** 0 takes a free one. Only this machine can connect to it. */
  port: number;
  /** Keeps certificates and everything written, for the next start. Without one, all is gone at the end. */
  directory?: string;
  /** What its own clock starts from; the real one if left out. */
  clock?: () => Date;
  /** 'full' if left out. */
  profile?: Profile;
  /** Opens the control port; with a directory, what it takes to use it is written to `control.json` there. */
  control?: boolean;
  /** A city of that many records, made when they are asked for, in place of the invented one. */
  size?: SiteSize;
};

export type CliqSandbox = Awaited<ReturnType<typeof startCliqSandbox>>;

/** A key system that speaks the wire of the CLIQ Web Manager driver, with an invented site and client certificates. */
export async function startCliqSandbox(options: SandboxOptions) {
  const { port, directory, size, profile = 'full' } = options;
  const clock = createClock(options.clock);
  // By the real time, whatever its clock says: that is what the other side of TLS goes by.
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
  // Only now: a second sandbox on the same port must not get as far as the file of the first.
  const siteAt = size ? (begin: Date) => generateSite(size, begin) : inventSite;
  const system = await openOrLeave(listener, () => openSystem({ clock, siteAt, directory }));
  running = { system, profile, writes: 0, plan: undefined, scripts, listener };
  const control = options.control ? await startControl(acts, running, directory) : undefined;
  return {
    ...surfaceOf(running),
    ...credentialsOf(pki),
    /** Undefined unless it was asked for. */
    control: control && { port: control.port, token: control.token },
    async close(): Promise<void> {
      await control?.close();
      await listener.close();
      system.close();
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

function surfaceOf(running: Running) {
  const { system, scripts, listener } = running;
  return {
    cliq_api_url: `https://127.0.0.1:${listener.port}`,
    port: listener.port,
    domain_name: sandboxDomain,
    /** Put ahead, it stays so for this life and, with a directory, for those after it. */
    clock: system.clock,
    /** Does what people, keys and programming devices do: `act('hand-in-key', { key: 'K-0001' })`. */
    act: performIn(running),
    profile: () => running.profile,
    /** What it offers from now on. */
    offer(profile: Profile): void {
      running.profile = profile;
    },
    /** What was written into it, and how many calls to write it has received since it started. */
    inspect: () => ({ ...writtenInto(system), writes: running.writes }),
    state: () => stateOf(running),
    /** For tests: decides for each call what goes wrong with it. Undefined ends that. */
    fault(plan: FaultPlan): void {
      running.plan = plan;
    },
    /**
     * Lets things go wrong by name from now on, and counts calls anew; without orders all goes well again. Of several
     * scripts that fit a call the first counts; a `fault` comes before all.
     * @throws RangeError for an order that makes no sense; what runs then goes on
     */
    script: (...orders: ScriptOrder<ScriptName>[]) => switchScripts(running, orders),
    /** What has arrived since scripts were switched last, oldest first. */
    calls: scripts.calls,
  };
}

function credentialsOf(pki: SandboxPki) {
  return {
    client_certificate_bundle_pem: bundleOf(pki, pki.client),
    /** Of the right form, but certified by another authority: the sandbox refuses it. */
    foreign_certificate_bundle_pem: bundleOf(pki, pki.stranger),
    /** As good as the first, for the day that one is replaced. */
    second_client_certificate_bundle_pem: bundleOf(pki, pki.second_client),
    /** Certified by the right authority, but for years that are over, or have not begun. */
    expired_client_certificate_bundle_pem: bundleOf(pki, pki.expired_client),
    future_client_certificate_bundle_pem: bundleOf(pki, pki.future_client),
    /** The first once more, as a PKCS#12 file. */
    client_certificate_p12: Buffer.from(pki.client_p12.base64, 'base64'),
    client_certificate_p12_pass_phrase: pki.client_p12.pass_phrase,
  };
}
