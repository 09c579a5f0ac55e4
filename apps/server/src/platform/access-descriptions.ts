import type { AccessReason, DoorPerson } from '@key2xs/contract';
import type { FindRecords } from './kept-records';

/** A time in milliseconds since 1970, since when nothing of a record has changed that access depends on. */
type Unchanged = { since: number };

export type DescribedDoor = Unchanged & {
  id: string;
  marking: string;
  name: string;
  location: string;
  /** Its key system. */
  connection_id: string;
};

/** `since` may be before the memory began. */
export type DescribedPerson = Unchanged &
  Pick<DoorPerson, 'id' | 'connection_id' | 'employee_id' | 'display_name' | 'department' | 'job_title' | 'active'>;

/** When what is in force of a rule was last changed, by whom and why. `since`: with its plan and the profiles it names. */
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

/** A person of ours as a key system has them recorded. */
export type DescribedRecord = {
  connection_id: string;
  active: boolean;
  /** Names. */
  profiles: readonly string[];
  /** Of `recordedProfiles`; none while they are not active there. */
  keys: readonly string[];
};

/**
 * What answers about access say of records as they are now: read when it is first asked for, and kept beside the access index
 * until a change of it is noted. To be asked after the index has been.
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
  /** By `keyOf` of a profile that a key system has recorded: ids of its doors, null where nobody has read them. */
  recordedProfiles: FindRecords<{ doors: readonly string[] | null }>;
  /** Ids of the key systems that the plans of an identity source are synced to. */
  targets: FindRecords<readonly string[]>;
};
