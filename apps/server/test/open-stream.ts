import { type Endpoint, Problem, type ReceivedEvent } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { receivedEvents } from './received-events';

type Options = { token?: string; query?: Record<string, string>; lastEventId?: string };

export type OpenStream<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** Only if it was refused. */
  problem: Problem | undefined;
  /** The next event; undefined once the server has ended the stream. */
  next(): Promise<ReceivedEvent<E> | undefined>;
  close(): void;
};

/** Opens a stream like its readers, until the end of the test. */
export async function openStream<E extends Endpoint>(
  url: string,
  endpoint: E,
  { token, query = {}, lastEventId }: Options,
): Promise<OpenStream<E>> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${url}/api/v1${endpoint.path}?${new URLSearchParams(query)}`, {
    signal: controller.signal,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const { status, headers, body } = response;
  const problem = response.ok ? undefined : Problem.parse(await response.json());
  const text = (response.ok && body ? body : new Blob([]).stream()).pipeThrough(new TextDecoderStream());
  const events = receivedEvents(endpoint, text);
  return {
    status,
    headers,
    problem,
    next: async () => (await events.next()).value,
    close: () => controller.abort(),
  };
}
