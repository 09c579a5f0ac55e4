import type { Generated } from 'kysely';
import type { At, Json, StampedAt } from './schema-columns';

/** What happens in the product, for others to act on. */
export type EventTables = {
  outbox: {
    id: Generated<string>;
    kind: string;
    /** Whose events stay in order. */
    subject: string;
    payload: Json<object>;
    at: StampedAt;
    /** There is a delivery for each subscriber, until it has had it. */
    is_dispatched: Generated<boolean>;
  };
  outbox_delivery: { event_id: string; subscriber: string; subject: string; attempts: Generated<number>; due_at: At };
  /** Notices that are given once: to everybody, or as seen by an administrator. */
  noticed: { notice: string; subject: string; discriminator: string; admin_id: string | null; at: StampedAt };
};
