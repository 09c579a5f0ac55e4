import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedPerson, RecordedProfile } from '../key-system-driver';
import { type FaultPlan, respond } from './sandbox-faults';
import { bundleOf, loadSandboxPki } from './sandbox-pki';
import { answerCall } from './sandbox-service';
import { sandboxDomain } from './sandbox-site';
import { openSandboxStore, type SandboxStore } from './sandbox-store';

type Options = {
  /** 0 takes a free one. Only this machine can connect to it. */
  port: number;
  /** Keeps certificates and everything written, for the next start. Without one, all is gone at the end. */
  directory?: string;
  /** From when certificates are valid, should they have to be made. */
  clock?: () => Date;
};

export type CliqSandbox = {
  cliq_api_url: string;
  port: number;
  domain_name: string;
  client_certificate_bundle_pem: string;
  /** Of the right form, but certified by another authority: the sandbox refuses it. */
  foreign_certificate_bundle_pem: string;
  /** What was written into it, and how many calls to write it has received since it started. */
  inspect(): { persons: RecordedPerson[]; profiles: RecordedProfile[]; writes: number };
  /** For tests: decides for each call what goes wrong with it. Undefined ends that. */
  fault(plan: FaultPlan): void;
  close(): Promise<void>;
};

const maxBodyBytes = 1024 * 1024;

/** A key system that speaks the wire of the CLIQ Web Manager driver, with an invented site and client certificates. */
export async function startCliqSandbox({ port, directory, clock = () => new Date() }: Options): Promise<CliqSandbox> {
  const pki = await loadSandboxPki(clock(), directory);
  const tls = { ...pki.server, ca: pki.authority.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer(tls);
  const taken = await listen(server, port);
  // Only now: a second sandbox on the same port must not get as far as the journal of the first.
  const sandbox: Sandbox = { store: openSandboxStore(directory), writes: 0, plan: undefined };
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
    inspect: () => ({
      persons: sandbox.store.persons(),
      profiles: sandbox.store.profiles(),
      writes: sandbox.writes,
    }),
    fault: (plan) => {
      sandbox.plan = plan;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      sandbox.store.close();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port; // a TCP server has no other kind of address
}

type Sandbox = { store: SandboxStore; writes: number; plan: FaultPlan };

async function serve(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://sandbox');
  const call = { method: request.method ?? '', path: pathname, query: searchParams };
  const body = await readJson(request);
  if (call.method !== 'GET') sandbox.writes++;
  const fault = sandbox.plan?.(call);
  if (fault?.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'reset') response.destroy();
  else if (fault?.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
  else respond(response, answerCall(sandbox.store, call, body), fault);
}

/** @returns undefined when there is none, or when it is too large or not JSON: whoever needs one refuses that */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
