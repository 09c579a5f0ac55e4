import { doorReader, type KnownDoors } from '../compare-profiles';
import type { KeySystemProfile } from '../key-system-state';
import { minutesOfSchedule } from '../schedules';

type Rights = Pick<KeySystemProfile, 'cylinders' | 'cylinder_groups' | 'schedule'>;

/**
 * Reads what a profile opens and when, as a text that is equal for equal doors and minutes, whether the doors are named one by
 * one or by their group. Undefined where it opens nothing, or something that is not known here.
 */
export function rightsReader(doors: KnownDoors): (profile: Rights) => string | undefined {
  const bitsOf = doorReader(doors);
  const groups = new Set(doors.values());
  return (profile) => {
    const { cylinders, cylinder_groups, schedule } = profile;
    if (cylinders.length + cylinder_groups.length === 0) return undefined;
    if (!cylinders.every((id) => doors.has(id)) || !cylinder_groups.every((id) => groups.has(id))) return undefined;
    return `${bitsOf(profile).join()} ${minutesOfSchedule(schedule).join()}`;
  };
}
