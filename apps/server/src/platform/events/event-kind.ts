import type { Sentence } from '@key2xs/texts';
import { z } from 'zod';
import type { Tx } from '../deps';

/** A kind of event: something that has happened in the product and that others may act on. */
export type EventKind<Kind extends string = string, Payload extends object = object> = {
  /** As `noun.past_participle`. Never rename one: events wait under it. */
  kind: Kind;
  payload: z.ZodType<Payload>;
  /** Whose events reach a subscriber one after the other; usually the connection. */
  subjectOf(payload: Payload): string;
};

/** A kind of any payload; parses the payload before it tells the subject. */
export type AnyEventKind = { kind: string };

/** Declares a kind of event; `subject` names the field of the payload whose events stay in order. */
export const eventKind = <const Kind extends string, Payload extends object>(
  kind: Kind,
  subject: keyof Payload & string,
  payload: z.ZodType<Payload>,
): EventKind<Kind, Payload> => ({ kind, payload, subjectOf: (values) => String(values[subject]) });

/** A sentence within a payload, rendered in the language of each reader. */
export const SentenceField = z.custom<Sentence>(
  (value) => typeof value === 'object' && value !== null && 'code' in value,
);

/** An event as subscribers get it. */
export type Delivered<Payload> = { id: string; at: Date; payload: Payload };

/** Stores an event in the transaction of the change: a rollback undoes it, and the commit makes it due. */
export async function emit<Payload extends object>(
  tx: Tx,
  { kind, subjectOf }: EventKind<string, Payload>,
  payload: Payload,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ kind, subject: subjectOf(payload), payload: JSON.stringify(payload) })
    .execute();
}
