import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondWithFault } from '../../sandbox-kit/faults/respond';
import type { ScriptOrder, ScriptRunner } from '../../sandbox-kit/faults/run-scripts';
import type { Listener } from '../../sandbox-kit/listener';
import { readBody } from '../../sandbox-kit/read-body';
import { type Fault, type FaultPlan, isContentFault } from './faults/faults';
import type { ScriptName } from './faults/scripts';
import { writeWithFault } from './faults/write-with-fault';
import type { ReceivedCall } from './services/answer';
import { answerCall, type Profile, readCall } from './services/answer-call';
import type { System } from './system/system';

/** The state of a running sandbox. */
export type Running = {
  system: System;
  profile: Profile;
  /** Number of write calls, effective or not. */
  writes: number;
  plan: FaultPlan;
  scripts: ScriptRunner<ReceivedCall, Fault, ScriptName>;
  listener: Listener;
};

/** Closes all connections if a script affects new ones. */
export function switchScripts({ scripts, listener }: Running, orders: readonly ScriptOrder<ScriptName>[]): void {
  const spoiled = scripts.spoilsConnections();
  scripts.run(orders);
  if (spoiled || scripts.spoilsConnections()) listener.drop();
}

/** Answers one request, applying scripts and faults. Never rejects. */
export async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(running, request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(error instanceof Error ? error.message : '');
  }
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const call = readCall(request.method ?? '', request.url ?? '/', body);
  if (/^(PUT|POST|DELETE) /.test(call.operation)) running.writes++;
  const ofScript = running.scripts.onCall(call);
  const fault = running.plan?.(call) ?? ofScript;
  const reset = () => running.listener.reset(request.socket.remotePort);
  const shift = fault?.kind === 'shift_page' ? fault.by : 0;
  const ofWire = fault && isContentFault(fault) ? undefined : fault;
  await respondWithFault({ response, reset }, ofWire, () =>
    writeWithFault(answerCall(running.system, running.profile, call, body, shift), fault),
  );
}
