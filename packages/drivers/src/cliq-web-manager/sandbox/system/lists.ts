import { z } from 'zod';
import type {
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProfile,
  RecordedProgrammingJob,
} from '../../../key-system-driver';
import { createRecords, newRecords, type Records } from '../../../sandbox-kit/records';
import type { StoredLists } from '../../../sandbox-kit/stored-lists';
import { WireCylinder, WireKey, WirePerson, WireProfile, WireProgrammingJob } from '../../wire';
import { type DomainSite, externalIdOf, identityOf, type SiteProfile } from '../site/site';

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
export const NotedEvent = AccessEvent.omit({ import_time: true });
export type NotedEvent = z.infer<typeof NotedEvent>;

/** The rights written into a key at its last update. */
export const KeyRights = z.object({ key: z.string(), cylinders: z.array(z.string()), groups: z.array(z.string()) });
export type KeyRights = z.infer<typeof KeyRights>;

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
  jobs: Records<RecordedProgrammingJob>;
};

export function loadDomain(name: string, site: DomainSite, { load }: StoredLists): DomainLists {
  return {
    persons: load(`${name}/persons`, WirePerson, byReference(createRecords(site.persons, identityOf))),
    profiles: load(
      `${name}/profiles`,
      WireProfile.omit({ members: true }),
      byReference(createRecords(site.profiles, identityOf)),
    ),
    members: load(
      `${name}/members`,
      Members,
      newRecords<Members>(({ profile }) => profile),
    ),
    cylinders: load(`${name}/cylinders`, WireCylinder, createRecords(site.cylinders, externalIdOf)),
    groups: createRecords(site.groups, externalIdOf), // never change
    keys: load(`${name}/keys`, WireKey, byHolder(createRecords(site.keys, externalIdOf))),
    jobs: load(`${name}/jobs`, WireProgrammingJob, createRecords(site.jobs, externalIdOf)),
  };
}

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

export const membersOf = ({ members }: Pick<DomainLists, 'members'>, { reference, identity }: SiteProfile) =>
  members.get(reference ?? identity)?.persons ?? [];

/** With its members, sorted. */
export const presentProfile = (lists: DomainLists, profile: SiteProfile): RecordedProfile => ({
  ...profile,
  members: [...membersOf(lists, profile)].sort(),
  other_members: [...profile.other_members].sort(),
});
