import { type Endpoint, eventsOf, heartbeat, type Input, type ReceivedEvent } from '@key2xs/contract';
import { logFailure } from '../log';
import { type AnyInput, requestOf } from './request';

type Handlers<E extends Endpoint> = {
  onEvent: (event: ReceivedEvent<E>) => void;
  /** It was refused, has broken off, has ended or says nothing any more. Comes once. */
  onEnd: () => void;
};

/** A beat may come late, and one may be lost with a connection that is about to be noticed as broken. */
const silenceMs = 3 * heartbeat.everyMs;

/**
 * Opens a stream of the contract. The input has a ticket, which is used up: it does not open a stream again by itself.
 * @returns a function that closes it, after which nothing is called
 */
export function subscribe<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { onEvent, onEnd }: Handlers<E>,
): () => void {
  const source = new EventSource(requestOf(endpoint, input as AnyInput).url);
  const close = () => {
    clearTimeout(silence);
    source.close();
  };
  const end = () => {
    close();
    onEnd();
  };
  let silence = setTimeout(end, silenceMs);
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceMs);
  };
  source.addEventListener('error', end);
  source.addEventListener(heartbeat.event, hear);
  for (const [event, schema] of Object.entries(eventsOf(endpoint) ?? {})) {
    source.addEventListener(event, ({ data, lastEventId }) => {
      hear();
      const parsed = schema.safeParse(JSON.parse(data));
      if (!parsed.success) {
        logFailure(`${endpoint.method} ${endpoint.path} sent an event against its contract.`, parsed.error);
        return end();
      }
      onEvent({ event, data: parsed.data, id: lastEventId || undefined } as ReceivedEvent<E>); // by that name's schema
    });
  }
  return close;
}
