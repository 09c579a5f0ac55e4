import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { WireFault } from './faults';

/** A serialised answer. */
export type Written = {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
};

type Place = {
  response: ServerResponse;
  /** Ends its connection with a TCP reset. */
  reset: () => void;
};

/** Computes and sends the answer, as far as the fault allows. */
export async function respondWithFault(
  { response, reset }: Place,
  fault: WireFault | undefined,
  answer: () => Written | Promise<Written>,
): Promise<void> {
  if (fault?.kind === 'silence') return;
  if (fault?.kind === 'delay') await pause(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'reset') response.destroy();
  else if (fault?.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body);
  else {
    const written = await answer();
    if (fault?.kind === 'lose_answer') response.destroy();
    else if (fault?.kind === 'other_answer') response.writeHead(fault.status, fault.headers).end(fault.body);
    else send({ response, reset }, written, fault);
  }
}

function send({ response, reset }: Place, { status, headers, bytes }: Written, fault: WireFault | undefined): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (fault?.kind === 'mislabel_answer') response.setHeader('content-type', fault.content_type);
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
  else if (fault?.kind === 'reset_in_answer') response.write(partOf(bytes, fault.after), reset);
  else if (fault?.kind === 'short_answer') response.setHeader('connection', 'close').end(half);
  else response.end(bytes);
}

const partOf = (bytes: Buffer, length = Math.floor(bytes.length / 2)) =>
  bytes.subarray(0, Math.max(1, Math.min(length, bytes.length - 1)));

/** Respects the client's back-pressure. */
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
