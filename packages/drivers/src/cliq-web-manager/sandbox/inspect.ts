import type { RecordedPerson, RecordedProfile } from '../../key-system-driver';
import type { ScriptOrder } from './faults/run-scripts';
import type { Running } from './serve';
import type { Profile } from './services/answer-call';
import { type DomainLists, presentProfile } from './system/lists';
import { type System, waitingEvents } from './system/system';

export type SandboxState = {
  profile: Profile;
  clock: string;
  scripts: ScriptOrder[];
  /** How many have arrived since scripts were switched last. */
  calls: number;
  /** By domain. */
  counts: Record<string, Record<'persons' | 'profiles' | 'cylinders' | 'cylinder_groups' | 'keys' | 'jobs', number>>;
  events: { known: number; waiting: number };
};

const isOurs = ({ reference }: { reference: string | null }) => reference !== null;

/** All that others wrote, in the order of its first writing. */
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

export function stateOf({ system, profile, scripts }: Running): SandboxState {
  return {
    profile,
    clock: system.clock.now().toISOString(),
    scripts: scripts.orders(),
    calls: scripts.calls().length,
    counts: Object.fromEntries([...system.domains].map(([name, domain]) => [name, countsOf(domain)])),
    events: { known: system.events.total(), waiting: waitingEvents(system).length },
  };
}

function countsOf({ persons, profiles, cylinders, groups, keys, jobs }: DomainLists): SandboxState['counts'][string] {
  return {
    persons: persons.total(),
    profiles: profiles.total(),
    cylinders: cylinders.total(),
    cylinder_groups: groups.total(),
    keys: keys.total(),
    jobs: jobs.total(),
  };
}
