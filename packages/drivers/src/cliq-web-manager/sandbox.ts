import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedPerson, RecordedProfile } from '../key-system-driver';
import { createClock, type SandboxClock } from './sandbox/clock';
import type { FaultPlan } from './sandbox/faults';
import { createHardware, type Hardware } from './sandbox/hardware';
import { inventSite } from './sandbox/invented-site';
import { type Listener, startListener } from './sandbox/listener';
import { createOperator, type Operator } from './sandbox/operator';
import { respond } from './sandbox/respond';
import { createScriptRunner, type ScriptOrder, type ScriptRunner, type SeenCall } from './sandbox/run-scripts';
import { answerCall, type Profile, readCall } from './sandbox/services';
import { presentProfile } from './sandbox/state';
import { openSystem, type System } from './sandbox/system';
import { bundleOf, loadSandboxPki, type SandboxPki } from './sandbox-pki';
import { sandboxDomain } from './sandbox-site';

type Options = {
  /** 0 takes a free one. Only this machine can connect to it. */
  port: number;
  /** Keeps certificates and everything written, for the next start. Without one, all is gone at the end. */
  directory?: string;
  /** What its own clock starts from; the real one if left out. */
  clock?: () => Date;
  /** 'full' if left out. */
  profile?: Profile;
};

export type CliqSandbox = Hardware & {
  cliq_api_url: string;
  port: number;
  domain_name: string;
  client_certificate_bundle_pem: string;
  /** Of the right form, but certified by another authority: the sandbox refuses it. */
  foreign_certificate_bundle_pem: string;
  /** As good as the first, for the day that one is replaced. */
  second_client_certificate_bundle_pem: string;
  /** Certified by the right authority, but for years that are over, or have not begun. */
  expired_client_certificate_bundle_pem: string;
  future_client_certificate_bundle_pem: string;
  /** The first once more, as a PKCS#12 file. */
  client_certificate_p12: Buffer;
  client_certificate_p12_pass_phrase: string;
  clock: Pick<SandboxClock, 'now'> & {
    /** Puts it ahead, for this life and, with a directory, for those after it. */
    advance(ms: number): void;
  };
  /** What people do by hand in the key system. */
  operator: Operator;
  profile(): Profile;
  /** What it offers from now on. */
  offer(profile: Profile): void;
  /** What was written into it, and how many calls to write it has received since it started. */
  inspect(): { persons: RecordedPerson[]; profiles: RecordedProfile[]; writes: number };
  /** For tests: decides for each call what goes wrong with it. Undefined ends that. */
  fault(plan: FaultPlan): void;
  /**
   * Lets things go wrong by name from now on, and counts calls anew; without orders all goes well again. Of several
   * scripts that fit a call the first counts; a `fault` comes before all.
   */
  script(...orders: ScriptOrder[]): void;
  /** What has arrived since scripts were switched last. */
  calls(): SeenCall[];
  close(): Promise<void>;
};

const maxBodyBytes = 1024 * 1024;

/** A key system that speaks the wire of the CLIQ Web Manager driver, with an invented site and client certificates. */
export async function startCliqSandbox({ port, directory, clock, profile = 'full' }: Options): Promise<CliqSandbox> {
  const time = createClock(clock);
  const pki = await loadSandboxPki(time.now(), directory);
  const scripts = createScriptRunner(() => `https://127.0.0.1:${listener.port}`);
  let sandbox: Sandbox | undefined;
  const listener: Listener = await startListener({
    port,
    pki,
    chooseFault: scripts.onConnection,
    serve: (request, response) => {
      if (sandbox) void serve(sandbox, request, response);
    },
  });
  // Only now: a second sandbox on the same port must not get as far as the journal of the first.
  const system = openSystem({ clock: time, siteAt: inventSite, directory });
  const running: Sandbox = { system, profile, writes: 0, plan: undefined, scripts, listener };
  sandbox = running;
  return {
    cliq_api_url: `https://127.0.0.1:${listener.port}`,
    port: listener.port,
    domain_name: sandboxDomain,
    ...credentialsOf(pki),
    clock: { now: time.now, advance: (ms) => system.record({ did: 'put_clock_ahead', ms }) },
    operator: createOperator(system),
    ...createHardware(system),
    profile: () => running.profile,
    offer: (next) => {
      running.profile = next;
    },
    inspect: () => ({ ...writtenInto(system), writes: running.writes }),
    fault: (plan) => {
      running.plan = plan;
    },
    script: (...orders) => {
      const spoiled = scripts.spoilsConnections();
      scripts.run(orders);
      if (spoiled || scripts.spoilsConnections()) listener.drop();
    },
    calls: scripts.calls,
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

const isOurs = ({ reference }: { reference: string | null }) => reference !== null;

function writtenInto({ domains }: System): { persons: RecordedPerson[]; profiles: RecordedProfile[] } {
  const all = [...domains.values()];
  return {
    persons: all.flatMap(({ persons }) => persons.changed().filter(isOurs)),
    profiles: all.flatMap((domain) =>
      domain.profiles
        .changed()
        .filter(isOurs)
        .map((profile) => presentProfile(domain, profile)),
    ),
  };
}

type Sandbox = {
  system: System;
  profile: Profile;
  writes: number;
  plan: FaultPlan;
  scripts: ScriptRunner;
  listener: Listener;
};

async function serve(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await readText(request);
    const call = readCall(request.method ?? '', request.url ?? '/', body);
    if (/^(PUT|POST|DELETE) /.test(call.operation)) sandbox.writes++;
    const ofScript = sandbox.scripts.onCall(call);
    const fault = sandbox.plan?.(call) ?? ofScript;
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
    if (fault?.kind === 'reset') response.destroy();
    else if (fault?.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
    else {
      const shift = fault?.kind === 'shift_page' ? fault.by : 0;
      const answer = answerCall(sandbox.system, sandbox.profile, call, body, shift);
      respond(response, answer, fault, () => sandbox.listener.reset(request.socket.remotePort));
    }
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(error instanceof Error ? error.message : '');
  }
}

/** Of a body that is too large only the end is missing: whoever needs it refuses that. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
