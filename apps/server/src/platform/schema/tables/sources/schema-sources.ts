import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated } from 'kysely';
import type { At, BigCount, Json, JsonWithDefault, MaybeAt, MaybeJson, Record_, StampedAt } from '../schema-columns';
import type { StoredDiagnosis } from './schema-source-health';

/** Copies of called identity sources, and decisions about all sources. */
export type SourceTables = {
  source_copy: {
    connection_id: string;
    /** Incremented when the data changes. */
    version: BigCount;
    /** The task that reads, or has read last. */
    task_id: string | null;
    is_full: Generated<boolean>;
    /** Whether the last reading came to its end. */
    is_whole: Generated<boolean>;
    /** Where to go on; null before the first page. */
    cursor: string | null;
    /** Of the reading. */
    pages: Generated<number>;
    /** What the last full reading asked for. */
    attributes: Generated<string[]>;
    full_read_at: MaybeAt;
    read_at: MaybeAt;
    /** The circumstances under which all but the unsettled were unchanged; null: everybody is to be compared. */
    settled: string | null;
  };
  /** Who of a copy has to be compared again, as long as `settled` is not null. */
  source_unsettled: { connection_id: string; external_id: string };
  /** Cursors of the reading under way, so that one that comes back is noticed. */
  source_page: { connection_id: string; cursor_hash: string };
  /** The ids on each page of a running full read; at its end, all others are gone. */
  source_told: {
    connection_id: string;
    people: string[];
    groups: string[];
    member_people: string[];
    member_groups: string[];
  };
  source_person: {
    connection_id: string;
    external_id: string;
    values: Json<Record<string, string | null>>;
    problems: MaybeJson<Sentence[]>;
    gone: 'restorable' | 'for_good' | 'unlisted' | null;
    gone_at: MaybeAt;
    /** Listed again after being gone for good; not decided yet whether it is the same person. */
    is_another: Generated<boolean>;
  };
  source_group: { connection_id: string; external_id: string; name: string | null };
  source_member: { connection_id: string; person_id: string; group_id: string };
  source_credential: {
    id: string;
    connection_id: string;
    kind: 'secret' | 'certificate';
    /** Bound to the id of its row. Of a certificate, the private key and the certificate as one PEM text. */
    sealed: ColumnType<Buffer, Buffer, Buffer>;
    /** What may be shown of it, such as its thumbprint. */
    facts: JsonWithDefault<Record_>;
    state: 'active' | 'next' | 'retired';
    expires_at: MaybeAt;
    last_test: MaybeJson<StoredDiagnosis>;
    added_by: string | null;
    activated_at: MaybeAt;
    created_at: StampedAt;
  };
  directory_conflict: {
    id: string;
    connection_id: string;
    kind: 'same_number' | 'two_sources' | 'returner';
    /** The number, or the external id of a returner. */
    value: string;
    people: Json<ConflictPerson[]>;
    state: Generated<'open' | 'decided'>;
    decision: 'is_this_one' | 'both' | 'stay_out' | 'same_person' | 'new_person' | null;
    /** External id of the one whose number it is. */
    chosen: string | null;
    found_at: StampedAt;
    seen_at: StampedAt;
  };
  parked_person: {
    connection_id: string;
    external_id: string;
    label: string;
    reason: Json<Sentence>;
    tries: Generated<number>;
    next_try_at: At;
    first_seen_at: StampedAt;
    last_seen_at: StampedAt;
  };
  mapping_version: {
    id: string;
    connection_id: string;
    number: number;
    mapping: Json<Record_>;
    saved_by: string;
    saved_at: StampedAt;
  };
};

/** A person of a conflict. */
export type ConflictPerson = {
  connection_id: string;
  external_id: string;
  /** Null: not among the people yet. */
  person_id: string | null;
  name: string;
};
