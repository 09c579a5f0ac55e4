import { z } from 'zod';
import type {
  KeyTimes,
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProfile,
  RecordedProgrammingDevice,
  RecordedProgrammingJob,
} from '../../../key-system-driver';
import { createRecords, newRecords, type Records } from '../../../sandbox-kit/records';
import type { StoredLists } from '../../../sandbox-kit/stored-lists';
import {
  ProfileContent,
  Times,
  WireCylinder,
  WireKey,
  WirePerson,
  WireProfile,
  WireProgrammingDevice,
  WireProgrammingJob,
} from '../../wire';
import { type DomainSite, externalIdOf, identityOf, type SiteProfile, type SiteProgrammingKey } from '../site/site';
import { indexMemberships, type Memberships } from './memberships';

const instant = z.iso.datetime();

export const AccessEvent = z.object({
  external_id: z.string(),
  event_time: instant,
  import_time: instant,
  source: z.enum(['key', 'cylinder']),
  key_external_id: z.string().nullable(),
  cylinder_external_id: z.string().nullable(),
  person_identity: z.string().nullable(),
  result: z.enum(['granted', 'denied']),
  reason: z.string().nullable(),
}) satisfies z.ZodType<RecordedAccessEvent>;

/** An event recorded at a door. Unknown outside until it is imported. */
export const NotedEvent = AccessEvent.omit({ import_time: true }).extend({
  /** It will never be known: the ring of the cylinder was full, or the cylinder was reprogrammed. */
  overwritten: z.boolean().optional(),
});
export type NotedEvent = z.infer<typeof NotedEvent>;

/** Doors that a key may open, and when; without a schedule at any time. */
export const Right = ProfileContent.pick({ cylinders: true, cylinder_groups: true, schedule: true });
export type Right = z.infer<typeof Right>;

/** As written before keys had times. */
const OlderHeldKey = z
  .object({ key: z.string(), cylinders: z.array(z.string()), groups: z.array(z.string()) })
  .transform(({ key, cylinders, groups }) => ({
    key,
    rights: [{ cylinders, cylinder_groups: groups, schedule: [] }],
    times: null,
    updated_at: null,
  }));

const StoredTimes: z.ZodType<KeyTimes> = Times;
const StoredKey: z.ZodType<RecordedKey> = WireKey;

/** What a key really holds: as written into it at its last update. */
export const HeldKey = z.union([
  z.object({
    key: z.string(),
    rights: z.array(Right),
    /** Null: it has no clock, or knows no limits. */
    times: StoredTimes.nullable(),
    updated_at: instant.nullable(),
  }),
  OlderHeldKey,
]);
export type HeldKey = z.infer<typeof HeldKey>;

/** What a cylinder really holds: as programmed into it by jobs. */
export const HeldCylinder = z.object({
  cylinder: z.string(),
  group: z.string().nullable(),
  /** Keys without an access list of their own. */
  accepts: z.array(z.string()),
  blocks: z.array(z.string()),
});
export type HeldCylinder = z.infer<typeof HeldCylinder>;

/** When the rights of a person, or those that a profile gives, last changed; by identity. */
const RightsChange = z.object({ of: z.string(), at: instant });
type RightsChange = z.infer<typeof RightsChange>;

/** Members of a profile with references. The profile is identified by its reference, else by its identity. */
const Members = z.object({ profile: z.string(), persons: z.array(z.string()) });
type Members = z.infer<typeof Members>;

/** Start of the sandbox, and how far its clock was advanced since. */
export const Life = z.object({ begin: instant, ahead_ms: z.number() });
export type Life = z.infer<typeof Life>;

export type DomainLists = {
  persons: Referenced<RecordedPerson>;
  profiles: Referenced<SiteProfile>;
  members: Records<Members>;
  cylinders: Records<RecordedCylinder>;
  groups: Records<RecordedCylinderGroup>;
  keys: KeyRecords;
  jobs: JobRecords;
  programmingKeys: Records<SiteProgrammingKey>;
  devices: Records<RecordedProgrammingDevice>;
  rightsChanges: Records<RightsChange>;
  memberships: Memberships;
};

