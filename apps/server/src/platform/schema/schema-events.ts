import type { NoticeKind } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { At, Json, MaybeAt, MaybeJson, StampedAt } from './schema-columns';

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
  /** Without a row an administrator has never chosen. */
  notification_settings: {
    admin_id: string;
    mail_address: string | null;
    language: Language;
    notices: NoticeKind[];
  };
  /** The mail of an event to an administrator. */
  mail_delivery: {
    event_id: string;
    admin_id: string;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    due_at: StampedAt;
    tried_at: MaybeAt;
    /** Of the last attempt. */
    error: MaybeJson<Sentence>;
  };
  /** Notices that are given once: to everybody, or as seen by an administrator. */
  noticed: { notice: string; subject: string; discriminator: string; admin_id: string | null; at: StampedAt };
};
