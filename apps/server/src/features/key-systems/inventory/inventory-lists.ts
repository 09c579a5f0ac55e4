import { hash } from 'node:crypto';
import type { Capability, KeySystemSession, RecordedCylinder, RecordedKey, RecordedProfile } from '@key2xs/drivers';
import type { MirrorName, MirrorRow } from '#features/recorded/service';
import type { InventoryList } from './inventory-cursor';

/** What has to be known before a list is read. */
export type Beforehand = {
  /** Ids of the cylinder groups that are listed, by their external id. */
  groups: ReadonlyMap<string, string>;
  /** References of our profiles. */
  ownProfiles: ReadonlySet<string>;
  /** Takes each of our profiles as it is read: its doors, hours and members are stored otherwise than those of others. */
  onOwnProfile: (profile: RecordedProfile & { reference: string }) => void;
};

export type ListToRead = {
  needs: Capability;
  table: MirrorName;
  read(session: KeySystemSession, beforehand: Beforehand): AsyncIterable<MirrorRow[]>;
};

/** Each list and its table. Access events are not among them: they are only ever added. */
export const listsToRead: Record<Exclude<InventoryList, 'access_events'>, ListToRead> = {
  cylinder_groups: {
    needs: 'read_cylinder_groups',
    table: 'key_system_cylinder_group',
    read: (session) => session.listCylinderGroups(),
  },
  cylinders: {
    needs: 'read_cylinders',
    table: 'key_system_cylinder',
    read: (session, { groups }) => eachRow(session.listCylinders(), (cylinder) => cylinderRow(cylinder, groups)),
  },
  keys: {
    needs: 'read_keys',
    table: 'key',
    read: (session) => eachRow(session.listKeys(), keyRow),
  },
  persons: {
    needs: 'read_persons',
    table: 'recorded_person',
    read: (session) => session.listPersons(),
  },
  profiles: {
    needs: 'read_profiles',
    table: 'recorded_profile',
    read: (session, beforehand) => eachRow(session.listProfiles(), (profile) => profileRow(profile, beforehand)),
  },
  programming_jobs: {
    needs: 'read_programming_jobs',
    table: 'programming_job',
    read: (session) => session.listProgrammingJobs(),
  },
  programming_keys: {
    needs: 'read_programming_devices',
    table: 'programming_key',
    read: (session) => session.listProgrammingKeys(),
  },
  programming_devices: {
    needs: 'read_programming_devices',
    table: 'programming_device',
    read: (session) => session.listProgrammingDevices(),
  },
};

function cylinderRow(cylinder: RecordedCylinder, groups: Beforehand['groups']): MirrorRow {
  const { group_external_id, block_list, event_ring, ...listed } = cylinder;
  return {
    ...listed,
    group_id: groups.get(group_external_id ?? '') ?? null,
    block_used: block_list?.used ?? null,
    block_limit: block_list?.limit ?? null,
    events_used: event_ring?.used ?? null,
    events_limit: event_ring?.limit ?? null,
  };
}

export function keyRow({ times, access, access_list, ...key }: RecordedKey): MirrorRow {
  const dates = times?.validity.mode === 'between' ? times.validity : undefined;
  return {
    ...key,
    validity: times?.validity.mode ?? null,
    valid_from: dates?.from ?? null,
    valid_until: dates?.until ?? null,
    revalidation_minutes: times?.revalidation_minutes ?? null,
    schedule: times?.schedule ?? null,
    own_cylinders: access?.cylinders ?? null,
    own_groups: access?.cylinder_groups ?? null,
    access_used: access_list?.used ?? null,
    access_limit: access_list?.limit ?? null,
  };
}

type Rights = Pick<RecordedProfile, 'cylinders' | 'cylinder_groups' | 'members'> & {
  schedule: RecordedProfile['schedule'] | null;
};

const rightsOf = ({ cylinders, cylinder_groups, members, schedule }: Rights) => ({
  door_ids: cylinders,
  group_ids: cylinder_groups,
  schedule,
  member_references: members,
});

function profileRow(profile: RecordedProfile, { ownProfiles, onOwnProfile }: Beforehand): MirrorRow {
  const { identity, reference, name, description, ...holds } = profile;
  const isOwn = reference !== null && ownProfiles.has(reference);
  if (isOwn) onOwnProfile({ ...profile, reference });
  return {
    identity,
    reference,
    name,
    description,
    cylinders: holds.cylinders.length,
    cylinder_groups: holds.cylinder_groups.length,
    members: holds.members.length + holds.other_members.length,
    ...(isOwn ? storedElsewhere(holds) : rightsOf(holds)),
    member_identities: holds.other_members,
  };
}

/** The hash is in no column but in the digest of the list: it changes with the doors and members of our profiles. */
const storedElsewhere = (holds: Rights): MirrorRow => ({
  ...rightsOf({ cylinders: [], cylinder_groups: [], members: [], schedule: null }),
  held: hash('sha256', JSON.stringify(rightsOf(holds)), 'base64url'),
});

export async function* eachRow<T>(
  pages: AsyncIterable<T[]>,
  rowOf: (item: T) => MirrorRow,
): AsyncGenerator<MirrorRow[]> {
  for await (const page of pages) yield page.map(rowOf);
}
