import { hash } from 'node:crypto';
import type { Capability, KeySystemSession, RecordedProfile } from '@key2xs/drivers';
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
    table: 'cylinder_group',
    read: (session) => session.listCylinderGroups(),
  },
  cylinders: {
    needs: 'read_cylinders',
    table: 'key_system_cylinder',
    read: (session, { groups }) =>
      eachRow(session.listCylinders(), ({ group_external_id, ...cylinder }) => ({
        ...cylinder,
        group_id: groups.get(group_external_id ?? '') ?? null,
      })),
  },
  keys: {
    needs: 'read_keys',
    table: 'key',
    read: (session) => session.listKeys(),
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
};

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

/** No column takes the hash, but the digest of the list does: it changes with what a profile of ours gives to whom. */
const storedElsewhere = (holds: Rights): MirrorRow => ({
  ...rightsOf({ cylinders: [], cylinder_groups: [], members: [], schedule: null }),
  held: hash('sha256', JSON.stringify(rightsOf(holds)), 'base64url'),
});

async function* eachRow<T>(pages: AsyncIterable<T[]>, rowOf: (item: T) => MirrorRow): AsyncGenerator<MirrorRow[]> {
  for await (const page of pages) yield page.map(rowOf);
}
