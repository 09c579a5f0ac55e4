import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondUnder } from '../../sandbox-kit/faults/respond';
import type { ScriptOrder, ScriptRunner } from '../../sandbox-kit/faults/run-scripts';
import type { Listener } from '../../sandbox-kit/listener';
import { readBody } from '../../sandbox-kit/read-body';
import { type Fault, type FaultPlan, isContentFault } from './faults/faults';
import type { ScriptName } from './faults/scripts';
import { writtenUnder } from './faults/written-under';
import type { ReceivedCall } from './services/answer';
import { answerCall, type Profile, readCall } from './services/answer-call';
import type { System } from './system/system';

/** What a request meets. */
export type Running = {
  system: System;
  profile: Profile;
  /** Calls that write, whether they changed anything or not. */
  writes: number;
  plan: FaultPlan;
  scripts: ScriptRunner<ReceivedCall, Fault, ScriptName>;
  listener: Listener;
};

/** Connections are ended with it when a script decides what new ones meet. */
export function switchScripts({ scripts, listener }: Running, orders: readonly ScriptOrder<ScriptName>[]): void {
  const spoiled = scripts.spoilsConnections();
  scripts.run(orders);
  if (spoiled || scripts.spoilsConnections()) listener.drop();
}

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
  const body = await readBody(request);
  const call = readCall(request.method ?? '', request.url ?? '/', body);
  if (/^(PUT|POST|DELETE) /.test(call.operation)) running.writes++;
  const ofScript = running.scripts.onCall(call);
  const fault = running.plan?.(call) ?? ofScript;
  const reset = () => running.listener.reset(request.socket.remotePort);
  const shift = fault?.kind === 'shift_page' ? fault.by : 0;
  const ofWire = fault && isContentFault(fault) ? undefined : fault;
  await respondUnder({ response, reset }, ofWire, () =>
    writtenUnder(answerCall(running.system, running.profile, call, body, shift), fault),
  );
}