export function loadDomain(name: string, site: DomainSite, { load }: StoredLists): DomainLists {
  const profiles = load(
    `${name}/profiles`,
    WireProfile.omit({ members: true }),
    byReference(createRecords(site.profiles, identityOf)),
  );
  const members = load(
    `${name}/members`,
    Members,
    newRecords<Members>(({ profile }) => profile),
  );
  const memberships = indexMemberships({ profiles, membersOf: (profile) => membersOf({ members }, profile) });
  return {
    persons: load(`${name}/persons`, WirePerson, byReference(createRecords(site.persons, identityOf))),
    profiles: watched(profiles, memberships.forget),
    members: watched(members, memberships.forget),
    memberships,
    rightsChanges: load(
      `${name}/rights-changes`,
      RightsChange,
      newRecords<RightsChange>(({ of }) => of),
    ),
    cylinders: load(`${name}/cylinders`, WireCylinder, createRecords(site.cylinders, externalIdOf)),
    groups: createRecords(site.groups, externalIdOf), // never change
    keys: load(`${name}/keys`, StoredKey, byHolder(createRecords(site.keys, externalIdOf))),
    jobs: load(`${name}/jobs`, WireProgrammingJob, byJobReference(createRecords(site.jobs, externalIdOf))),
    programmingKeys: createRecords(site.programmingKeys, externalIdOf), // never change
    devices: load(`${name}/devices`, WireProgrammingDevice, createRecords(site.devices, externalIdOf)),
  };
}

/** Calls `onPut` after each put. */
const watched = <T, L extends Records<T>>(records: L & Records<T>, onPut: () => void): L => ({
  ...records,
  put(record: T) {
    records.put(record);
    onPut();
  },
});

type Referenced<T> = Records<T> & {
  /** The record written with that reference. */
  withReference(reference: string): T | undefined;
};

function byReference<T extends { identity: string; reference: string | null }>(records: Records<T>): Referenced<T> {
  const identities = new Map<string, string>();
  return {
    ...records,
    put(record) {
      records.put(record);
      if (record.reference !== null) identities.set(record.reference, record.identity);
    },
    withReference: (reference) => records.get(identities.get(reference) ?? ''),
  };
}

type JobRecords = Records<RecordedProgrammingJob> & {
  /** The job created with that reference. */
  withReference(reference: string): RecordedProgrammingJob | undefined;
};

function byJobReference(jobs: Records<RecordedProgrammingJob>): JobRecords {
  const ids = new Map<string, string>();
  return {
    ...jobs,
    put(job) {
      jobs.put(job);
      if (job.reference !== null) ids.set(job.reference, job.external_id);
    },
    withReference: (reference) => jobs.get(ids.get(reference) ?? ''),
  };
}

type KeyRecords = Records<RecordedKey> & {
  /** The keys of a holder. */
  heldBy(identity: string): RecordedKey[];
};

/** Builds the index on demand, and again after a key has changed. */
function byHolder(keys: Records<RecordedKey>): KeyRecords {
  let index: Map<string | null, RecordedKey[]> | undefined;
  return {
    ...keys,
    put(key) {
      index = undefined;
      keys.put(key);
    },
    heldBy(identity) {
      index ??= groupByHolder(keys.slice(0, keys.total()));
      return index.get(identity) ?? [];
    },
  };
}

function groupByHolder(keys: readonly RecordedKey[]): Map<string | null, RecordedKey[]> {
  const groups = new Map<string | null, RecordedKey[]>();
  for (const key of keys) {
    const group = groups.get(key.holder_identity);
    if (group) group.push(key);
    else groups.set(key.holder_identity, [key]);
  }
  return groups;
}

const membersOf = ({ members }: Pick<DomainLists, 'members'>, { reference, identity }: SiteProfile) =>
  members.get(reference ?? identity)?.persons ?? [];

/** With its members, sorted. */
export const presentProfile = (lists: DomainLists, profile: SiteProfile): RecordedProfile => ({
  ...profile,
  members: [...membersOf(lists, profile)].sort(),
  other_members: [...profile.other_members].sort(),
});
