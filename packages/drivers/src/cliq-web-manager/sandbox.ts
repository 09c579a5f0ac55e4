import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedPerson, RecordedProfile } from '../key-system-driver';
import { createClock, type SandboxClock } from './sandbox/clock';
import { inventSite } from './sandbox/invented-site';
import { answerCall, type Profile, readCall } from './sandbox/services';
import { presentProfile } from './sandbox/state';
import { openSystem, type System } from './sandbox/system';
import { type FaultPlan, respond } from './sandbox-faults';
import { bundleOf, loadSandboxPki } from './sandbox-pki';
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

export type CliqSandbox = {
  cliq_api_url: string;
  port: number;
  domain_name: string;
  client_certificate_bundle_pem: string;
  /** Of the right form, but certified by another authority: the sandbox refuses it. */
  foreign_certificate_bundle_pem: string;
  clock: SandboxClock;
  profile(): Profile;
  /** What it offers from now on. */
  offer(profile: Profile): void;
  /** What was written into it, and how many calls to write it has received since it started. */
  inspect(): { persons: RecordedPerson[]; profiles: RecordedProfile[]; writes: number };
  /** For tests: decides for each call what goes wrong with it. Undefined ends that. */
  fault(plan: FaultPlan): void;
  close(): Promise<void>;
};

const maxBodyBytes = 1024 * 1024;

/** A key system that speaks the wire of the CLIQ Web Manager driver, with an invented site and client certificates. */
export async function startCliqSandbox({ port, directory, clock, profile = 'full' }: Options): Promise<CliqSandbox> {
  const time = createClock(clock);
  const pki = await loadSandboxPki(time.now(), directory);
  const tls = { ...pki.server, ca: pki.authority.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer(tls);
  const taken = await listen(server, port);
  // Only now: a second sandbox on the same port must not get as far as the journal of the first.
  const system = openSystem({ clock: time, siteAt: inventSite, directory });
  const sandbox: Sandbox = { system, profile, writes: 0, plan: undefined };
  server.on('request', (request, response) => {
    serve(sandbox, request, response).catch((error: unknown) => {
      response.writeHead(500).end(error instanceof Error ? error.message : '');
    });
  });
  return {
    cliq_api_url: `https://127.0.0.1:${taken}`,
    port: taken,
    domain_name: sandboxDomain,
    client_certificate_bundle_pem: bundleOf(pki, pki.client),
    foreign_certificate_bundle_pem: bundleOf(pki, pki.stranger),
    clock: time,
    profile: () => sandbox.profile,
    offer: (next) => {
      sandbox.profile = next;
    },
    inspect: () => ({ ...writtenInto(system), writes: sandbox.writes }),
    fault: (plan) => {
      sandbox.plan = plan;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      system.close();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port; // a TCP server has no other kind of address
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

type Sandbox = { system: System; profile: Profile; writes: number; plan: FaultPlan };

async function serve(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  const call = readCall(request.method ?? '', request.url ?? '/', body);
  if (/^(PUT|POST|DELETE) /.test(call.operation)) sandbox.writes++;
  const fault = sandbox.plan?.(call);
  if (fault?.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'reset') response.destroy();
  else if (fault?.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
  else respond(response, answerCall(sandbox.system, sandbox.profile, call, body), fault);
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
