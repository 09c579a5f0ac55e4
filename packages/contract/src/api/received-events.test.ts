import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from './endpoint';
import { receivedEvents } from './received-events';

const stream = endpoint({
  method: 'GET',
  path: '/numbers',
  summary: 'Numbers',
  allow: 'public',
  audit: { none: 'read-only' },
  produces: { events: { number: z.object({ is: z.int() }), end: z.object({}) } },
  response: z.unknown(),
});

async function* inPieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const text =
  'retry: 3000\n\n:\n\nid: a.1\nevent: number\ndata: {"is":\ndata: 1}\n\nevent: of-tomorrow\ndata: 7\n\r\nevent:end\r\ndata:{}\r\n\r\nevent: end\ndata: {}\n';

it.each([
  1,
  2,
  7,
  text.length,
])('reads a stream in pieces of %i, without what is not whole or not known', async (length) => {
  const retries: number[] = [];
  const events: unknown[] = [];
  const received = receivedEvents(stream, inPieces(text, length), { onRetry: (ms) => retries.push(ms) });
  for await (const event of received) events.push(event);
  expect(events).toEqual([
    { event: 'number', data: { is: 1 }, id: 'a.1' },
    { event: 'end', data: {}, id: undefined },
  ]);
  expect(retries).toEqual([3_000]);
});

it('takes nothing that breaks the contract', async () => {
  const wrong = inPieces('event: number\ndata: {"is":"one"}\n\n', 5);
  await expect(receivedEvents(stream, wrong).next()).rejects.toThrow();
});
