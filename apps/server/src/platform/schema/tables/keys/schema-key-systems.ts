import type {
  AccessEventFilter,
  AccessEventLook,
  Diagnosis,
  DriftKind,
  EventPrivacy,
  InventoryLoss,
  LocationType,
  LockingPlanContent,
  TimeRestriction,
} from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type {
  At,
  BigCount,
  Counts,
  Json,
  JsonWithDefault,
  MaybeAt,
  MaybeJson,
  ReadOnly,
  Record_,
  StampedAt,
} from '../schema-columns';

export type CertificateInfo = {
  subject: string;
  issuer: string;
  fingerprint_sha256: string;
  not_before: string;
  not_after: string;
  /** E.g. 'RSA 2048'; missing in older rows. */
  key_kind?: string;
};

/** A connection test, running or finished. */
export type StoredTest = Omit<Diagnosis, 'status_message' | 'steps'> & {
  status_message: Sentence | null;
  steps: (Omit<Diagnosis['steps'][number], 'message'> & { message: Sentence | null })[];
};

/** As read; written by inventories, and by administrators for planned ones until they are listed. */
type KeySystemCylinder = {
  id: string;
  connection_id: string;
  external_id: string;
  marking: string;
  name: string;
  cylinder_type: string;
  domain: string;
  location: string;
  state: string;
  group_id: string | null;
  /** Keys that it blocks, and events in it when it was last read, each with the most that it takes; null: not known. */
  block_used: number | null;
  block_limit: number | null;
  events_used: number | null;
  events_limit: number | null;
  row_hash: Generated<string>;
  first_seen_at: StampedAt;
  deleted_at: MaybeAt;
  /** Made here, and not listed by the key system yet; its external id is none of the key system's. */
  is_planned: Generated<boolean>;
  search_text: GeneratedAlways<string>;
};

/** What we say of a cylinder, whose id it has. The database creates and deletes it with the cylinder. */
type Door = {
  id: string;
  /** Where it is in our tree of places. */
  location_id: string | null;
  /** Null: never placed. By hand without a place: removed from the tree. */
  placed_by: 'hand' | 'text' | null;
  /** The location text it was last placed for, or kept in its place against; null: none yet. */
  placed_text: string | null;
  own_name: string | null;
  notes: string | null;
  version: number;
  created_at: Date;
};

/** A record known from a read, from our own write, or from an operator's tick: one row for all three. */
type KnownRecord = {
  id: Generated<string>;
  connection_id: string;
  /** The key system's own id; null until a read has shown it. */
  identity: string | null;
  /** As stored in the key system, where others can edit it. */
  reference: string | null;
  /** Id of our person or rule; null for foreign records. */
  own_reference: string | null;
  /** Which source last updated the row. */
  known_from: Generated<'read' | 'written' | 'ticked'>;
  known_at: StampedAt;
  /** When it first appeared in a list; null: never. */
  first_read_at: MaybeAt;
  /** Hash of the row as listed; empty if changed since. */
  row_hash: Generated<string>;
  deleted_at: MaybeAt;
};

type KeySystemCylinderGroup = {
  id: string;
  connection_id: string;
  external_id: string;
  name: string;
  domain: string;
  row_hash: Generated<string>;
  deleted_at: MaybeAt;
  /** Made here, and not listed by the key system yet; its external id is none of the key system's. */
  is_planned: Generated<boolean>;
};

/** What we say of a cylinder group: no read touches it. The database creates it with the group. */
type DoorGroup = { id: string; own_name: string | null; notes: string | null; version: number };

