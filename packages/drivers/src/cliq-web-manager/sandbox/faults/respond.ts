import type { ServerResponse } from 'node:http';
import type { Answer } from '../services/answer';
import { writeAnswer } from '../services/write-answer';
import type { Fault } from './faults';

/** Gives the answer, or as much of it as the fault lets through. `reset` ends its connection by a TCP reset. */
export function respond(response: ServerResponse, answer: Answer, fault: Fault | undefined, reset: () => void): void {
  if (fault?.kind === 'lose_answer') response.destroy();
  else if (fault?.kind === 'other_answer') response.writeHead(fault.status, fault.headers).end(fault.body);
  else {
    const { contentType, bytes } = writeAnswer(altered(answer, fault));
    response.statusCode = answer.status;
    response.setHeader('content-type', fault?.kind === 'mislabel_answer' ? fault.content_type : contentType);
    send(response, bytes, fault, reset);
  }
}

function send(response: ServerResponse, bytes: Buffer, fault: Fault | undefined, reset: () => void): void {
  const half = bytes.subarray(0, bytes.length / 2);
  if (fault?.kind === 'endless_answer') {
    sendSpaces(response, Number.POSITIVE_INFINITY);
    return;
  }
  response.setHeader('content-length', fault?.kind === 'long_answer' ? fault.bytes : bytes.length);
  if (fault?.kind === 'long_answer') {
    response.write(bytes);
    sendSpaces(response, fault.bytes - bytes.length);
  } else if (fault?.kind === 'cut_answer') response.write(half, () => response.destroy());
  else if (fault?.kind === 'reset_in_answer') response.write(half, reset);
  else if (fault?.kind === 'short_answer') response.setHeader('connection', 'close').end(half);
  else response.end(bytes);
}

function altered(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind === 'alter_answer' && answer.form === 'json') return { ...answer, body: fault.alter(answer.body) };
  if (fault?.kind !== 'alter_items') return answer;
  if (answer.form === 'soap') return { ...answer, entries: fault.alter(answer.entries) };
  return answer.form === 'json' ? { ...answer, body: withItems(answer.body, fault.alter) } : answer;
}

function withItems(body: unknown, alter: (items: readonly unknown[]) => unknown[]): unknown {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return body;
  return { ...body, items: alter(body.items) };
}

/** As fast as the client takes them. */
function sendSpaces(response: ServerResponse, count: number): void {
  const spaces = Buffer.alloc(64 * 1024, ' ');
  let left = count;
  const send = () => {
    let goesOn = true;
    while (goesOn && left > 0 && !response.destroyed) {
      const piece = spaces.subarray(0, left);
      left -= piece.length;
      goesOn = response.write(piece);
    }
    if (left <= 0) response.off('drain', send).end();
  };
  response.on('drain', send);
  send();
}
