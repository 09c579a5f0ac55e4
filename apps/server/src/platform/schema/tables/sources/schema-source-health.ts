import type { SourceDiagnosisStep, SourceEvent, SourceEventKind } from '@key2xs/contract';
import type { SourceCall, SubscribedResource } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { At, BigCount, Json, JsonWithDefault, MaybeAt, MaybeJson, Record_, StampedAt } from '../schema-columns';

/** A test as stored; sentences are rendered in the reader's language. */
export type StoredDiagnosis = {
  at: string;
  is_passed: boolean;
  steps: (Omit<SourceDiagnosisStep, 'message'> & { message: Sentence | null })[];
};

/** The health of called identity sources. */
export type SourceHealthTables = {
  /** All that happened to identity sources; rows are never changed. */
  source_event: {
    id: string;
    connection_id: string;
    kind: SourceEventKind;
    at: StampedAt;
    actor_name: string | null;
    source_ip: string | null;
    sentence: Json<Sentence>;
    /** The task and the changes it belongs to, which may have been deleted since. */
    task_id: string | null;
    change_set_id: string | null;
    changes: JsonWithDefault<SourceEvent['changes']>;
  };
  /** Calls of one hour that ended alike and took about as long. */
  source_call: {
    connection_id: string;
    hour: At;
    outcome: SourceCall['outcome'];
    /** As `bucketOf` says. */
    bucket: number;
    calls: number;
    objects: BigCount;
    units: BigCount;
    /** The highest share of what the source allows. */
    load: number | null;
  };
  /** How a source tells of changes. */
  source_webhook: {
    connection_id: string;
    /** Of the last part of its address. */
    key_hash: Buffer;
    /** That part and what comes back with each delivery, bound to the connection. */
    sealed: Buffer;
    is_wanted: Generated<boolean>;
    received: BigCount;
    /** Deliveries that did not prove where they come from. */
    refused: BigCount;
    last_event_at: MaybeAt;
    /** When the last run begun by it began. */
    last_pull_at: MaybeAt;
    /** Since when runs find changes that it did not tell of. */
    silent_since: MaybeAt;
    silence_checked_at: MaybeAt;
    created_at: StampedAt;
  };
  /** The source said that something has changed; nothing of what it said is kept. */
  source_nudge: { id: Generated<string>; connection_id: string; at: StampedAt };
  source_subscription: {
    connection_id: string;
    resource: SubscribedResource;
    /** Null: to be created. */
    remote_id: string | null;
    ends_at: MaybeAt;
    /** When it is looked after next. */
    due_at: StampedAt;
    failures: Generated<number>;
    error: MaybeJson<Sentence>;
    is_reauthorization_due: Generated<boolean>;
  };
  source_farewell: {
    id: Generated<string>;
    connection_id: string;
    provider: string;
    configuration: Json<Record_>;
    credential_id: string | null;
    credential_kind: 'secret' | 'certificate' | null;
    sealed: Buffer | null;
    remote_ids: string[];
    due_at: StampedAt;
    forgotten_after: StampedAt;
  };
};
