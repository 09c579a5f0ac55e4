import type {
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProfile,
  RecordedProgrammingJob,
} from '../../../key-system-driver';
import { createRecords, type Records } from '../site/records';
import { type DomainSite, externalIdOf, identityOf, type Site, type SiteProfile } from '../site/site';

/** Something that was noted at a door and that nobody outside knows yet. */
export type WaitingEvent = Omit<RecordedAccessEvent, 'import_time'>;

/** What a key holds since it was updated last. */
export type KeyRights = { cylinders: string[]; groups: string[] };

export type DomainState = {
  persons: Records<RecordedPerson>;
  profiles: Records<SiteProfile>;
  /** References of persons, by the reference of their profile. */
  members: Map<string, Set<string>>;
  cylinders: Records<RecordedCylinder>;
  groups: Records<RecordedCylinderGroup>;
  keys: Records<RecordedKey>;
  /** The keys somebody has. */
  keysOf(identity: string): RecordedKey[];
  jobs: Records<RecordedProgrammingJob>;
  /** Identities by reference, of what others wrote. */
  personOf: Map<string, string>;
  profileOf: Map<string, string>;
};

export type State = {
  domains: Map<string, DomainState>;
  /** What has become known, in order of import. */
  events: Records<RecordedAccessEvent>;
  waiting: Map<string, WaitingEvent>;
  /** By key; of those that took any from what others wrote. */
  rights: Map<string, KeyRights>;
};

export function createState(site: Site): State {
  const domains = Object.entries(site.domains).map(([name, domain]) => [name, createDomain(domain)] as const);
  return {
    domains: new Map(domains),
    events: createRecords(site.events, externalIdOf),
    waiting: new Map(),
    rights: new Map(),
  };
}

function createDomain(site: DomainSite): DomainState {
  const keys = createRecords(site.keys, externalIdOf);
  return {
    persons: createRecords(site.persons, identityOf),
    profiles: createRecords(site.profiles, identityOf),
    members: new Map(),
    cylinders: createRecords(site.cylinders, externalIdOf),
    groups: createRecords(site.groups, externalIdOf),
    ...indexByHolder(keys),
    jobs: createRecords(site.jobs, externalIdOf),
    personOf: new Map(),
    profileOf: new Map(),
  };
}

/** The index is made when it is needed first, and anew after a key has changed. */
function indexByHolder(keys: Records<RecordedKey>): Pick<DomainState, 'keys' | 'keysOf'> {
  let index: Map<string, RecordedKey[]> | undefined;
  return {
    keys: {
      ...keys,
      put(key) {
        index = undefined;
        keys.put(key);
      },
    },
    keysOf(identity) {
      index ??= groupByHolder(keys.slice(0, keys.total()));
      return index.get(identity) ?? [];
    },
  };
}

function groupByHolder(keys: readonly RecordedKey[]): Map<string, RecordedKey[]> {
  const groups = new Map<string, RecordedKey[]>();
  for (const key of keys) {
    if (key.holder_identity === null) continue;
    const held = groups.get(key.holder_identity);
    if (held) held.push(key);
    else groups.set(key.holder_identity, [key]);
  }
  return groups;
}

/** With its members, sorted. */
export function presentProfile({ members }: DomainState, profile: SiteProfile): RecordedProfile {
  const known = profile.reference === null ? undefined : members.get(profile.reference);
  return { ...profile, members: [...(known ?? [])].sort() };
}
