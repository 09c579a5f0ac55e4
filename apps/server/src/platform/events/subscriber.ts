import type { Tx } from '../deps';
import type { Delivered, EventKind } from './event-kind';

type RawEvent = Delivered<unknown>;

/** What a subscriber does with events of one kind. */
export type Handler = { kind: string; handleRaw(tx: Tx, event: RawEvent): Promise<void> };

/**
 * Handles each event of a kind at least once, in the transaction that marks it as delivered. It only writes to the database: what
 * calls out stores what it has to send, and sends it in background work of its own.
 */
export const on = <Payload extends object>(
  { kind, payload }: EventKind<string, Payload>,
  handle: (tx: Tx, event: Delivered<Payload>) => Promise<void>,
): Handler => ({
  kind,
  handleRaw: (tx, event) => handle(tx, { ...event, payload: payload.parse(event.payload) }),
});

export type Subscriber = {
  /** In the database and in the log. Never rename one: what it has not had yet waits under it. */
  name: string;
  handlers: readonly Handler[];
};
