import type { KeySystemProfile } from '@key2xs/domain';

/** How much of a limited list is taken. The limit belongs to the generation of the hardware, so it is always read, never assumed. */
export type Capacity = { used: number; limit: number };

/** Instants in UTC, ISO-8601 with Z: valid from `from` on, no longer at `until`. */
export type KeyValidity = { mode: 'always' } | { mode: 'never' } | { mode: 'between'; from: string; until: string };

/** When a key works. It has one schedule, beside the schedules of the profiles that give it rights. */
export type KeyTimes = {
  validity: KeyValidity;
  /** A key that was not updated for that long opens nothing until it is; null: it needs no updates. */
  revalidation_minutes: number | null;
  /** In the local time of the locking system. Empty: at any time. */
  schedule: KeySystemProfile['schedule'];
};

/** Doors that a key opens by itself, beside the profiles of its holder. */
export type KeyAccess = { cylinders: readonly string[]; cylinder_groups: readonly string[] };

export type RecordedCylinder = {
  external_id: string;
  name: string;
  /** The engraving that identifies it to people. */
  marking: string;
  cylinder_type: string;
  domain: string;
  group_external_id: string | null;
  /** 'Building / Floor / Door'; empty while it is not mounted. */
  location: string;
  state: string;
  /** Keys that it refuses although they may open it; null when not known. */
  block_list: Capacity | null;
  /** Events in its ring when a programming key last read it: how near it came to overwriting some. Null when not known. */
  event_ring: Capacity | null;
};

export type RecordedKey = {
  external_id: string;
  name: string;
  marking: string;
  serial: string;
  key_type: 'normal' | 'quartz' | 'dynamic' | 'connect';
  /** `identity` of a person. */
  holder_identity: string | null;
  state: string;
  /** When rights were last written into it; null if never or unknown. UTC, ISO-8601 with Z. */
  last_update_at: string | null;
  /** Null when not known, and for keys without a clock. */
  times: KeyTimes | null;
  /** Null when not known. */
  access: KeyAccess | null;
  /** Places of its access list that are taken; a group takes one. Null when not known, and for keys without such a list. */
  access_list: Capacity | null;
  /** When what its next update writes into it last changed: times, access, rights of its holder. Null when not known. */
  changed_at: string | null;
};

/** States that can be recorded for a key. `handed_out` needs a holder, and `in_stock` none. */
export type KeyState = 'in_stock' | 'handed_out' | 'lost' | 'broken';

/** A person, by our reference or by the key system's own identity. */
export type HolderName = { reference: string } | { identity: string };

/** Work on one cylinder that a programming key does on the spot. */
export type RecordedProgrammingJob = {
  external_id: string;
  /** Ours; null for jobs that others have created. */
  reference: string | null;
  cylinder_external_id: string;
  kind: 'program' | 'change_group' | 'block' | 'unblock' | 'fetch_events' | 'reprogram';
  state: 'pending' | 'assigned' | 'loaded_on_key' | 'done' | 'failed' | 'cancelled';
  /** The key to block, to unblock or to program; null when not known, or when the job is about no key. */
  key_external_id: string | null;
  /** Marking of its programming key. */
  assigned_key: string | null;
  /** UTC, ISO-8601 with Z, both. */
  created_at: string;
  done_at: string | null;
};

/** A job to create. Blocking and unblocking need a key; programming without one takes over all keys of the cylinder. */
export type ProgrammingJob = {
  reference: string;
  /** External ids, both. */
  cylinder: string;
  key: string | null;
  kind: Exclude<RecordedProgrammingJob['kind'], 'change_group'>;
};

/** A job, by our reference or by the key system's own id. */
export type JobName = { reference: string } | { external_id: string };

/** A key that carries jobs to cylinders. */
export type RecordedProgrammingKey = {
  external_id: string;
  marking: string;
  kind: 'master' | 'sub_master' | 'normal';
  holder_identity: string | null;
  /** Jobs that are assigned to it or loaded on it. */
  jobs: number;
  /** How many jobs it should carry at most; null when not known. */
  job_limit: number | null;
};

/** Where keys are updated and programming keys take their jobs. */
export type RecordedProgrammingDevice = {
  external_id: string;
  name: string;
  kind: 'wall' | 'mobile' | 'desk';
  place: string;
  /** UTC, ISO-8601 with Z; null if never or unknown. */
  last_contact_at: string | null;
};
