import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultPlan } from './faults/faults';
import { respond } from './faults/respond';
import type { ScriptOrder, ScriptRunner } from './faults/run-scripts';
import type { Listener } from './listener';
import { answerCall, type Profile, readCall } from './services/answer-call';
import type { System } from './system/system';

/** What a request meets. */
export type Running = {
  system: System;
  profile: Profile;
  /** Calls that write, whether they changed anything or not. */
  writes: number;
  plan: FaultPlan;
  scripts: ScriptRunner;
  listener: Listener;
};

/** Connections are ended with it when a script decides what new ones meet. */
export function switchScripts({ scripts, listener }: Running, orders: readonly ScriptOrder[]): void {
  const spoiled = scripts.spoilsConnections();
  scripts.run(orders);
  if (spoiled || scripts.spoilsConnections()) listener.drop();
}

const maxBodyBytes = 1024 * 1024;

/** Answers one request, or does to it what scripts and faults want. Never rejects. */
export async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(running, request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(error instanceof Error ? error.message : '');
  }
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  const call = readCall(request.method ?? '', request.url ?? '/', body);
  if (/^(PUT|POST|DELETE) /.test(call.operation)) running.writes++;
  const ofScript = running.scripts.onCall(call);
  const fault = running.plan?.(call) ?? ofScript;
  if (fault?.kind === 'silence') return;
  if (fault?.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'reset') response.destroy();
  else if (fault?.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
  else {
    const shift = fault?.kind === 'shift_page' ? fault.by : 0;
    const answered = answerCall(running.system, running.profile, call, body, shift);
    respond(response, answered, fault, () => running.listener.reset(request.socket.remotePort));
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
