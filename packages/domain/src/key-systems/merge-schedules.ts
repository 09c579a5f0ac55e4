import type { Bits } from '../access/indexing/bits';
import type { KeySystemProfile } from './key-system-state';
import { mergedReference } from './merged-reference';
import { mergeMinutes, minutesOfSchedule, nameOfSchedule, scheduleOfMinutes } from './schedules';

/** A rule's profile with its desired members, by reference. */
export type WantedProfile = { profile: KeySystemProfile; members: ReadonlySet<string> };

/**
 * Gives each person one schedule, because a key holds one: people in profiles with different hours move to additional
 * profiles of the same rules with merged hours. A person without common hours is in none of them.
 *
 * @param wanted the profiles of the rules of one plan
 */
export function mergeSchedules(wanted: readonly WantedProfile[], policy: 'union' | 'intersection'): WantedProfile[] {
  const merger = createMerger(wanted, policy);
  const kept = wanted.map(({ profile }) => ({ profile, members: new Set<string>() }));
  const made = new Map<string, { profile: KeySystemProfile; members: Set<string> }>();
  for (const [person, profiles] of profilesByPerson(wanted)) {
    const merged = merger(profiles);
    for (const number of profiles) {
      const own = kept[number];
      if (!own || merged === undefined) continue;
      if (merged === 'own') own.members.add(person);
      else if (merged.minutes === keyOf(minutesOfSchedule(own.profile.schedule))) own.members.add(person);
      else memberOf(made, own.profile, merged.schedule).add(person);
    }
  }
  return [...kept, ...made.values()];
}

function profilesByPerson(wanted: readonly WantedProfile[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [number, { members }] of wanted.entries()) {
    for (const person of members) {
      const profiles = found.get(person);
      if (profiles) profiles.push(number);
      else found.set(person, [number]);
    }
  }
  return found;
}

type Merged = { schedule: KeySystemProfile['schedule']; minutes: string };

/** The merged hours of a set of profiles, cached: `own` if all are equal, undefined if no hour is common. */
function createMerger(wanted: readonly WantedProfile[], policy: 'union' | 'intersection') {
  const minutes = wanted.map(({ profile }) => minutesOfSchedule(profile.schedule));
  const keys = minutes.map(keyOf);
  const known = new Map<string, Merged | 'own' | undefined>();
  return (profiles: readonly number[]): Merged | 'own' | undefined => {
    const key = profiles.join();
    if (known.has(key)) return known.get(key);
    const isAlike = new Set(profiles.map((number) => keys[number])).size === 1;
    const merged = isAlike ? 'own' : merge(profiles.flatMap((number) => minutes[number] ?? []));
    known.set(key, merged);
    return merged;
  };
  function merge(all: readonly Bits[]): Merged | undefined {
    const common = mergeMinutes(policy, all);
    const schedule = scheduleOfMinutes(common);
    return schedule && { schedule, minutes: keyOf(common) };
  }
}

const keyOf = (minutes: Bits): string => minutes.join();

function memberOf(
  made: Map<string, { profile: KeySystemProfile; members: Set<string> }>,
  profile: KeySystemProfile,
  schedule: KeySystemProfile['schedule'],
): Set<string> {
  const hours = nameOfSchedule(schedule);
  const reference = mergedReference(profile.reference, hours);
  const known = made.get(reference) ?? {
    profile: { ...profile, reference, name: `${profile.name} (${hours})`, schedule },
    members: new Set<string>(),
  };
  made.set(reference, known);
  return known.members;
}
