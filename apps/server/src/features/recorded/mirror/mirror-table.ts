type Cell = string | number | boolean | null | readonly (string | object)[];
export type MirrorRow = Record<string, Cell>;

/** A table that mirrors one list of a key system; its rows are identified by the vendor's key. */
export type MirrorTable = {
  name: MirrorName;
  key: 'external_id' | 'identity';
  /** Columns overwritten by each read, with their types. */
  columns: Record<string, string | undefined>;
};

/** Persons and profiles are also known from our writes and operators' ticks. */
export type RecordName = 'recorded_person' | 'recorded_profile';
/** Tables of what can be planned here before the key system lists it. */
export type DoorsName = 'key_system_cylinder' | 'key_system_cylinder_group';
export type MirrorName = keyof typeof columnsOf;

const columnsOf = {
  key_system_cylinder_group: { name: 'text', domain: 'text' },
  key_system_cylinder: {
    marking: 'text',
    name: 'text',
    cylinder_type: 'text',
    domain: 'text',
    location: 'text',
    state: 'text',
    group_id: 'uuid',
    block_used: 'int',
    block_limit: 'int',
    events_used: 'int',
    events_limit: 'int',
  },
  key: {
    marking: 'text',
    name: 'text',
    serial: 'text',
    key_type: 'text',
    state: 'text',
    holder_identity: 'text',
    last_update_at: 'timestamptz',
    validity: 'text',
    valid_from: 'timestamptz',
    valid_until: 'timestamptz',
    revalidation_minutes: 'int',
    schedule: 'jsonb',
    own_cylinders: 'text[]',
    own_groups: 'text[]',
    access_used: 'int',
    access_limit: 'int',
    changed_at: 'timestamptz',
  },
  recorded_person: {
    first_name: 'text',
    surname: 'text',
    active: 'boolean',
    reference: 'text',
    email: 'text',
    employee_id: 'text',
  },
  recorded_profile: {
    reference: 'text',
    name: 'text',
    description: 'text',
    cylinders: 'int',
    cylinder_groups: 'int',
    members: 'int',
    door_ids: 'text[]',
    group_ids: 'text[]',
    schedule: 'jsonb',
    member_references: 'text[]',
    member_identities: 'text[]',
  },
  programming_job: {
    cylinder_external_id: 'text',
    kind: 'text',
    state: 'text',
    assigned_key: 'text',
    reference: 'text',
    key_external_id: 'text',
    created_at: 'timestamptz',
    done_at: 'timestamptz',
  },
  programming_key: { marking: 'text', kind: 'text', holder_identity: 'text', jobs: 'int', job_limit: 'int' },
  programming_device: { name: 'text', kind: 'text', place: 'text', last_contact_at: 'timestamptz' },
};

export const isOfRecords = (name: MirrorName): name is RecordName =>
  name === 'recorded_person' || name === 'recorded_profile';

export const isOfDoors = (name: MirrorName): name is DoorsName =>
  name === 'key_system_cylinder' || name === 'key_system_cylinder_group';

/** Columns that a connection does not report keep their values. */
export function mirrorTable(name: MirrorName, capabilities: readonly string[]): MirrorTable {
  const key = isOfRecords(name) ? 'identity' : 'external_id';
  if (name !== 'recorded_person' || capabilities.includes('read_person_references')) {
    return { name, key, columns: columnsOf[name] };
  }
  const { first_name, surname, active } = columnsOf.recorded_person;
  return { name, key, columns: { first_name, surname, active } };
}
