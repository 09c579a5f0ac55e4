import type {
  CheckedKey,
  CountDifference,
  CountFigures,
  KeyCase,
  KeyCaseDoor,
  KeyCaseEntry,
  KeyTimesPolicy,
  keyHappenings,
  keyTimesOrderStates,
  LossReport,
  ReceiptLine,
  ReceiptTexts,
  Signature,
} from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import type { ColumnType, Generated } from 'kysely';
import type { z } from 'zod';
import type { At, Json, MaybeAt, MaybeJson, ReadOnly, StampedAt } from '../schema-columns';

type KeyStateName = 'in_stock' | 'reserved' | 'handed_out' | 'lost' | 'broken' | 'retired';

type FrozenDifference = CountDifference & { person_id: string | null };

type Window = { days: number[]; from: string; to: string };

type Times = {
  validity: 'always' | 'never' | 'between';
  valid_from: MaybeAt;
  valid_until: MaybeAt;
  revalidation_minutes: number | null;
  schedule: Json<Window[]>;
};

/** What is known here of where keys are, and when they work. */
export type KeyTables = {
  key_custody: {
    key_id: string;
    state: KeyStateName;
    reserved_for: string | null;
    storage: Generated<string>;
    /** When the holder last changed here. */
    changed_at: At;
    /** When the key system last took the same holder from us; null: not yet. Counts until its keys are read again. */
    recorded_at: MaybeAt;
    /** The holder has to be written to the key system. */
    is_to_write: Generated<boolean>;
    /** Why that failed last. */
    problem: MaybeJson<Sentence>;
    version: Generated<number>;
  };
  /** One stretch of time in which a person has a key; at most one of a key is open. */
  key_assignment: {
    id: string;
    key_id: string;
    /** One of ours, or a person of the key system by identity. */
    person_id: string | null;
    holder_identity: string | null;
    /** Null: before it was kept here. */
    handed_out_at: MaybeAt;
    due_at: MaybeAt;
    ended_at: MaybeAt;
    ended_by: 'return' | 'transfer' | 'retirement' | 'key_system' | null;
  };
  /** Only ever added to. */
  key_history: {
    id: string;
    key_id: string;
    at: At;
    happening: (typeof keyHappenings)[number];
    actor_name: string;
    person_id: string | null;
    holder_identity: string | null;
    due_at: MaybeAt;
    reason: string | null;
    receipt_id: string | null;
  };
  key_receipt: {
    id: string;
    kind: 'hand_out' | 'return' | 'transfer';
    language: 'en' | 'de';
    drafted_at: At;
    /** Who gets the keys; of a return, who gives them back. */
    person_id: string | null;
    giver_id: string | null;
    person_name: string;
    giver_name: string | null;
    statement: string;
    lines: Json<z.infer<typeof ReceiptLine>[]>;
    hash: string;
    signature: MaybeJson<Signature>;
    giver_signature: MaybeJson<Signature>;
    paper: Buffer | null;
    paper_type: string | null;
    created_at: At;
    created_by: string;
  };
  /** Times that a key is to hold; one of a key is open at a time. */
  key_times_order: Times & {
    id: string;
    key_id: string;
    /** The same of all that were ordered at once. */
    request_id: string;
    reason: string;
    subject_kind: string | null;
    subject_id: string | null;
    ordered_by: string;
    ordered_at: At;
    state: (typeof keyTimesOrderStates)[number];
    problem: MaybeJson<Sentence>;
    ended_at: MaybeAt;
  };
  /** What a key surely held after an update; counts until the next one. */
  key_held_times: Times & { key_id: string; updated_at: At };
  key_times_template: {
    id: string;
    name: string;
    schedule: Json<Window[]>;
    version: Generated<number>;
  };
  key_holiday_calendar: {
    id: string;
    name: string;
    /** What is closed on these days, in words. */
    closes: string;
    days: Json<{ day: string; name: string }[]>;
    version: Generated<number>;
  };
  key_times_policy: { only_row: Generated<boolean>; policy: Json<KeyTimesPolicy>; version: Generated<number> };
  /** One mail a day to an address, about its keys. */
  key_reminder: {
    id: string;
    mail_address: string;
    /** As `2026-11-30`, in the time zone of the policy. */
    day: ColumnType<Date, string, never>;
    language: 'en' | 'de';
    /** Null: by the policy. */
    asked_by: string | null;
    /** needless: all keys were updated, or given back, before it was sent. */
    state: 'waiting' | 'sent' | 'failed' | 'needless';
    attempts: Generated<number>;
    due_at: StampedAt;
    problem: MaybeJson<Sentence>;
    created_at: At;
    ended_at: MaybeAt;
  };
  key_reminder_key: {
    reminder_id: string;
    key_id: string;
    audience: 'holder' | 'manager' | 'security';
    /** Who has the key. */
    person_id: string;
    /** When it stops working, or is to be returned. */
    ends_at: At;
    /** So many days before; null: a person asked for it. */
    stage: number | null;
    /** Of a key to be returned. */
    case_id: string | null;
    /** It was updated or given back before the mail was sent, which does not name it. */
    is_needless: Generated<boolean>;
  };
  /** More hours between the updates of keys, for a time. */
  key_extension: {
    id: string;
    hours: number;
    reason: string;
    /** Null: deleted since. */
    asked_by_id: string | null;
    asked_by: string;
    asked_at: At;
    state: 'open' | 'approved' | 'refused' | 'ended';
    decided_by: string | null | undefined;
    decided_at: MaybeAt;
    decision_reason: string | null | undefined;
    /** Then the former intervals are ordered. */
    ends_at: MaybeAt;
    ended_at: MaybeAt;
  };
  key_extension_key: {
    extension_id: string;
    key_id: string;
    /** Before and during it; null before it is approved, and for keys that had none by then. */
    former_minutes: number | null | undefined;
    extended_minutes: number | null | undefined;
  };
  /** What a key is to open beside the profiles of its holder, as a whole. */
  key_access_order: {
    id: string;
    key_id: string;
    cylinders: string[];
    groups: string[];
    cylinders_before: string[];
    groups_before: string[];
    /** Ordered when the case ended, to be as before. */
    is_taken_back: boolean;
    case_id: string;
    reason: string;
    ordered_by: string;
    ordered_at: At;
    state: 'waiting' | 'failed' | 'to_enter' | 'written' | 'replaced';
    problem: MaybeJson<Sentence>;
    ended_at: MaybeAt;
  };
  /** Mailed to the confirmer of a receipt. */
  key_receipt_link: {
    receipt_id: string;
    mail_address: string;
    /** Null once it is confirmed. */
    token_hash: Buffer | null;
    asked_at: At;
    sent_at: At;
    expires_at: At;
    confirmed_at: MaybeAt;
    /** A network address. */
    confirmed_from: string | null | undefined;
  };
  key_receipt_texts: { only_row: Generated<boolean>; texts: Json<ReceiptTexts> };
  /** At most one of a key is open, and of a joiner at most one of the person. */
  key_case: {
    id: string;
    kind: KeyCase['kind'];
    /** Null: of a joiner, who has no key. */
    key_id: string | null;
    /** Who has the key, or had it when the case began: one of ours, or a person of the key system by identity. Or the joiner. */
    person_id: string | null;
    holder_identity: string | null;
    report: MaybeJson<LossReport>;
    /** Of a lost key: as recorded before it was to become invalid. Null: not known, or it has no clock. */
    validity_before: MaybeJson<{
      validity: 'always' | 'never' | 'between';
      valid_from: string | null;
      valid_until: string | null;
    }>;
    due_at: MaybeAt;
    opened_at: At;
    /** Null: the product. */
    opened_by: string | null;
    replacement_key_id: string | null;
    closed_at: MaybeAt;
    closed_by: string | null;
    outcome: KeyCase['outcome'];
    /** The administrator who is to do the next step. */
    owner_id: string | null | undefined;
    version: Generated<number>;
    /** Of a mover: cylinders of the key's system that the plan gives its holder now, and did not give before; and the other way round. */
    doors_gained: string[] | null | undefined;
    doors_lost: string[] | null | undefined;
    /** Of a joiner: when the plan was first seen to give them a door. */
    entitled_since: MaybeAt | undefined;
    /** Of a joiner: the first day that was known when `due_at` was last derived. */
    first_day: Generated<Date | null>;
  };
  /**
   * Up to when the moves of a source's people are known, and from when on they can be joiners; null: those to whom a plan gives doors
   * were there before.
   */
  key_move_watch: { connection_id: string; watched_at: At; joins_since: MaybeAt };
  /** To whom the plans in force give a door, as last looked at: from their first day on, where that has not come. */
  key_entitlement: {
    person_id: string;
    since: At;
    /** A joiner who has not had a key since, nor a case. */
    awaits_key: boolean;
  };
  /** Up to when that is known. Without a row, no one has been looked at. */
  key_joiner_watch: {
    only_row: Generated<boolean>;
    /** Of the database, for `listChanges`. */
    snapshot: string;
    /** What was noted earlier than this is known. */
    watched_at: At;
    looked_at: At;
  };
  /** The doors that a lost key could open when it was reported, and what is done about each. */
  key_case_door: {
    case_id: string;
    cylinder_id: string;
    decision: KeyCaseDoor['decision'];
    accept_until: MaybeAt;
    reason: string | null;
    decided_by: string | null;
    decided_at: MaybeAt;
    /** Of `block`: the work that was ordered. */
    order_id: string | null;
  };
  /** Only ever added to. */
  key_case_entry: {
    id: string;
    case_id: string;
    at: At;
    happening: KeyCaseEntry['happening'];
    /** Null: the product. */
    actor_name: string | null;
    note: string | null;
    doors: number | null;
    decision: KeyCaseEntry['decision'];
    /** Of a reminder. */
    reminded: KeyCaseEntry['reminded'];
  };
  /** Holders are asked which of their keys they have. */
  possession_check: {
    id: string;
    /** Of the holders, folded. This and the next two: null, no limit. */
    departments: Generated<string[] | null>;
    /** Keys that open a door there or below. */
    places: Generated<string[] | null>;
    rings: Generated<string[] | null>;
    language: Language;
    started_at: At;
    started_by: string;
    due_at: At;
    ended_at: MaybeAt;
    /** Null beside a moment: the product, as the next one began. */
    ended_by: string | null;
    repeat_months: Generated<number | null>;
    /** When it begins anew; null: it does not, or has. */
    next_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    is_repetition: Generated<boolean>;
  };
  possession_check_person: {
    check_id: string;
    person_id: string;
    mail_address: string | null;
    token_hash: Buffer | null;
    /** Of the link before, until the mail server has taken the mail of the next one. */
    former_token_hash: Buffer | null;
    is_to_mail: boolean;
    mailed_at: MaybeAt;
    problem: MaybeJson<Sentence>;
    answered_at: MaybeAt;
    /** Who has entered an answer on paper; null: the holder by a link. */
    answered_by: Generated<string | null>;
    also_has: Generated<string>;
  };
  possession_check_key: {
    check_id: string;
    key_id: string;
    person_id: string;
    answer: CheckedKey['answer'];
    note: Generated<string>;
  };
  /** A count of keys in stock; what it differed in is frozen when it is closed. */
  key_count: {
    id: string;
    connection_id: string | null;
    storage: string;
    started_at: At;
    started_by: string;
    closed_at: MaybeAt;
    closed_by: string | null;
    reason: string | null;
    figures: MaybeJson<CountFigures>;
    differences: MaybeJson<FrozenDifference[]>;
    version: Generated<number>;
  };
  key_count_scan: {
    id: string;
    count_id: string;
    /** Null: the marking of no key. */
    key_id: string | null;
    text: string;
    /** What the key was, as recorded, when it was scanned. */
    kind: 'expected' | 'handed_out' | 'lost' | 'retired' | 'elsewhere' | 'unknown';
    at: At;
    by_name: string;
  };
  /** Keys that hang on a ring. */
  key_ring: {
    id: string;
    name: string;
    created_at: At;
    created_by: string;
    version: Generated<number>;
  };
  key_ring_member: { key_id: string; ring_id: string };
  /** A view: where each key is, as kept here, else as the key system has recorded it. */
  key_standing: ReadOnly<{
    key_id: string;
    is_kept_here: boolean;
    state: KeyStateName;
    assignment_id: string | null;
    person_id: string | null;
    holder_identity: string | null;
    reserved_for: string | null;
    handed_out_at: Date | null;
    due_at: Date | null;
    storage: string;
    changed_at: Date | null;
    recorded_at: Date | null;
    is_to_write: boolean;
    problem: Sentence | null;
    version: number;
    /** Whether the key system has the same holder, as read, or as written since. */
    is_same: boolean;
  }>;
  /** A view: what is known of how the times of each key stand, whatever the moment. */
  key_times_standing: ReadOnly<{
    key_id: string;
    has_clock: boolean;
    /** Whether it is known what the key holds; otherwise what follows is what is recorded. */
    is_sure: boolean;
    update_pending: boolean | null;
    validity: 'always' | 'never' | 'between' | null;
    valid_from: Date | null;
    valid_until: Date | null;
    revalidation_minutes: number | null;
    schedule: Window[] | null;
    deadline_at: Date | null;
    ends_at: Date | null;
  }>;
  /** A view: both, and what lists of keys filter and order by, so that they read each key once. */
  known_key: KeyTables['key_standing'] &
    KeyTables['key_times_standing'] &
    ReadOnly<{
      /** Who got the key here; `person_id` of keys that are kept here. */
      assigned_person_id: string | null;
      /** Either is `state`: as kept here, else as recorded. Apart, so that conditions are estimated by the statistics of columns. */
      kept_state: KeyStateName | null;
      found_state: KeyStateName;
      connection_id: string;
      marking: string;
      name: string;
      key_type: string;
      recorded_state: string;
      recorded_holder: string | null;
      last_update_at: Date | null;
      search_text: string;
      deleted_at: Date | null;
    }>;
};
