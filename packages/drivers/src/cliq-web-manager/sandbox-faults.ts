import type { ServerResponse } from 'node:http';
import type { Answer, ReceivedCall } from './sandbox/answer';
import { writeAnswer } from './sandbox/write-answer';

export type { ReceivedCall } from './sandbox/answer';

/** What may go wrong with one call, chosen by a test when the call arrives. */
export type Fault =
  /** Late by that much, then as usual. */
  | { kind: 'delay'; ms: number }
  /** Nothing is done; this answer is given. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** Nothing is done; the connection is dropped. */
  | { kind: 'reset' }
  /** All is done; the connection is dropped before the answer. */
  | { kind: 'lose_answer' }
  /** All is done; the connection is dropped in the middle of the answer. */
  | { kind: 'cut_answer' }
  /** All is done; the answer is another. */
  | { kind: 'alter_answer'; alter: (body: unknown) => unknown }
  /** All is done; the answer never ends until the client goes away. */
  | { kind: 'endless_answer' };

export type FaultPlan = ((call: ReceivedCall) => Fault | undefined) | undefined;

/** Gives the answer, or as much of it as the fault lets through. */
export function respond(response: ServerResponse, answer: Answer, fault?: Fault): void {
  const { contentType, bytes } = writeAnswer(fault?.kind === 'alter_answer' ? altered(answer, fault.alter) : answer);
  if (fault?.kind === 'lose_answer') {
    response.destroy();
    return;
  }
  response.statusCode = answer.status;
  response.setHeader('content-type', contentType);
  if (fault?.kind === 'endless_answer') {
    trickle(response);
    return;
  }
  response.setHeader('content-length', bytes.length);
  if (fault?.kind === 'cut_answer') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  response.end(bytes);
}

function altered(answer: Answer, alter: (body: unknown) => unknown): Answer {
  return answer.form === 'json' ? { ...answer, body: alter(answer.body) } : answer;
}

function trickle(response: ServerResponse): void {
  const spaces = Buffer.alloc(16 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(spaces));
  };
  response.on('drain', write);
  write();
}
