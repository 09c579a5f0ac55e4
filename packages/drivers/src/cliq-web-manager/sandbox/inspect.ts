import type { RecordedPerson, RecordedProfile } from '../../key-system-driver';
import type { Running } from './serve';
import { type DomainLists, presentProfile } from './system/lists';
import { type System, waitingEvents } from './system/system';

const isOurs = ({ reference }: { reference: string | null }) => reference !== null;

/** All records written by clients, in the order of their first write. */
export function writtenInto({ domains }: System): { persons: RecordedPerson[]; profiles: RecordedProfile[] } {
  const all = [...domains.values()];
  return {
    persons: all.flatMap(({ persons }) => persons.changed().filter(isOurs)),
    profiles: all.flatMap((domain) => {
      const ours = domain.profiles.changed().filter(isOurs);
      return ours.map((profile) => presentProfile(domain, profile));
    }),
  };
}

export const stateOf = ({ system, profile, scripts }: Running) => ({
  profile,
  clock: system.clock.now().toISOString(),
  scripts: scripts.orders(),
  /** Calls since scripts were last switched. */
  calls: scripts.calls().length,
  /** By domain. */
  counts: Object.fromEntries([...system.domains].map(([name, domain]) => [name, countsOf(domain)])),
  events: { known: system.events.total(), waiting: waitingEvents(system).length },
});

const countsOf = ({ persons, profiles, cylinders, groups, keys, jobs }: DomainLists) => ({
  persons: persons.total(),
  profiles: profiles.total(),
  cylinders: cylinders.total(),
  cylinder_groups: groups.total(),
  keys: keys.total(),
  jobs: jobs.total(),
});
