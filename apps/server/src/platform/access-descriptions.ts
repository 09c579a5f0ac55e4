import type { AccessReason, DoorPerson } from '@key2xs/contract';
import type { FindRecords } from './caches/kept-records';

/** Time in milliseconds since 1970 of the last change of a record that affects access. */
type Unchanged = { since: number };

export type DescribedDoor = Unchanged & {
  id: string;
  marking: string;
  name: string;
  location: string;
  /** Its key system. */
  connection_id: string;
};

/** `since` may be before the history begins. */
export type DescribedPerson = Unchanged &
  Pick<DoorPerson, 'id' | 'connection_id' | 'employee_id' | 'display_name' | 'department' | 'job_title' | 'active'>;

/** The last change of a rule in force: when, by which administrator, and why. `since` includes its plan and profiles. */
export type DescribedRule = Unchanged &
  Pick<AccessReason, 'rule_updated_at' | 'rule_updated_by' | 'rule_version' | 'rule_note'>;

export type DescribedKeySystem = {
  id: string;
  name: string;
  /** When its persons were last read. */
  read_at: Date | null;
  /** Whether it is not known who is recorded there. */
  is_unread: boolean;
};

/** A person of ours as recorded by a key system. */
export type DescribedRecord = {
  connection_id: string;
  active: boolean;
  /** Names. */
  profiles: readonly string[];
  /** Of `recordedProfiles`; none while they are not active there. */
  keys: readonly string[];
};

/**
 * Current descriptions of records for answers about access: loaded on demand, and cached beside the access index until a
 * change is noted. Query it after the index.
 */
export type AccessDescriptions = {
  /** Deleted ones too. */
  doors: FindRecords<DescribedDoor>;
  rules: FindRecords<DescribedRule>;
  /** Of places `name` is the path. */
  places: FindRecords<Unchanged & { name: string }>;
  /** Names by id. */
  groups: FindRecords<string>;
  profiles: FindRecords<string>;
  peopleGroups: FindRecords<string>;
  identitySources: FindRecords<string>;
  people: FindRecords<DescribedPerson>;
  /** Since when the past is kept, in milliseconds since 1970. */
  keptSince: () => Promise<number>;
  /** By name. */
  keySystems: () => Promise<readonly DescribedKeySystem[]>;
  /** By person. */
  records: FindRecords<readonly DescribedRecord[]>;
  /** `keyOf` of a recorded profile → ids of its doors, null if they were never read. */
  recordedProfiles: FindRecords<{ doors: readonly string[] | null }>;
  /** Ids of the key systems that the plans of an identity source are synced to. */
  targets: FindRecords<readonly string[]>;
};