/** Key systems, their recorded data, and work waiting for an operator. */
export type KeySystemTables = {
  client_certificate: {
    /** Its seals are bound to this id. */
    id: string;
    connection_id: string;
    state: 'active' | 'standby';
    info: Json<CertificateInfo>;
    sealed: Buffer;
    last_test: MaybeJson<StoredTest>;
    uploaded_by: string | null;
    created_at: StampedAt;
    activated_at: MaybeAt;
  };
  key_system_connection: {
    id: string;
    name: string;
    system_type: 'CLIQ_WEB_MANAGER';
    description: string | null;
    cliq_api_url: string;
    domain_name: string;
    /** As found by the last test. */
    capabilities: Generated<string[]>;
    /** Counts by kind, as of the last read. */
    inventory_counts: JsonWithDefault<Counts>;
    /** Why the last read was stopped, if it was. */
    inventory_loss: MaybeJson<InventoryLoss>;
    last_test: MaybeJson<StoredTest>;
    /** Where the next read of access events starts; null: at the first event. */
    events_cursor: MaybeJson<{ import_time: string; skip: number }>;
    is_active: Generated<boolean>;
    is_sandbox: Generated<boolean>;
    last_status: Generated<string>;
    error_message: MaybeJson<Sentence>;
    last_successful_interaction: MaybeAt;
    inventory_read_at: MaybeAt;
    persons_read_at: MaybeAt;
    keys_read_at: MaybeAt;
    guard_limit_percent: BigCount;
    mirror_version: BigCount;
    /** Its timetable may sync it, and not only read it: a person has applied a sync. */
    timed_writes: Generated<boolean>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  /** Rows listed so far by an interrupted reading, as JSON; deleted once the list is complete. */
  inventory_page: { task_id: string; ordinal: number; rows: string };
  key_system_cylinder_group: KeySystemCylinderGroup;
  door_group: { [K in keyof DoorGroup]: ColumnType<DoorGroup[K], never, DoorGroup[K]> };
  /** A view: each cylinder group as the key system has it, with what we say of it. */
  cylinder_group: ReadOnly<Omit<Selectable<KeySystemCylinderGroup>, 'row_hash'> & DoorGroup>;
  key_system_cylinder: KeySystemCylinder;
  door: { [K in keyof Door]: ColumnType<Door[K], never, Door[K]> };
  /** A view: each cylinder with its door. */
  cylinder: ReadOnly<Omit<Selectable<KeySystemCylinder>, 'row_hash'> & Omit<Door, 'created_at'>>;
  /** Kept when a later read says otherwise: that is a difference to decide. */
  location: {
    id: string;
    parent_id: string | null;
    /** As the place above has it; the database hands a change on. */
    parent_type: LocationType | null;
    name: string;
    code: Generated<string | null>;
    type: LocationType;
    protection_class: Generated<number | null>;
    owner_person_id: Generated<string | null>;
    deputy_person_id: Generated<string | null>;
    time_zone: Generated<string | null>;
    notes: Generated<string>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  /** Where the location texts of key systems lead, by their folded path. */
  location_text: { path: string; location_id: string };
  /** The picture of a place from above, made anew from what was uploaded. */
  floor_plan: {
    location_id: string;
    /** Null: removed; the version goes on. */
    picture: Buffer | null;
    thumbnail: Buffer | null;
    width: number;
    height: number;
    tag: string;
    version: Generated<number>;
    uploaded_at: StampedAt;
  };
  /** Which cylinder took the place of which, and what both were called then. */
  cylinder_swap: {
    id: string;
    location_id: string;
    /** Null: gone with its key system. */
    removed_id: string | null;
    removed_words: string;
    installed_id: string | null;
    installed_words: string;
    reason: string;
    swapped_at: StampedAt;
  };
  /** Where a cylinder or a place below is on a floor plan, as a share of its width and height. */
  floor_plan_pin: {
    location_id: string;
    cylinder_id: string | null;
    place_id: string | null;
    x: number;
    y: number;
  };
  key: {
    id: string;
    created_at: StampedAt;
    connection_id: string;
    external_id: string;
    marking: string;
    name: string;
    serial: string;
    key_type: string;
    state: string;
    holder_identity: string | null;
    last_update_at: MaybeAt;
    /** When it works. Null: not known, and then its dates, interval and schedule say nothing. */
    validity: 'always' | 'never' | 'between' | null;
    valid_from: MaybeAt;
    valid_until: MaybeAt;
    /** Null beside a validity: it needs no updates. */
    revalidation_minutes: number | null;
    /** Empty: at any time. */
    schedule: MaybeJson<Pick<TimeRestriction, 'days' | 'from' | 'to'>[]>;
    /** What it opens beside the profiles of its holder, by the key system's own ids; null: not known. */
    own_cylinders: string[] | null;
    own_groups: string[] | null;
    access_used: number | null;
    access_limit: number | null;
    /** When what its next update writes into it last changed, by the key system's clock; null: not known. */
    changed_at: MaybeAt;
    row_hash: Generated<string>;
    deleted_at: MaybeAt;
    search_text: GeneratedAlways<string>;
  };
  /** Digest of each list as mirrored; without a row, the mirror's content is unknown. */
  recorded_list: { connection_id: string; name: string; digest: string };
  recorded_person: KnownRecord & {
    created_at: StampedAt;
    first_name: string;
    surname: string;
    email: string | null;
    employee_id: string | null;
    active: boolean;
    full_name: GeneratedAlways<string>;
    search_text: GeneratedAlways<string>;
  };
  recorded_profile: KnownRecord & {
    created_at: StampedAt;
    name: string;
    description: string;
    /** Number of its cylinders, as listed. */
    cylinders: number | null;
    cylinder_groups: number | null;
    members: number | null;
    /** Doors and hours of our own profiles; null when only the name is known. */
    content: MaybeJson<Record_>;
    /** Of profiles that others wrote, by the key system's own ids; empty for ours, null until listed. */
    door_ids: string[] | null;
    group_ids: string[] | null;
    /** Hours of profiles that others wrote; null until listed. */
    schedule: MaybeJson<Pick<TimeRestriction, 'days' | 'from' | 'to'>[]>;
    member_references: string[] | null;
    /** Members without a reference, of ours too. */
    member_identities: string[] | null;
  };
  /** Members of our profiles, by our references. */
  recorded_profile_member: {
    connection_id: string;
    profile_reference: string;
    person_reference: string;
    since: StampedAt;
  };
  /** Records entered by hand that have become ours, by our references; `texts` is what we called them then. */
  adopted_record: {
    connection_id: string;
    kind: 'person' | 'profile';
    own_reference: string;
    identity: string;
    texts: Json<Record_>;
    adopted_at: At;
  };
  /** What a read found otherwise than we last wrote it, or an operator ticked it. */
  recorded_drift: {
    id: Generated<string>;
    connection_id: string;
    kind: DriftKind;
    profile_reference: string | null;
    person_reference: string | null;
    profile_name: Generated<string>;
    before: MaybeJson<Record_>;
    after: MaybeJson<Record_>;
    since: At;
    state: Generated<'open' | 'accepted'>;
  };
  programming_job: {
    id: string;
    connection_id: string;
    external_id: string;
    cylinder_external_id: string;
    kind: string;
    state: string;
    assigned_key: string | null;
    /** Ours; null for jobs that others have created. */
    reference: string | null;
    /** The key that it blocks, unblocks or programs. */
    key_external_id: string | null;
    created_at: At;
    done_at: MaybeAt;
    row_hash: Generated<string>;
    deleted_at: MaybeAt;
  };
  programming_key: {
    id: string;
    connection_id: string;
    external_id: string;
    marking: string;
    kind: string;
    holder_identity: string | null;
    jobs: number;
    job_limit: number | null;
    row_hash: Generated<string>;
    deleted_at: MaybeAt;
  };
  programming_device: {
    id: string;
    connection_id: string;
    external_id: string;
    name: string;
    kind: string;
    place: string;
    last_contact_at: MaybeAt;
    row_hash: Generated<string>;
    deleted_at: MaybeAt;
  };
  /** A table for each month by the time of the event. */
  access_event: {
    connection_id: string;
    external_id: string;
    event_time: At;
    import_time: At;
    source: string;
    key_external_id: string | null;
    cylinder_external_id: string | null;
    person_identity: string | null;
    result: string;
    reason: string | null;
  };
  /** Without a row, the usual retention holds. */
  access_event_policy: { only_row: Generated<boolean>; retention_months: number };
  /** Events of a month that came too late to be kept, or that are further ahead than any clock may be wrong. */
  access_event_left_out: { connection_id: string; month: At; why: 'older' | 'ahead'; events: BigCount; last_at: At };
  /** How much of the events of a place one person alone may see with names; without a row, as the place above. */
  access_event_privacy: { location_id: string; mode: EventPrivacy };
  /** A look at access events: what it shows, for how long, and whether with names. */
  access_event_look: {
    id: string;
    admin_id: string | null;
    admin_name: string;
    opened_at: At;
    ends_at: At;
    filter: Json<AccessEventFilter>;
    /** Makes pseudonyms of this look. */
    salt: Buffer;
    shows_names: boolean;
    purpose: AccessEventLook['purpose'];
    reason: string | null;
    second: AccessEventLook['second'];
    decided_by_id: string | null;
    decided_by: string | null;
    decided_at: MaybeAt;
    decision_reason: string | null;
  };
  locking_plan: {
    connection_id: string;
    file_name: string;
    content: Json<LockingPlanContent>;
    counts: Json<Counts>;
    stored_by: string;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  work_item: {
    id: string;
    connection_id: string;
    change_set_id: string | null;
    kind: string;
    /** Equal for the same work, so that it is listed once. */
    signature: string;
    person_id: string | null;
    /** The key or cylinder of an entry that no plan asks for; null of the others. */
    subject_id: Generated<string | null>;
    label: string;
    reference: string;
    /** Label, reference and English instruction, in lower case. */
    search_text: string;
    what: Json<Sentence>;
    place: Json<Sentence>;
    why: Json<Sentence>;
    before: MaybeJson<Record_>;
    after: MaybeJson<Record_>;
    write: Json<Record_>;
    state: Generated<'open' | 'done' | 'withdrawn'>;
    assigned_to: string | null;
    closed_by: 'operator' | 'read' | 'sync' | null;
    ordinal: number;
    created_at: StampedAt;
    closed_at: MaybeAt;
  };
};
