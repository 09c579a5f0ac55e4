import type { NoticeKind } from '@key2xs/contract';
import type { NoticeTimes, NoticeUrgency } from '@key2xs/domain';
import type { Language, Sentence } from '@key2xs/texts';
import type { ColumnType, Generated } from 'kysely';
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
    delivery: Generated<NoticeTimes['delivery']>;
    daily_at: Generated<string>;
    quiet: MaybeJson<NonNullable<NoticeTimes['quiet']>>;
    time_zone: Generated<string>;
  };
  /** The mail of an event to an administrator. */
  mail_delivery: {
    event_id: string;
    admin_id: string;
    /** Where it goes; null: to the address of the account. */
    mail_address: string | null;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    due_at: StampedAt;
    tried_at: MaybeAt;
    /** Of the last attempt. */
    error: MaybeJson<Sentence>;
    /** By which it was chosen; null: about the own account. */
    notice: NoticeKind | null | undefined;
    urgency: Generated<NoticeUrgency>;
    /** Of which at most one a day is mailed. */
    event_group: Generated<string>;
    /** Of the daily mail that it comes in, as `2026-11-30` in the zone of its reader. */
    digest_day: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Without a row the product's own text. */
  mail_text: { kind: string; language: Language; subject: string; text: string };
  /** Notices that are given once: to everybody, or as seen by an administrator. */
  noticed: { notice: string; subject: string; discriminator: string; admin_id: string | null; at: StampedAt };
};
