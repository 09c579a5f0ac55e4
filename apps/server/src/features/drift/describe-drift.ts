import type { DriftKind } from '@key2xs/contract';
import type { Doors, WeeklyWindow } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { describeHours } from '../work-list/service';

type Changed = {
  kind: DriftKind;
  profile_name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** The doors of a change, by the key system's ids. */
function doorsOf({ kind, before, after }: Pick<Changed, 'kind' | 'before' | 'after'>): Doors {
  const doors = kind === 'doors_added' ? after : before;
  if (!doors || kind === 'hours_changed') return { cylinders: [], cylinder_groups: [] };
  return doors as Doors; // as noted by the recorded feature under this kind
}

/** The hours of a change: as recorded there now, or as we left them. */
export const hoursIn = (side: Changed['after']): readonly WeeklyWindow[] =>
  (side?.schedule ?? []) as readonly WeeklyWindow[]; // as noted by the recorded feature

/** What was changed in a key system, for people. */
export function describeDrift(changed: Changed, name: string | null): Sentence {
  const { kind, profile_name: profile, before, after } = changed;
  const person = name ?? say('drift.somebody');
  switch (kind) {
    case 'member_added':
    case 'member_removed':
      return say(`drift.${kind}`, { person, profile });
    case 'doors_added':
    case 'doors_removed':
      return describeDoors(kind, profile, doorsOf(changed));
    case 'hours_changed':
      return say('drift.hours_changed', {
        profile,
        before: describeHours(hoursIn(before)),
        after: describeHours(hoursIn(after)),
      });
    case 'profile_deleted':
      return say('drift.profile_deleted', { profile });
    case 'person_deactivated':
    case 'person_activated':
      return say(`drift.${kind}`, { person });
  }
}

function describeDoors(
  kind: 'doors_added' | 'doors_removed',
  profile: string,
  { cylinders: { length: count }, cylinder_groups: { length: groups } }: Doors,
): Sentence {
  if (groups === 0) return say(`drift.${kind}`, { profile, count });
  const doors = [...(count > 0 ? [say('drift.doors', { count })] : []), say('drift.groups', { count: groups })];
  return say(kind === 'doors_added' ? 'drift.groups_added' : 'drift.groups_removed', { profile, doors });
}
